// The contract note of a day: every order, fill and charge on paper, ready to print.
import { QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { useId } from 'react';
import type { ContractNote } from '../../contract/trade/contract-note.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { queryClient, useCall } from '../query.ts';
import { Brand } from '../ui/brand.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { dateTimeText } from '../ui/date-time.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { countText, moneyText, NO_NUMBER, priceText } from '../ui/number-text.ts';
import { Sideways } from '../ui/sideways.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { DayInput } from './day-input.tsx';
import { dayIfOther } from './diary/day-if-other.ts';
import { addDays, dayWords, isDay, monthOf } from './diary/calendar.ts';
import { useToday } from './diary/use-today.ts';

const route = getRouteApi('/bare-trader/tradediary/note');

export interface ContractNoteSearch {
  /** Left out for today. */
  day?: string;
}

type NoteOrder = ContractNote['orders'][number];

function Controls({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <Link to="/tradediary" search={{ month: monthOf(day), day }} className={buttonLook({ tone: 'quiet' })}>
        <ChevronLeft size={16} aria-hidden="true" />
        Back to the diary
      </Link>
      <div className="flex min-w-0 flex-wrap items-center gap-2 sm:flex-nowrap">
        <Button onClick={() => onDay(addDays(day, -1))}>Previous day</Button>
        <DayInput
          label="Day"
          day={day}
          max={today}
          onDay={(chosen) => chosen !== undefined && onDay(chosen)}
          className="max-w-40"
        />
        <Button disabled={day >= today} onClick={() => onDay(addDays(day, 1))}>
          Next day
        </Button>
        <Button tone="primary" onClick={() => window.print()}>
          <Printer size={16} aria-hidden="true" />
          Print
        </Button>
      </div>
    </div>
  );
}

function Heading({ note }: { note: ContractNote }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="flex flex-col gap-1">
        <Brand />
        <h1 className="text-lg font-semibold">Contract note</h1>
        <p className="text-muted">{`${dayWords(note.day)}, note ${note.number}`}</p>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
        <dt className="text-muted">Trader</dt>
        <dd className="text-right">{note.trader.name}</dd>
        <dt className="text-muted">Email</dt>
        <dd className="text-right break-all">{note.trader.email}</dd>
        <dt className="text-muted">Account</dt>
        <dd className="text-right">{note.trader.account}</dd>
        <dt className="text-muted">Made out</dt>
        <dd className="text-right">{`${dateTimeText(note.issuedAt)} IST`}</dd>
      </dl>
    </header>
  );
}

const number = 'px-1 py-1 text-right whitespace-nowrap lg:px-2';
const word = 'px-1 py-1 text-left lg:px-2';

interface OrderRowsProps {
  order: NoteOrder;
  day: string;
  /** Something was paid by law on this day: a column says how much. */
  hasStatutory: boolean;
}

function OrderRows({ order, day, hasStatutory }: OrderRowsProps) {
  const placedOn = dayIfOther(order.time, day);
  const product = order.isIntraday ? ', intraday' : '';
  return (
    <>
      <tr data-symbol={order.symbol} className="break-inside-avoid border-t border-line align-top font-medium">
        <td className={word}>
          {placedOn && <span className="block font-normal whitespace-nowrap text-muted">{placedOn}</span>}
          {dateTimeText(order.time, 'time')}
        </td>
        <th scope="row" className={`${word} min-w-32 font-semibold lg:min-w-44`}>
          {`${order.type} ${order.symbol}`}
          <span className="block font-normal text-muted">
            {`${isolated(order.name)}, ${order.orderType.toLowerCase()} order ${order.id}${product}`}
          </span>
          {order.reason && <span className="block font-normal text-muted">{order.reason}</span>}
        </th>
        <td className={number}>{`${countText(order.filledQuantity)} of ${countText(order.quantity)}`}</td>
        <td className={number}>{order.averagePrice === null ? NO_NUMBER : priceText(order.averagePrice)}</td>
        <td className={number}>{priceText(order.value)}</td>
        <td className={number}>{priceText(order.brokerage)}</td>
        <td className={number}>{priceText(order.flatFee)}</td>
        {hasStatutory && <td className={number}>{priceText(order.statutoryCharges)}</td>}
        <td className={number}>{priceText(order.net)}</td>
      </tr>
      {order.fills.map((fill) => (
        <tr key={fill.id} className="text-muted">
          <td className={word}>{dateTimeText(fill.time, 'time')}</td>
          <td className={`${word} pl-6`}>{`Trade ${fill.id}`}</td>
          <td className={number}>{countText(fill.quantity)}</td>
          <td className={number}>{priceText(fill.price)}</td>
          <td className={number}>{priceText(fill.value)}</td>
          <td className={number}>{priceText(fill.brokerage)}</td>
          <td className={number}>{priceText(fill.flatFee)}</td>
          {hasStatutory && <td className={number}>{priceText(fill.statutoryCharges)}</td>}
          <td className={number} />
        </tr>
      ))}
    </>
  );
}

function headingsOf(hasStatutory: boolean): string[] {
  const charges = ['Brokerage', 'Flat fee', ...(hasStatutory ? ['Statutory'] : [])];
  return ['Shares', 'Price', 'Value', ...charges, 'Net amount'];
}

function Orders({ note: { day, orders, statutoryCharges } }: { note: ContractNote }) {
  const hasStatutory = statutoryCharges > 0;
  const about = useId();
  return (
    <div>
      <p id={about} className="pb-1 text-sm text-muted">
        Orders placed or traded on this day, with their trades. Sums in rupees; money that left the account is negative.
      </p>
      <Sideways label="Orders and trades">
        <table
          aria-label="Orders and trades"
          aria-describedby={about}
          className="w-full border-collapse text-xs lg:text-sm"
        >
          <thead>
            <tr className="text-muted">
              <th scope="col" className={`${word} font-medium`}>
                Time (IST)
              </th>
              <th scope="col" className={`${word} font-medium`}>
                Order
              </th>
              {headingsOf(hasStatutory).map((name) => (
                <th key={name} scope="col" className={`${number} font-medium`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <OrderRows key={order.id} order={order} day={day} hasStatutory={hasStatutory} />
            ))}
          </tbody>
        </table>
      </Sideways>
    </div>
  );
}

function Totals({ note }: { note: ContractNote }) {
  const direction = note.net < 0 ? 'Net amount paid by you' : 'Net amount paid to you';
  return (
    <FigureList
      className="ml-auto w-full max-w-sm break-inside-avoid"
      figures={[
        { name: 'Sold', value: moneyText(note.sold) },
        { name: 'Bought', value: moneyText(note.bought) },
        { name: 'Brokerage', value: moneyText(note.brokerage) },
        { name: 'Flat fees', value: moneyText(note.flatFee) },
        ...note.statutoryItems.map(({ name, amount }) => ({ name, value: moneyText(amount) })),
        { name: 'All charges', value: moneyText(note.charges) },
        { name: direction, value: moneyText(Math.abs(note.net)), isTotal: true },
      ]}
    />
  );
}

function Paper({ note }: { note: ContractNote }) {
  return (
    <article className="flex flex-col gap-6 rounded-box border border-line bg-surface p-4 sm:p-8 print:border-0 print:p-0">
      <p className="rounded-box border border-edge px-3 py-2 text-center font-semibold">
        Practice market. No security was bought or sold, and no money was moved.
      </p>
      <Heading note={note} />
      {note.orders.length === 0 ? (
        <EmptyState title="No orders on this day" text="Nothing was placed, and nothing was traded." />
      ) : (
        <>
          <Orders note={note} />
          <Totals note={note} />
        </>
      )}
      <p className="text-sm text-muted">
        Charges are counted on the whole of an order: the brokerage by its rate, the flat fee once.{' '}
        {note.statutoryCharges > 0 &&
          'Statutory charges are counted on it too, by the rates of the day on which it was placed, and are passed on. A sale closes intraday shares first. '}
        Shares bought intraday are shown at their full value; what the house lent for them is not part of this note.
      </p>
    </article>
  );
}

function Note() {
  const today = useToday();
  const asked: unknown = route.useSearch().day;
  const navigate = route.useNavigate();
  const day = isDay(asked) && asked <= today ? asked : today;
  const { data, error, refetch } = useCall('GET /contractNote', { day });
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-4 outline-none sm:py-6 print:max-w-none print:p-0"
    >
      <title>{`Contract note, ${dayWords(day)} - Istock`}</title>
      <Controls day={day} today={today} onDay={(next) => void navigate({ search: { day: next } })} />
      {data && <Paper note={data} />}
      {!data && error && (
        <ErrorState
          title="The contract note could not be loaded"
          reason={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div className="flex flex-col gap-4 rounded-box border border-line bg-surface p-8">
          <LoadingNote what="contract note" />
          <Skeleton className="h-9" />
          <Skeleton className="h-20 w-1/2" />
          <Skeleton className="h-64" />
        </div>
      )}
    </main>
  );
}

export function ContractNoteScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Note />
    </QueryClientProvider>
  );
}
