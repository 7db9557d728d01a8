// The order ticket: buy or sell one stock, with the book and every charge beside the fields, over whatever screen is open.
import { useEffect, useId, useMemo, useState } from 'react';
import type { ComponentType, FormEvent } from 'react';
import { rupeesFromPaise } from '../../core/money.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useMarketPhase, useMarketState } from '../market-phase.ts';
import { haltText, intradayText, queueText } from '../phase-words.ts';
import { showAlert } from '../ui/alert.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusFirstMistake } from '../ui/form.ts';
import { now } from '../ui/now.ts';
import { DepthView } from './depth-view.tsx';
import { closeTicket } from './ticket.ts';
import type { TicketRequest } from './ticket.ts';
import { fieldMistakes } from './ticket/check.ts';
import { isTriggerToCome, orderOf } from './ticket/draft.ts';
import type { TicketDraft } from './ticket/draft.ts';
import { TicketFields } from './ticket/ticket-fields.tsx';
import { TicketFigures } from './ticket/ticket-figures.tsx';
import { TicketFooter } from './ticket/ticket-footer.tsx';
import { buttonText, fillText, spoken } from './ticket/ticket-texts.ts';
import { useDraft } from './ticket/use-draft.ts';
import { usePreview } from './ticket/use-preview.ts';
import type { Preview } from './ticket/use-preview.ts';
import { useSending } from './ticket/use-sending.ts';
import { useTicketData } from './ticket/use-ticket-data.ts';
import type { TicketData } from './ticket/use-ticket-data.ts';

const LOOK_EVERY_MS = 10_000;

/** What is shown beside the close button: which lists the stock is on. */
export type TicketMark = ComponentType<{ symbol: string }>;

function TicketTitle({ request: { side, symbol }, data }: { request: TicketRequest; data: TicketData }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span>{side === 'BUY' ? `Buy ${symbol}` : `Sell ${symbol}`}</span>
      <span className="text-base font-normal text-muted">{data.stock?.name}</span>
    </span>
  );
}

function TicketPrice({ request: { symbol }, data }: { request: TicketRequest; data: TicketData }) {
  return (
    <span className="flex items-baseline gap-2 font-medium">
      <LivePrice symbol={symbol} known={data.stock} />
      <LiveChange symbol={symbol} known={data.stock} className="text-sm" />
    </span>
  );
}

interface TicketOutlookProps {
  request: TicketRequest;
  draft: TicketDraft;
  data: TicketData;
  preview: Preview;
  isQueued: boolean;
  onChoose: (rupees: number) => void;
}

/** Beside the fields: the book, what the order would do in it, and what it would cost. */
function TicketOutlook({ request: { side, symbol }, draft, data, preview, isQueued, onChoose }: TicketOutlookProps) {
  const { estimate, shown, figures } = preview;
  const isBookKnown = data.book.depth !== undefined;
  const asked = { side, type: draft.orderType, validity: draft.validity, isBookKnown };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <DepthView book={data.book} symbol={symbol} onChoose={onChoose} />
      <div>
        <p className="min-h-5 text-sm text-muted">
          {!isQueued &&
            estimate &&
            figures.quantity !== null &&
            fillText({ ...asked, quantity: figures.quantity }, estimate)}
        </p>
        <TicketFigures side={side} figures={shown} balance={data.balance} />
      </div>
    </div>
  );
}

export function OrderTicket({ request, mark: Mark }: { request: TicketRequest; mark: TicketMark }) {
  const { side, symbol, start } = request;
  const sentBefore = start && 'draft' in start ? start.unanswered : undefined;
  const { isSending, unanswered, send } = useSending(sentBefore ?? null);
  const data = useTicketData(symbol, side);
  const { draft, chosen, change, choosePrice } = useDraft(request, data.last);
  const [isTried, setIsTried] = useState(false);
  const preview = usePreview(request, draft, data, isTried || !isTriggerToCome(draft, chosen));
  const { figures } = preview;
  const mistakes = useMemo(() => fieldMistakes(draft, figures), [draft, figures]);
  const phase = useMarketPhase();
  const halt = haltText(useMarketState(), data.stock);
  const said = spoken(halt, phase ? queueText(phase, draft) : null, preview.warning);
  const [lookedAt, setLookedAt] = useState(now);
  const formId = useId();
  // The ticket may stay open past the time that the hint mentions.
  useEffect(() => {
    const timer = setInterval(() => setLookedAt(now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (unanswered) return void send(unanswered);
    setIsTried(true);
    if (Object.keys(mistakes).length > 0) return focusFirstMistake(event.currentTarget);
    const refusal = preview.check();
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
      aside={<TicketPrice request={request} data={data} />}
      actions={<Mark symbol={symbol} />}
      footer={
        <TicketFooter
          request={request}
          formId={formId}
          shown={preview.shown}
          warning={said.warning}
          entered={Object.values(draft).join()}
          isSending={isSending}
          isUnanswered={unanswered !== null}
        >
          {buttonText(side, symbol, draft.orderType, { ...figures, tick: data.tick })}
        </TicketFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {/* An order that has been sent can no longer be changed, only asked about. */}
        <fieldset disabled={unanswered !== null} className="contents">
          <TicketFields
            side={side}
            symbol={symbol}
            draft={draft}
            mistakes={isTried ? mistakes : {}}
            onChange={change}
            limits={data.limits}
            isAccountKnown={data.balance !== undefined}
            heldQuantity={data.heldQuantity}
            availableQuantity={data.availableQuantity}
            preset={preview.preset}
            tickRupees={rupeesFromPaise(data.tick)}
            last={data.last}
            price={preview.price}
            outcome={preview.outcome}
            queued={said.queued}
            intradayHint={intradayText(phase, lookedAt)}
          />
        </fieldset>
        <TicketOutlook
          request={request}
          draft={draft}
          data={data}
          preview={preview}
          isQueued={said.queued !== null || halt !== null}
          onChoose={(rupees) => unanswered === null && choosePrice(rupees)}
        />
      </form>
    </Dialog>
  );
}
