// How what the log keeps of an act reads: the fields that differ, with sums in rupees, rates in percent and instants in India's time.
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { specializations } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { indianText } from '../../contract/messages/instants.ts';
import { rupeeText } from '../../contract/messages/sums.ts';
import { wireRates } from '../../contract/trade/statutory-rates.ts';
import type { Paise } from '../../core/money.ts';
import type { FeePromotion, VolumeDiscount } from '../../core/trade/settings.ts';
import type { StatutoryRates, StatutoryTable } from '../../core/trade/statutory.ts';

type Change = AuditEntry['changes'][number];

const rateText = (parts: number): string => `${parts / 10_000}%`;

const discountText = ({ minQuantity, maxQuantity, discount }: VolumeDiscount): string =>
  `${minQuantity} to ${maxQuantity} shares: ${rateText(discount)} off`;
const promotionText = ({ name, discount, startsAt, endsAt }: FeePromotion): string =>
  `${name}: ${rateText(discount)} off from ${indianText(startsAt)} to ${indianText(endsAt)}`;

const statutoryText = ({ isOn, rates }: StatutoryTable): string =>
  [isOn ? 'on' : 'off', ...rates.map(ratesText)].join('; ');

function ratesText(rates: StatutoryRates): string {
  const { from, ...percents } = wireRates(rates);
  const parts = Object.entries(percents).map(([name, percent]) => `${name} ${percent}%`);
  return `from ${from}: ${parts.join(', ')}`;
}

/** Fields that are kept as the exchange counts them. */
const words: Readonly<Record<string, (value: never) => string>> = {
  hourlyRate: (paise: Paise) => rupeeText(paise),
  flatFee: (paise: Paise) => rupeeText(paise),
  commissionRate: rateText,
  volumeDiscounts: (rows: readonly VolumeDiscount[]) => rows.map(discountText).join('; '),
  promotions: (rows: readonly FeePromotion[]) => rows.map(promotionText).join('; '),
  statutory: statutoryText,
  specialization: (name: Specialization) => specializations[name],
  startsAt: indianText,
  endsAt: indianText,
};

/** What is kept of an act, field by field; what was the same before and after is left out. */
export function changesOf(detail: Readonly<Record<string, unknown>>): Change[] {
  if ('before' in detail && 'after' in detail) return between(detail.before, detail.after);
  return Object.entries(detail)
    .map(([field, value]) =>
      isChange(value)
        ? { field, before: textOf(field, value.from), after: textOf(field, value.to) }
        : { field, before: null, after: textOf(field, value) },
    )
    .filter(({ before, after }) => before === null || before !== after);
}

function between(before: unknown, after: unknown): Change[] {
  if (!isRecord(before) || !isRecord(after))
    return [{ field: 'status', before: textOf('status', before), after: textOf('status', after) }];
  return Object.keys(after)
    .map((field) => ({ field, before: textOf(field, before[field]), after: textOf(field, after[field]) }))
    .filter((change) => change.before !== change.after);
}

function textOf(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const inWords = Object.hasOwn(words, field)
    ? words[field](value as never)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return inWords === '' ? null : inWords;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isRecord(value) && 'from' in value && 'to' in value;
