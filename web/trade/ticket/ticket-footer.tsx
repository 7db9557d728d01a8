// The foot of the ticket, always visible: what prevents the order, the total, and the button.
import { Link } from '@tanstack/react-router';
import { tradeMessages } from '../../../contract/messages/trade.ts';
import { rupeesFromPaise } from '../../../core/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { SteadyText } from '../../ui/steady-text.tsx';
import { closeTicket } from '../ticket.ts';
import type { TicketRequest } from '../ticket.ts';
import type { ShownFigures } from './answer.ts';
import { totalNames } from './ticket-figures.tsx';
import { isShortOfCash } from './ticket-texts.ts';

interface TicketFooterProps {
  request: TicketRequest;
  formId: string;
  shown: ShownFigures | null;
  warning: string | null;
  /** What the person has entered: the warning is read out anew when that changes. */
  entered: string;
  isSending: boolean;
  isUnanswered: boolean;
  children: string;
}

export function TicketFooter({
  request: { side },
  formId,
  shown,
  warning,
  entered,
  isSending,
  isUnanswered,
  children,
}: TicketFooterProps) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p aria-live="polite" className="w-full text-sm text-down empty:hidden">
        {!isUnanswered && warning !== null && <SteadyText key={entered} text={warning} />}
        {!isUnanswered && isShortOfCash(warning) && (
          <>
            {' '}
            <Link to="/addmoney" onClick={closeTicket} className="font-medium underline underline-offset-2">
              Add money
            </Link>
          </>
        )}
      </p>
      {isUnanswered && (
        <p role="alert" className="w-full rounded-box bg-warn-soft px-3 py-2 text-sm text-warn">
          {tradeMessages.orderUnanswered}{' '}
          <Link to="/myOrders" onClick={closeTicket} className="font-medium underline underline-offset-2">
            See your orders
          </Link>
        </p>
      )}
      <span className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Badge tone="warn">Practice market</Badge>
        {shown && (
          <span className="text-sm text-muted">
            {totalNames[side]}{' '}
            <Money rupees={rupeesFromPaise(shown.total)} className="live-number font-medium text-ink" />
          </span>
        )}
      </span>
      <Button
        type="submit"
        form={formId}
        size="large"
        tone={side === 'BUY' ? 'buy' : 'sell'}
        busy={isSending}
        className="ml-auto h-auto! min-h-11 min-w-0 py-0.5 max-sm:w-full"
      >
        {/* The whole label must be readable before pressing: on a phone two prices take two lines, beside a long symbol more. */}
        <span className="leading-5 text-balance whitespace-normal">{isUnanswered ? 'Send again' : children}</span>
      </Button>
    </div>
  );
}
