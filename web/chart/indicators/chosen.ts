// The chosen indicators, each with its settings, and the text in which the address and the browser keep them.
import type { IndicatorKind } from './kind.ts';
import { paneKinds } from './pane-kinds.ts';
import { priceKinds } from './price-kinds.ts';

const indicatorKinds = { ...priceKinds, ...paneKinds };
export type KindId = keyof typeof indicatorKinds;
export const kindIds = Object.keys(indicatorKinds) as KindId[];

export function kindOf(id: KindId): IndicatorKind {
  return indicatorKinds[id];
}

export interface ChosenIndicator {
  kind: KindId;
  settings: readonly number[];
}

/** More than these could not be read, and would make the chart too slow to move. */
export const MOST_INDICATORS = 10;
export const MOST_PANES = 5;

function isKindId(text: string): text is KindId {
  return Object.hasOwn(indicatorKinds, text);
}

export function withUsualSettings(kind: KindId): ChosenIndicator {
  return { kind, settings: kindOf(kind).settings.map(({ usual }) => usual) };
}

/** `sma-20`; also distinguishes one indicator from another. */
export function indicatorText({ kind, settings }: ChosenIndicator): string {
  return [kind, ...settings].join('-');
}

/** The mistake in a typed setting; null if there is none. */
export function settingMistake(kind: KindId, index: number, value: number): string | null {
  const { least, most, step = 1 } = kindOf(kind).settings[index];
  const isWhole = step < 1 || Number.isInteger(value);
  if (Number.isFinite(value) && value >= least && value <= most && isWhole) return null;
  return step < 1 ? `A number from ${least} to ${most}.` : `A whole number from ${least} to ${most}.`;
}

/** Null for a damaged text: an unknown kind, too few settings, or one out of bounds. */
function readOne(text: string): ChosenIndicator | null {
  const [kind, ...numbers] = text.split('-');
  if (!isKindId(kind)) return null;
  const settings = numbers.map((number) => (number === '' ? Number.NaN : Number(number)));
  const isRight =
    settings.length === kindOf(kind).settings.length &&
    settings.every((value, index) => settingMistake(kind, index, value) === null);
  return isRight ? { kind, settings } : null;
}

/** Reads `sma-20_rsi-14`: each indicator once, and no more than a chart may have. */
export function readIndicators(text: string | undefined): ChosenIndicator[] {
  return (text ?? '').split('_').reduce<ChosenIndicator[]>((chosen, part) => {
    const one = readOne(part);
    return one && canAdd(chosen, one) === null ? [...chosen, one] : chosen;
  }, []);
}

export function indicatorsText(chosen: readonly ChosenIndicator[]): string {
  return chosen.map(indicatorText).join('_');
}

/** Why an indicator cannot be added to `chosen`; null if it can. */
export function canAdd(chosen: readonly ChosenIndicator[], one: ChosenIndicator): string | null {
  const text = indicatorText(one);
  if (chosen.some((other) => indicatorText(other) === text)) return 'It is on the chart already.';
  if (chosen.length >= MOST_INDICATORS) return `A chart has at most ${MOST_INDICATORS} indicators. Remove one first.`;
  const panes = chosen.filter(({ kind }) => kindOf(kind).place === 'pane').length;
  if (kindOf(one.kind).place === 'pane' && panes >= MOST_PANES)
    return `A chart has at most ${MOST_PANES} panes below it. Remove one first.`;
  return null;
}

/** An indicator of this kind that is not on the chart yet: with the usual settings, or the next free length above them. */
export function nextOf(chosen: readonly ChosenIndicator[], kind: KindId): ChosenIndicator {
  const usual = withUsualSettings(kind);
  const taken = new Set(chosen.map(indicatorText));
  const [first, ...rest] = usual.settings;
  if (first === undefined || !taken.has(indicatorText(usual))) return usual;
  for (const times of [2.5, 5, 10, 0.5, 1.5, 2]) {
    const next = { kind, settings: [Math.round(first * times), ...rest] };
    if (!taken.has(indicatorText(next)) && settingMistake(kind, 0, next.settings[0]) === null) return next;
  }
  return usual;
}
