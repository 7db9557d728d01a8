// The fields of an open ticket: their initial values, and how they change.
import { useState } from 'react';
import { rupeesFromPaise } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { quoteOf } from '../../quotes.ts';
import { useKeepTyped } from '../../typed.ts';
import type { TicketRequest } from '../ticket.ts';
import { openingDraft, priceField } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { ownDefault } from './kept-default.ts';
import { withDefault } from './own-default.ts';

const PRICES: readonly (keyof TicketDraft)[] = ['price', 'stopPrice'];

function firstDraft({ symbol, start }: TicketRequest): TicketDraft {
  if (start && 'draft' in start) return start.draft;
  const preset = start && 'price' in start ? start : undefined;
  return withDefault(openingDraft(quoteOf(symbol)?.price, preset), ownDefault(), preset !== undefined);
}

interface OpenDraft {
  draft: TicketDraft;
  /** What the person has chosen, or came with; the other fields are as the ticket opens. */
  chosen: ReadonlySet<string>;
  change: (changes: Partial<TicketDraft>) => void;
  choosePrice: (rupees: number) => void;
}

/** `last` is the last price, 0 while it is not known. */
export function useDraft(request: TicketRequest, last: Paise): OpenDraft {
  const { side, symbol } = request;
  const [draft, setDraft] = useState(() => firstDraft(request));
  useKeepTyped('ticket', { side, symbol, draft });

  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(request.start ? PRICES : []));

  // The ticket may open before the first price is known. A 0 found later was typed: it may be the first digit of a price.
  const [isUnpriced, setUnpriced] = useState(draft.price === '0');
  if (isUnpriced && last > 0) {
    const price = priceField(rupeesFromPaise(last));
    setUnpriced(false);
    setDraft({ ...draft, price, stopPrice: price });
  }

  function change(changes: Partial<TicketDraft>): void {
    if ('price' in changes || 'stopPrice' in changes) setUnpriced(false);
    setChosen((before) => new Set([...before, ...Object.keys(changes)]));
    setDraft((before) => ({ ...before, ...changes }));
  }

  /** Choosing a level of the book names a price, so a market order becomes a limit order. */
  function choosePrice(rupees: number): void {
    const price = priceField(rupees);
    if (draft.orderType === 'BRACKET') change({ target: price });
    else change(draft.orderType === 'MARKET' ? { orderType: 'LIMIT', price } : { price });
  }

  return { draft, chosen, change, choosePrice };
}
