// The fees being typed: kept as text, and checked by the rules of the call that saves them.
import { feesInput } from '../../../contract/admin/fees.ts';
import type { FeesData } from '../../../contract/admin/fees.ts';
import type { WireInputOf } from '../../../contract/routes.ts';
import { numberOf } from '../../ui/number-text.ts';
import { statutoryDraftOf, statutoryFormOf, statutoryMistakes } from './statutory-draft.ts';
import type { StatutoryDraft, StatutoryMistakes } from './statutory-draft.ts';

export interface VolumeDraft {
  key: number;
  minVolume: string;
  maxVolume: string;
  /** In percent, as people say it. */
  discount: string;
}

export interface FeesDraft {
  commission: string;
  flatFee: string;
  volumes: readonly VolumeDraft[];
  statutory: StatutoryDraft;
}

type FeesForm = Omit<WireInputOf<'POST /updateFees'>, 'seen'>;

/** A fraction as percent, without the noise of binary fractions: 0.07 is 7. */
const percentOf = (fraction: number): string => String(Number((fraction * 100).toFixed(4)));

export function draftOf(fees: FeesData): FeesDraft {
  return {
    commission: String(fees.standardCommissionRate),
    flatFee: String(fees.flatTransactionFee),
    volumes: fees.volumeDiscounts.map(({ minVolume, maxVolume, discountRate }, key) => ({
      key,
      minVolume: String(minVolume),
      maxVolume: String(maxVolume),
      discount: percentOf(discountRate),
    })),
    statutory: statutoryDraftOf(fees.statutory),
  };
}

export function formOf({ commission, flatFee, volumes, statutory }: FeesDraft): FeesForm {
  return {
    standardCommissionRate: numberOf(commission),
    flatTransactionFee: numberOf(flatFee),
    volumeDiscounts: volumes.map(({ minVolume, maxVolume, discount }) => ({
      minVolume: numberOf(minVolume),
      maxVolume: numberOf(maxVolume),
      discountRate: Number((numberOf(discount) / 100).toFixed(6)),
    })),
    statutory: statutoryFormOf(statutory),
  };
}

export interface ReadFees {
  /** What can be sent; null while there is a mistake. */
  form: FeesForm | null;
  commission: string | null;
  flatFee: string | null;
  /** The first mistake in the table of discounts. */
  volumes: string | null;
  statutory: StatutoryMistakes;
}

export function readFees(draft: FeesDraft): ReadFees {
  const form = formOf(draft);
  const parsed = feesInput.safeParse(form);
  const statutory = statutoryMistakes(parsed.success ? [] : parsed.error.issues);
  if (parsed.success) return { form, commission: null, flatFee: null, volumes: null, statutory };
  const mistake = (field: string): string | null =>
    parsed.error.issues.find(({ path }) => path[0] === field)?.message ?? null;
  return {
    form: null,
    commission: mistake('standardCommissionRate'),
    flatFee: mistake('flatTransactionFee'),
    volumes: mistake('volumeDiscounts'),
    statutory,
  };
}

export function isChanged(draft: FeesDraft, fees: FeesData): boolean {
  return JSON.stringify(formOf(draft)) !== JSON.stringify(formOf(draftOf(fees)));
}

/** The next row begins where the last one ends. */
export function withRow(draft: FeesDraft): FeesDraft {
  const last = draft.volumes.at(-1);
  const from = last === undefined ? 100 : numberOf(last.maxVolume) + 1;
  const start = Number.isFinite(from) ? from : 1;
  const key = Math.max(-1, ...draft.volumes.map((row) => row.key)) + 1;
  const row = { key, minVolume: String(start), maxVolume: String(start + 399), discount: '2' };
  return { ...draft, volumes: [...draft.volumes, row] };
}
