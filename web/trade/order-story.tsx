// The story of one order: everything that happened to it, step by step, in plain words.
import { Link } from '@tanstack/react-router';
import type { Order, OrderEvent } from '../../contract/trade.ts';
import { isNotFound, useCall } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { SidePanel } from '../ui/dialog.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Money } from '../ui/money.tsx';
import { countOf, countText, NO_NUMBER } from '../ui/number-text.ts';
import { paidFigures } from './statutory-figures.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { productOf, SideBadge, StatusBadge, validityOf } from './order-words.tsx';
import { openTicket } from './ticket.ts';
import { draftAgain } from './ticket/draft.ts';
import type { TicketDraft } from './ticket/draft.ts';

function Progress({ order }: { order: Order }) {
  const { filledQuantity, quantity } = order;
  const text = `${countText(filledQuantity)} of ${countText(quantity)} filled`;
  return (
    <div>
      <p className="mb-1 flex justify-between text-sm">
        <span>{text}</span>
        {order.averagePrice !== null && (
          <span className="text-muted">
            average <Money rupees={order.averagePrice} />
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label="Filled"
        aria-valuemin={0}
        aria-valuemax={quantity}
        aria-valuenow={filledQuantity}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-up" style={{ width: `${(filledQuantity / quantity) * 100}%` }} />
      </div>
    </div>
  );
}

function Facts({ order }: { order: Order }) {
  const isExit = order.orderType === 'BRACKET';
  const product = productOf(order);
  const validity = validityOf(order);
  const isLimit = order.orderType === 'LIMIT' || order.orderType === 'STOP-LIMIT';
  return (
    <FigureList
      figures={[
        isLimit && { name: 'Limit price', value: <Money rupees={order.price} /> },
        isExit && { name: 'Target', value: <Money rupees={order.price} /> },
        order.stopPrice !== null && {
          name: isExit ? 'Stop loss' : 'Trigger price',
          value: <Money rupees={order.stopPrice} />,
        },
        order.target !== null && { name: 'Target', value: <Money rupees={order.target} /> },
        order.stopLoss !== null && { name: 'Stop loss', value: <Money rupees={order.stopLoss} /> },
        order.entryId !== null && {
          name: 'Closes',
          value: (
            <Link to="/myOrders" search={{ order: order.entryId }} className="text-accent-text hover:underline">
              order {order.entryId}
            </Link>
          ),
        },
        validity !== null && { name: 'Validity', value: validity },
        product !== null && { name: 'Product', value: product },
        ...paidFigures(order.status === 'PENDING' ? 'Charges so far' : 'Charges', order),
        { name: 'Order ID', value: <span className="break-all">{order.orderId}</span> },
      ]}
    />
  );
}

/** Orders of these kinds stand in the book while they wait; a stop-limit and an exit not always. */
const IN_BOOK: readonly Order['orderType'][] = ['LIMIT', 'STOP-LIMIT', 'BRACKET'];
const LOOK_EVERY_MS = 1000;

/** What trades before it, as the book changes. */
function QueuePlace({ order }: { order: Order }) {
  const { data, error } = useCall(
    'GET /orders/{id}/queue',
    { id: order.orderId },
    { refetchInterval: LOOK_EVERY_MS, staleTime: 0 },
  );
  if (data === undefined) return error ? null : <Skeleton className="h-14" />;
  const { place } = data;
  return (
    <FigureList
      figures={[
        {
          name: 'Ahead in line',
          value:
            place === null
              ? 'Not in the book now'
              : place.orders === 0
                ? 'Nobody: first in line'
                : `${countOf(place.quantity, 'share')} in ${countOf(place.orders, 'order')}`,
        },
        { name: 'At better prices', value: place === null ? NO_NUMBER : countOf(place.better, 'share') },
      ]}
    />
  );
}

function Step({ event, isLast }: { event: OrderEvent; isLast: boolean }) {
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {!isLast && <span aria-hidden="true" className="absolute top-4 -bottom-1 left-[3.5px] w-px bg-line" />}
      <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent-text" />
      <div className="min-w-0 flex-1">
        <p>{event.text}</p>
        <DateTime at={event.at} className="text-sm text-faint" />
      </div>
    </li>
  );
}

const useEvents = (id: string) => useCall('GET /orders/{id}/events', { id }, { staleTime: 0 });

function Timeline({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useEvents(orderId);
  if (error && !data) {
    return isNotFound(error) ? (
      <EmptyState title="There is no such order" text="The link may be old, or the order is somebody else's." />
    ) : (
      <ErrorState title="The story could not be loaded" reason={error.message} onRetry={() => void refetch()} />
    );
  }
  if (!data)
    return (
      <div className="flex flex-col gap-4">
        <LoadingNote what="the order's story" />
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-9 w-full" />
        ))}
      </div>
    );
  return (
    <ol aria-live="polite">
      {data.map((event, index) => (
        <Step key={index} event={event} isLast={index === data.length - 1} />
      ))}
    </ol>
  );
}

/** The actions on the order. */
function StoryActions({ order, onClose, onCancel, onEdit }: Omit<OrderStoryProps, 'orderId'> & { order: Order }) {
  const { symbol } = order.stock;
  const draft = draftAgain(order, quoteOf(symbol)?.price);
  /** Opens the ticket with the same order filled in; nothing is sent yet. */
  function repeat(again: TicketDraft): void {
    onClose();
    openTicket(order.type, symbol, { draft: again });
  }
  return (
    <>
      <Button onClick={() => repeat(draft)}>Repeat order</Button>
      {order.status === 'PENDING' && (
        <>
          <Button onClick={() => onEdit(order)}>Edit order</Button>
          <Button tone="danger" onClick={() => onCancel(order)}>
            Cancel order
          </Button>
        </>
      )}
    </>
  );
}

export interface OrderStoryProps {
  orderId: string;
  /** Undefined while it is being fetched, or if there is no such order. */
  order: Order | undefined;
  onClose: () => void;
  onCancel: (order: Order) => void;
  onEdit: (order: Order) => void;
}

export function OrderStory({ orderId, order, onClose, onCancel, onEdit }: OrderStoryProps) {
  const { isPending, isError } = useEvents(orderId);
  return (
    <SidePanel
      isOpen
      isInAddress
      onClose={onClose}
      symbol={order?.stock.symbol}
      title={
        order ? `${order.type === 'BUY' ? 'Buy' : 'Sell'} ${countText(order.quantity)} ${order.stock.symbol}` : 'Order'
      }
      footer={order && <StoryActions order={order} onClose={onClose} onCancel={onCancel} onEdit={onEdit} />}
    >
      <div className="flex flex-col gap-6">
        {/* As high as what takes its place. */}
        {!order && !isError && <Skeleton className="h-31" />}
        {order && (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <StatusBadge status={order.status} />
              <SideBadge side={order.type} />
              <Badge>{order.orderType}</Badge>
              <Link
                to="/stockdetails/$symbol"
                params={{ symbol: order.stock.symbol }}
                className="ml-auto text-accent-text hover:underline"
              >
                {order.stock.name}
              </Link>
            </p>
            {order.reason && <p className="text-muted">{order.reason}</p>}
            <Progress order={order} />
          </>
        )}
        <section>
          <h3 className="mb-3 font-semibold">What happened</h3>
          <Timeline orderId={orderId} />
        </section>
        {/* Nobody knows how long the story is: what stands below it comes with it, and does not move. */}
        {order && !isPending && (
          <div>
            {order.status === 'PENDING' && IN_BOOK.includes(order.orderType) && <QueuePlace order={order} />}
            <Facts order={order} />
          </div>
        )}
      </div>
    </SidePanel>
  );
}
