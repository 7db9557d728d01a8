// Where the order ticket appears: mounted once, above all of a trader's screens. Reopens by itself after a reload or a lapsed login.
import { useEffect, useRef } from 'react';
import { typedBefore } from '../typed.ts';
import { OrderTicket } from './order-ticket.tsx';
import type { TicketMark } from './order-ticket.tsx';
import { closeTicket, openTicket, useTicket } from './ticket.ts';
import { draftOf, isTypedTicket } from './ticket/draft.ts';
import { unansweredOrder } from './ticket/unanswered.ts';

/** An order that was on its way comes first, because nobody knows what became of it. */
function reopen(): void {
  const order = unansweredOrder();
  const typed = typedBefore('ticket');
  if (order) openTicket(order.type, order.stock, { draft: draftOf(order), unanswered: order });
  else if (isTypedTicket(typed)) openTicket(typed.side, typed.symbol, { draft: typed.draft });
}

/** `mark` is shown beside the ticket's stock: which lists it is on. */
export function TicketHost({ mark }: { mark: TicketMark }) {
  const request = useTicket();
  const isDue = useRef(true);
  useEffect(() => {
    // A ticket opened while this part was still loading is what the person wants now; the earlier one follows when it is closed.
    if (!isDue.current || request) return;
    isDue.current = false;
    reopen();
  }, [request]);
  useEffect(
    () => () => {
      isDue.current = true;
      closeTicket();
    },
    [],
  );
  return request && <OrderTicket key={request.number} request={request} mark={mark} />;
}
