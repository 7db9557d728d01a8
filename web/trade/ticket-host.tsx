// Where the order ticket appears: mounted once, over every screen of a trader. It opens by itself for what a reload or a lapsed login cut off.
import { useEffect } from 'react';
import { typedBefore } from '../typed.ts';
import { OrderTicket } from './order-ticket.tsx';
import type { TicketMark } from './order-ticket.tsx';
import { closeTicket, openTicket, useTicket } from './ticket.ts';
import { draftOf, isTypedTicket } from './ticket/draft.ts';
import { unansweredOrder } from './ticket/unanswered.ts';

/** The order that was on its way comes first: what became of it is not known. */
function reopen(): void {
  const order = unansweredOrder();
  const typed = typedBefore('ticket');
  if (order) openTicket(order.type, order.stock, { draft: draftOf(order), unanswered: order });
  else if (isTypedTicket(typed)) openTicket(typed.side, typed.symbol, { draft: typed.draft });
}

/** `mark` stands beside the stock of the ticket: what lists it is on. */
export function TicketHost({ mark }: { mark: TicketMark }) {
  const request = useTicket();
  useEffect(() => {
    reopen();
    return closeTicket;
  }, []);
  return request && <OrderTicket key={request.number} request={request} mark={mark} />;
}
