// The order ticket: buy or sell one stock, with the book and every charge beside the fields, over whatever screen is open.
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { OrderWire } from '../../contract/trade.ts';
import { rupeesFromPaise } from '../../core/money.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useMarketPhase } from '../market-phase.ts';
import { intradayText, queueText } from '../phase-words.ts';
import { quoteOf } from '../quotes.ts';
import { useKeepTyped } from '../typed.ts';
import { showAlert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusFirstMistake } from '../ui/form.ts';
import { Money } from '../ui/money.tsx';
import { DepthView } from './depth-view.tsx';
import { useSeeStory } from './see-story.ts';
import { closeTicket } from './ticket.ts';
import type { TicketRequest } from './ticket.ts';
import { answeredFigures } from './ticket/answer.ts';
import type { ShownFigures } from './ticket/answer.ts';
import { countedPrice, fieldMistakes, refusalOf } from './ticket/check.ts';
import { figuresOf, isReadable, openingDraft, orderOf, priceField } from './ticket/draft.ts';
import type { DraftFigures, TicketDraft } from './ticket/draft.ts';
import { estimateOrder, exitOutcome, onTick } from './ticket/estimate.ts';
import type { Estimate, ExitOutcome } from './ticket/estimate.ts';
import { ownDefault } from './ticket/kept-default.ts';
import { withDefault } from './ticket/own-default.ts';
import { placeOrder } from './ticket/place-order.ts';
import { presetQuantity } from './ticket/presets.ts';
import { TicketFields } from './ticket/ticket-fields.tsx';
import { TicketFigures, totalNames } from './ticket/ticket-figures.tsx';
import { buttonText, fillText } from './ticket/ticket-texts.ts';
import { useCharges, useTicketData } from './ticket/use-ticket-data.ts';
import type { TicketData } from './ticket/use-ticket-data.ts';

interface Preview {
  figures: DraftFigures;
  estimate: Estimate | null;
  shown: ShownFigures | null;
  outcome: ExitOutcome | null;
  /** Why the order would be refused as it stands. */
  warning: string | null;
  check: () => string | null;
  preset: (part: number) => number;
}

/** Everything that follows from the fields and the market, worked out anew whenever one of them moves. */
function usePreview({ side, symbol }: TicketRequest, draft: TicketDraft, data: TicketData): Preview {
  const { last, tick, levels, limits, balance, availableQuantity } = data;
  const figures = figuresOf(draft);
  const canBeAsked = isReadable(figures);
  const order = canBeAsked ? JSON.stringify(orderOf(side, symbol, draft, figures)) : null;
  const { terms, charges, refusal } = useCharges(order);
  const isIntraday = side === 'BUY' && draft.isIntraday;
  const limit = figures.limit ? onTick(side, figures.limit, tick) : 0;
  const estimate =
    canBeAsked && last > 0
      ? estimateOrder({
          side,
          quantity: figures.quantity ?? 0,
          limit,
          trigger: figures.trigger ?? 0,
          isIntraday,
          last,
          levels,
          terms,
          balance: balance ?? 0,
        })
      : null;
  // Without a known balance nothing can be said about it: the server will.
  const check = (): string | null =>
    refusalOf({
      side,
      draft,
      figures,
      last,
      limits,
      terms,
      balance: balance ?? Number.MAX_SAFE_INTEGER,
      availableQuantity,
    });
  return {
    figures,
    estimate,
    shown: charges ? answeredFigures(side, charges) : estimate,
    outcome:
      estimate && draft.hasExits
        ? exitOutcome(
            { quantity: figures.quantity ?? 0, terms, ...estimate },
            figures.target ?? 0,
            figures.stopLoss ?? 0,
          )
        : null,
    warning: canBeAsked ? (check() ?? refusal) : null,
    check,
    preset: (part) =>
      presetQuantity(part, {
        side,
        price: countedPrice(figures, last),
        isIntraday,
        balance: balance ?? 0,
        availableQuantity,
        limits,
        terms,
      }),
  };
}

interface Sending {
  isSending: boolean;
  /** The order that was sent and not answered: what became of it is not known. */
  unanswered: OrderWire | null;
  send: (order: OrderWire) => Promise<void>;
}

/** Sends at most once at a time, and closes the ticket when the order has been taken. */
function useSending(before: OrderWire | null): Sending {
  const [isSending, setIsSending] = useState(false);
  const [unanswered, setUnanswered] = useState(before);
  const isUnderWay = useRef(false);
  const seeStory = useSeeStory();
  async function send(order: OrderWire): Promise<void> {
    // A second click may come before the button is drawn disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    const outcome = await placeOrder(order);
    isUnderWay.current = false;
    setIsSending(false);
    setUnanswered(outcome.isUnknown ? order : null);
    if (outcome.isPlaced) {
      closeTicket();
      // The focus goes back to where the ticket was opened before the alert takes it.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await showAlert(outcome.sentence, seeStory(outcome));
  }
  return { isSending, unanswered, send };
}

function TicketTitle({ request, data }: { request: TicketRequest; data: TicketData }) {
  const { side, symbol } = request;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span>{side === 'BUY' ? `Buy ${symbol}` : `Sell ${symbol}`}</span>
      <span className="text-base font-normal text-muted">{data.stock?.name}</span>
      <span className="flex items-baseline gap-2 text-base font-medium">
        <LivePrice symbol={symbol} known={data.stock} />
        <LiveChange symbol={symbol} known={data.stock} className="text-sm" />
      </span>
    </span>
  );
}

interface TicketFooterProps {
  request: TicketRequest;
  formId: string;
  shown: ShownFigures | null;
  warning: string | null;
  isSending: boolean;
  isUnanswered: boolean;
  children: string;
}

/** Always in sight, also where the figures have to be scrolled to: what stands in the way, the sum, and the button. */
function TicketFooter({
  request: { side },
  formId,
  shown,
  warning,
  isSending,
  isUnanswered,
  children,
}: TicketFooterProps) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p aria-live="polite" className="w-full text-sm text-down empty:hidden">
        {!isUnanswered && warning}
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
        className="min-w-0 max-sm:w-full"
      >
        <span className="truncate">{isUnanswered ? 'Send again' : children}</span>
      </Button>
    </div>
  );
}

export function OrderTicket({ request }: { request: TicketRequest }) {
  const { side, symbol, start } = request;
  const before = start && 'draft' in start ? start : null;
  const preset = start && 'price' in start ? start : undefined;
  const [draft, setDraft] = useState(
    () =>
      before?.draft ?? withDefault(openingDraft(quoteOf(symbol)?.price, preset), ownDefault(), preset !== undefined),
  );
  const [isTried, setIsTried] = useState(false);
  const { isSending, unanswered, send } = useSending(before?.unanswered ?? null);
  useKeepTyped('ticket', { side, symbol, draft });
  const formId = useId();
  const data = useTicketData(symbol, side);
  const phase = useMarketPhase();
  const [openedAt] = useState(Date.now);
  const queued = phase ? queueText(phase, draft) : null;
  const { figures, estimate, shown, outcome, warning, check, preset: quantityFor } = usePreview(request, draft, data);
  const mistakes = useMemo(() => fieldMistakes(draft, figures), [draft, figures]);

  // The ticket may open before the first price is known; then the fields are still as they were made.
  const isPriceMissing = draft.price === '0' && data.last > 0;
  if (isPriceMissing)
    setDraft({
      ...draft,
      price: priceField(rupeesFromPaise(data.last)),
      stopPrice: priceField(rupeesFromPaise(data.last)),
    });

  function change(changes: Partial<TicketDraft>): void {
    setDraft((before) => ({ ...before, ...changes }));
  }

  /** A level of the book is a price to name, so a market order becomes a limit order. */
  function choosePrice(price: number): void {
    if (unanswered) return;
    const text = priceField(price);
    if (draft.orderType === 'MARKET') change({ orderType: 'LIMIT', price: text });
    else change({ price: text });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (unanswered) return void send(unanswered);
    setIsTried(true);
    if (Object.keys(mistakes).length > 0) return focusFirstMistake(event.currentTarget);
    const refusal = check();
    if (refusal) void showAlert(refusal);
    else void send(orderOf(side, symbol, draft, figures));
  }

  return (
    <Dialog
      size="large"
      isOpen
      isLocked={isSending}
      onClose={closeTicket}
      symbol={symbol}
      title={<TicketTitle request={request} data={data} />}
      footer={
        <TicketFooter
          request={request}
          formId={formId}
          shown={shown}
          warning={warning}
          isSending={isSending}
          isUnanswered={unanswered !== null}
        >
          {buttonText(side, symbol, draft.orderType, figures)}
        </TicketFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {/* What was sent cannot be changed any more, only asked after. */}
        <fieldset disabled={unanswered !== null} className="contents">
          <TicketFields
            side={side}
            draft={draft}
            mistakes={isTried ? mistakes : {}}
            onChange={change}
            limits={data.limits}
            heldQuantity={data.heldQuantity}
            availableQuantity={data.availableQuantity}
            preset={quantityFor}
            tickRupees={rupeesFromPaise(data.tick)}
            price={countedPrice(figures, data.last)}
            outcome={outcome}
            queued={queued}
            intradayHint={intradayText(phase, openedAt)}
          />
        </fieldset>
        <div className="flex min-w-0 flex-col gap-4">
          <DepthView depth={data.depth} symbol={symbol} onChoose={choosePrice} />
          <div>
            <p className="min-h-5 text-sm text-muted">
              {queued === null &&
                estimate &&
                figures.quantity !== null &&
                fillText(
                  { side, type: draft.orderType, validity: draft.validity, quantity: figures.quantity },
                  estimate,
                )}
            </p>
            <TicketFigures side={side} figures={shown} balance={data.balance} />
          </div>
        </div>
      </form>
    </Dialog>
  );
}
