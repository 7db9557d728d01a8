// Switches that have been pressed but not answered yet.
import type { NoticeKind, NoticeSettings, NoticeWish } from '../../contract/notice.ts';

export type NoticeWishes = Partial<NoticeSettings>;

/** The wishes without the one that has just been answered; a newer wish for the same kind stays. */
export function withoutAnswered(wishes: NoticeWishes, kind: NoticeKind, wish: NoticeWish): NoticeWishes {
  const { [kind]: newest, ...others } = wishes;
  return newest === wish ? others : wishes;
}
