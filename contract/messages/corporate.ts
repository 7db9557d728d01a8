// The sentences of corporate actions: their forms, what they are called, and what holders are told.
import type { CorporateAction } from '../../core/market/corporate-action.ts';
import type { Paise, Quantity } from '../../core/money.ts';
import { calendarDayText } from './instants.ts';
import { groupedText, rupeeText, sharesText } from './sums.ts';

export const corporateMessages = {
  kindInvalid: 'Choose split, bonus or dividend.',
  ratioInvalid: 'Enter whole numbers: 1 to 100 old shares, and more new ones, up to 1,000.',
  perShareInvalid: 'Dividend must be a sum above zero with at most two decimals.',
  dividendTooHigh: (price: Paise, isRestated: boolean) =>
    `A dividend must be less than the ${isRestated ? 'price after what is planned before it' : 'last price'}, ${rupeeText(price)}.`,
  spoilsLater: (text: string) => `With it, what is planned for later could not be carried out: ${text}.`,
  priceTooLow: 'That many new shares would leave a price too low to trade.',
  tooManyShares: (most: Quantity) =>
    `With that many new shares the stock would have more than ${groupedText(most)} in issue, the most there can be.`,
  dayInvalid: 'Choose a day like 2026-01-31.',
  dayPast: 'Choose a day from tomorrow on, within a year.',
  dayClosed: (next: string) => `The market is closed on that day. The next one on which it trades is ${next}.`,
  dayTaken: (symbol: string) => `${symbol} already has such an action on that day.`,
  planned: 'Planned. It is shown on the stock’s page, and those who hold it are told.',
  canceled: 'The corporate action is canceled.',
  notPlanned: 'This action is no longer planned.',
  tooLate: 'The day of this action has begun.',
} as const;

/** What an action is, in one line. */
export function actionText(action: CorporateAction): string {
  if (action.kind === 'dividend') return `Dividend of ${rupeeText(action.perShare)} a share`;
  const { kind, from, to } = action;
  const each = from === 1 ? 'each share' : `each ${sharesText(from)}`;
  if (kind === 'bonus') return `Bonus of ${sharesText(to - from)} for ${each}`;
  return `Split of ${each} into ${groupedText(to)}`;
}

/** What the people it concerns are told as soon as it is planned; `day` is its day of the market's calendar. */
export function plannedText(action: CorporateAction, day: number): string {
  const orders = action.kind === 'dividend' ? '' : ` Orders for ${action.symbol} that are open then will be canceled.`;
  return `${action.symbol}, ${calendarDayText(day)}: ${actionText(action)}. The shares you hold when that day begins count.${orders}`;
}

/** What they are told if it is canceled before its day. */
export function calledOffText(action: CorporateAction, day: number): string {
  return `${action.symbol}, ${calendarDayText(day)}: ${actionText(action)} was planned and will not take place.`;
}

/** What one holder is told when it has been carried out. */
export function entitlementText(
  { kind, symbol }: Pick<CorporateAction, 'kind' | 'symbol'>,
  { before, after, cash }: { readonly before: Quantity; readonly after: Quantity; readonly cash: Paise },
): string {
  if (kind === 'dividend')
    return `${symbol} paid a dividend: ${rupeeText(cash)} for your ${sharesText(before)} is in your wallet.`;
  const what = kind === 'split' ? 'was split' : 'gave a bonus';
  const rest = cash === 0 ? '' : ` You got ${rupeeText(cash)} for the remaining fraction of a share.`;
  if (after === before) return `${symbol} ${what}: you still have ${sharesText(after)}, too few for a new one.${rest}`;
  return `${symbol} ${what}: you now have ${sharesText(after)} instead of ${groupedText(before)}. Their total cost has not changed.${rest}`;
}
