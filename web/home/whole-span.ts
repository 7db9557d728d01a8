// Whether an account has existed for the whole requested span of days.
import type { DiaryAnalytics } from '../../contract/trade/diary.ts';

type Asked = Pick<DiaryAnalytics, 'equity'> & { account: Pick<DiaryAnalytics['account'], 'startEquity'> };

/** `from` may be a day on which the market was closed: then the first close comes later, in an old account too. */
export function hadWholeSpan({ account, equity }: Asked, from: string): boolean {
  return account.startEquity !== 0 || equity.at(0)?.date === from;
}
