// Puts the stored details of an act into words: the fields that changed, with sums in rupees, rates in percent and times in IST.
import { toPercent } from '../../contract/wire/percent.ts';
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { specializations } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { indianText } from '../../contract/messages/instants.ts';
import { rupeeText } from '../../contract/messages/sums.ts';
import { wireRates } from '../../contract/trade/statutory-rates.ts';
import { isRupees, toPaise } from '../../contract/wire/sums.ts';
import type { Paise } from '../../core/money.ts';
import type { FeePromotion, VolumeDiscount } from '../../core/trade/settings.ts';
import type { StatutoryRates, StatutoryTable } from '../../core/trade/statutory.ts';

type Change = AuditEntry['changes'][number];

const rateText = (parts: number): string => `${toPercent(parts)}%`;

const discountText = ({ minQuantity, maxQuantity, discount }: VolumeDiscount): string =>
  `${minQuantity} to ${maxQuantity} shares: ${rateText(discount)} off`;
const promotionText = ({ name, discount, startsAt, endsAt }: FeePromotion): string =>
  `${name}: ${rateText(discount)} off from ${indianText(startsAt)} to ${indianText(endsAt)}`;

const statutoryTexts = ({ isOn, rates }: StatutoryTable): string[] => [isOn ? 'on' : 'off', ...rates.map(ratesText)];

function ratesText(rates: StatutoryRates): string {
  const { from, ...percents } = wireRates(rates);
  const parts = Object.entries(percents).map(([name, percent]) => `${name} ${percent}%`);
  return `from ${from}: ${parts.join(', ')}`;
}

const rupees = (sum: number): string => (isRupees(sum) ? rupeeText(toPaise(sum)) : String(sum));

/** Fields that are stored in the exchange's units, and how each is written; lists entry by entry. */
const words: Readonly<Record<string, (value: never) => string | string[]>> = {
  hourlyRate: (paise: Paise) => rupeeText(paise),
  flatFee: (paise: Paise) => rupeeText(paise),
  commissionRate: rateText,
  volumeDiscounts: (rows: readonly VolumeDiscount[]) => rows.map(discountText),
  promotions: (rows: readonly FeePromotion[]) => rows.map(promotionText),
  statutory: statutoryTexts,
  specialization: (name: Specialization) => specializations[name],
  refund: (paise: Paise) => rupeeText(paise),
  // What is stored as it came over the wire, in rupees.
  price: rupees,
  tick: rupees,
  'signupBonus.amount': rupees,
  'signupBonus.minimumDepositRequired': rupees,
  'referralBonus.referrerAmount': rupees,
  'referralBonus.refereeAmount': rupees,
  'referralBonus.minimumDepositRequired': rupees,
  'loyaltyRewards.tradingAmount': rupees,
  'loyaltyRewards.rewardAmount': rupees,
  startsAt: indianText,
  endsAt: indianText,
};

/** Stored details come back in the database's order; what describes a lesson is read in this one, before anything else. */
const READING_ORDER = [
  'topic',
  'specialization',
  'instructor',
  'instructorName',
  'instructorEmail',
  'startsAt',
  'endsAt',
  'hourlyRate',
  'about',
];

const placeOf = (field: string): number => READING_ORDER.indexOf(field) + 1 || READING_ORDER.length + 1;

const inReadingOrder = (changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => placeOf(one.field) - placeOf(other.field));

/** The details of an act, field by field, without fields that did not change, and without the key of its request. */
export function changesOf(detail: Readonly<Record<string, unknown>>): Change[] {
  if ('before' in detail && 'after' in detail) return inReadingOrder(between(detail.before, detail.after));
  const changes = Object.entries(detail)
    .filter(([field]) => field !== 'key')
    .map(([field, value]) =>
      isChange(value)
        ? { field, before: textOf(field, value.from), after: textOf(field, value.to) }
        : { field, before: null, after: textOf(field, value) },
    )
    .filter(({ before, after }) => before === null || before !== after);
  return inReadingOrder(changes);
}

function between(before: unknown, after: unknown): Change[] {
  if (!isRecord(before) || !isRecord(after))
    return [{ field: 'status', before: textOf('status', before), after: textOf('status', after) }];
  return Object.keys(after)
    .map((field) => {
      const [was, is] = [textsOf(field, before[field]), textsOf(field, after[field])];
      // Of lists, only the entries that were removed or added.
      return { field, before: joined(without(was, is)), after: joined(without(is, was)) };
    })
    .filter((change) => change.before !== change.after);
}

/** Removes each of `others` once, so that repeated entries are counted. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

const joined = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join('; '));

const textOf = (field: string, value: unknown): string | null => joined(textsOf(field, value));

function textsOf(field: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Object.hasOwn(words, field)) return [words[field](value as never)].flat();
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isRecord(value) && 'from' in value && 'to' in value;
