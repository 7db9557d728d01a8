// The fields of the ticket: type, quantity with its presets, prices where the type needs them, validity, intraday.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LimitsData, OrderType, Validity } from '../../../contract/trade.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classList } from '../../ui/class-list.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { countText } from '../../ui/number-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { closeTicket } from '../ticket.ts';
import { DefaultField } from './default-field.tsx';
import type { TicketDraft } from './draft.ts';
import {
  figuresOf,
  leftBehindText,
  saleValidity,
  triggerField,
  usesLimit,
  usesTrigger,
  validitiesOf,
} from './draft.ts';
import { ExitFields, openingExits } from './exit-fields.tsx';
import type { ExitFieldsProps } from './exit-fields.tsx';
import { presetParts } from './presets.ts';
import { typeTexts, validityTexts } from './ticket-texts.ts';

interface TicketFieldsProps extends ExitFieldsProps {
  symbol: string;
  limits: LimitsData;
  /** Cash and holding are known: until then nothing is said of them. */
  isAccountKnown: boolean;
  heldQuantity: Quantity;
  availableQuantity: Quantity;
  /** The number of shares for a percentage of the cash or of the holding. */
  preset: (part: number) => Quantity;
  /** Paise; 0 while unknown. */
  last: Paise;
  /** Until when a position on margin can be kept. */
  intradayHint: string;
  /** What happens to the order while trading is closed; null while it would trade. */
  queued: string | null;
}

const typeChoices = [
  { value: 'MARKET', label: 'Market' },
  { value: 'LIMIT', label: 'Limit' },
  { value: 'STOP', label: 'Stop' },
  { value: 'STOP-LIMIT', label: 'Stop-limit' },
] as const satisfies { value: OrderType; label: string }[];

const saleChoices = [...typeChoices, { value: 'BRACKET', label: 'Bracket' }] as const;

const validityLabels: Record<Validity, string> = {
  DAY: 'Day',
  GTC: 'Until canceled',
  IOC: 'Immediate',
  FOK: 'All or nothing',
};

function quantityHint(props: TicketFieldsProps): ReactNode {
  const { side, symbol, isAccountKnown, heldQuantity, availableQuantity, preset, limits } = props;
  // It keeps its line.
  if (!isAccountKnown) return '\u00a0';
  const most = preset(100);
  if (side === 'BUY')
    return most === limits.maxBuyLimit
      ? `At most ${countText(most)} in one order.`
      : `Your cash buys up to ${countText(most)}.`;
  if (heldQuantity === 0) return 'You hold none of it.';
  const held = countText(heldQuantity);
  const limit = most < availableQuantity ? `; at most ${countText(most)} in one order` : '';
  if (availableQuantity === heldQuantity) return `You hold ${held}${limit}.`;
  const inOrders = heldQuantity - availableQuantity;
  return (
    <>
      {`You hold ${held}; ${inOrders === 1 ? '1 is in an' : `${countText(inOrders)} are in`} `}
      <Link to="/myOrders" search={{ status: 'PENDING', q: symbol }} onClick={closeTicket} className="underline">
        {inOrders === 1 ? 'open sell order' : 'open sell orders'}
      </Link>
      {`${limit}.`}
    </>
  );
}

/** On a touch screen, focusing the field by itself would open the keyboard over the ticket before anybody asked for it. */
const wantsFocus = typeof matchMedia === 'function' && !matchMedia('(pointer: coarse)').matches;

function QuantityField(props: TicketFieldsProps) {
  const { side, draft, mistakes, onChange, isAccountKnown, heldQuantity, preset } = props;
  return (
    <div className="flex flex-col gap-2">
      <NumberInput
        label="Quantity"
        name="quantity"
        value={draft.quantity}
        onType={(quantity) => onChange({ quantity })}
        error={mistakes.quantity}
        hint={quantityHint(props)}
        min={1}
        max={side === 'SELL' && isAccountKnown ? heldQuantity : undefined}
        autoFocus={wantsFocus}
      />
      <div
        role="group"
        aria-label={side === 'BUY' ? 'Part of your cash' : 'Part of your holding'}
        className="flex gap-2"
      >
        {presetParts.map((part) => {
          const quantity = preset(part);
          return (
            <Button
              key={part}
              size="small"
              className="flex-1 px-0"
              disabled={quantity === 0}
              title={countText(quantity)}
              onClick={() => onChange({ quantity: String(quantity) })}
            >
              {`${part}%`}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

function PriceFields({ side, draft, mistakes, onChange, tickRupees }: TicketFieldsProps) {
  const { orderType } = draft;
  const { limit, trigger: from } = figuresOf(draft);
  const shared = { prefix: '\u20b9', min: 1, step: tickRupees };
  const single = orderType === 'STOP';
  const trigger = triggerField(orderType);
  return (
    <div className="grid grid-cols-2 gap-3 empty:hidden">
      {usesTrigger(orderType) && (
        <NumberInput
          {...shared}
          label="Trigger price"
          name={trigger}
          value={draft[trigger]}
          onType={(text) => onChange({ [trigger]: text })}
          error={mistakes[trigger]}
          className={single ? 'col-span-2' : undefined}
        />
      )}
      {usesLimit(orderType) && (
        <NumberInput
          {...shared}
          label={orderType === 'LIMIT' ? 'Price' : 'Limit price'}
          name="price"
          value={draft.price}
          onType={(price) => onChange({ price })}
          error={mistakes.price}
          className={orderType === 'LIMIT' ? 'col-span-2' : undefined}
        />
      )}
      {orderType === 'STOP-LIMIT' && (
        <p aria-live="polite" className="col-span-2 text-sm text-warn empty:hidden">
          {leftBehindText(side, limit, from)}
        </p>
      )}
    </div>
  );
}

function saleOf(
  orderType: OrderType,
  before: Validity,
  { draft, last, tickRupees }: TicketFieldsProps,
): Partial<TicketDraft> {
  const validity = saleValidity(orderType, draft, before);
  if (orderType !== 'BRACKET') return { orderType, hasExits: false, validity };
  return { orderType, hasExits: true, validity, ...openingExits(last, tickRupees) };
}

export function TicketFields(props: TicketFieldsProps) {
  const { side, draft, onChange } = props;
  // The last one outside a bracket, which brings its own.
  const [before, setBefore] = useState(draft.validity);
  function choose(orderType: OrderType): void {
    if (draft.orderType !== 'BRACKET') setBefore(draft.validity);
    onChange(side === 'BUY' ? { orderType } : saleOf(orderType, before, props));
  }
  const validities = validitiesOf(draft);
  const validity = validities.includes(draft.validity) ? draft.validity : 'DAY';
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <Segmented
          label="Order type"
          name="orderType"
          wide
          value={draft.orderType}
          choices={side === 'BUY' ? typeChoices : saleChoices}
          onChoose={choose}
        />
        <p className={classList('min-h-10 text-sm', props.queued === null ? 'text-faint' : 'text-warn')}>
          {props.queued ?? typeTexts[draft.orderType]}
        </p>
      </div>
      <QuantityField {...props} />
      <PriceFields {...props} />
      {draft.orderType === 'BRACKET' && <ExitFields {...props} />}
      {validities.length > 0 && (
        <div className="flex flex-col gap-1">
          <Segmented
            label="Validity"
            showLabel
            wide
            value={validity}
            choices={validities.map((value) => ({ value, label: validityLabels[value] }))}
            onChoose={(chosen) => onChange({ validity: chosen })}
          />
          <p className="text-sm text-faint">{validityTexts[validity]}</p>
        </div>
      )}
      {side === 'BUY' && (
        <Checkbox
          label="Intraday"
          name="isIntraday"
          hint={props.intradayHint}
          checked={draft.isIntraday}
          onChange={(event) => onChange({ isIntraday: event.currentTarget.checked })}
        />
      )}
      {side === 'BUY' && <ExitFields {...props} />}
      {draft.orderType !== 'BRACKET' && <DefaultField draft={draft} />}
    </div>
  );
}
