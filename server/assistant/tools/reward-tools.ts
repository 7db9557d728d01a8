// The tool about what the asker has paid in, the rewards earned so far, and those that can still be earned.
import type { ToolInput } from '../../../contract/assistant.ts';
import { MOST_MOVEMENTS } from '../../../contract/trade/statement.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

export async function rewards(asker: Asker, { from, to }: ToolInput<'rewards'>) {
  const { deposited, totalEarned, earned, next } = await asker.read('GET /rewards', {});
  const ofTime = from === undefined || to === undefined ? null : await paidInWithin(asker, from, to);
  return { deposited, totalEarned, earned, next, ofTime };
}

async function paidInWithin(asker: Asker, from: string, to: string) {
  const { movements } = await asker.read('GET /statement', { movements: MOST_MOVEMENTS });
  const amounts = movements
    .filter(({ kind, at }) => kind === 'deposit' && isWithin(dayText(marketDay(Date.parse(at))), from, to))
    .map(({ amount }) => amount);
  return { from, to, times: amounts.length, amount: round(amounts.reduce((sum, amount) => sum + amount, 0)) };
}

const isWithin = (day: string, from: string, to: string): boolean => day >= from && day <= to;
