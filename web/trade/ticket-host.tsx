// Where the order ticket appears: mounted once, over every screen of a trader.
import { OrderTicket } from './order-ticket.tsx';
import { useTicket } from './ticket.ts';

export function TicketHost() {
  const request = useTicket();
  return request && <OrderTicket key={request.number} request={request} />;
}
