// What each statutory charge on a receipt means, by the name it has there.
import { statutoryNames } from '../../contract/messages/trade.ts';
import { STATUTORY_TERMS } from '../../contract/messages/glossary/statutory-terms.ts';
import { STATUTORY_KINDS } from '../../core/trade/statutory.ts';

export function StatutoryText({ name }: { name: string }) {
  const kind = STATUTORY_KINDS.find((each) => statutoryNames[each] === name);
  return kind && STATUTORY_TERMS[kind][2];
}
