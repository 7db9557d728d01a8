// Corporate actions, planned and past; a planned one can be canceled until its day begins.
import { useState } from 'react';
import type { ActionState, CorporateActionData } from '../../../contract/market/corporate.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { csvPage, CsvButton } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateWords } from '../../ui/date-time.tsx';
import { moneyText } from '../../ui/number-text.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { readStocksAgain } from './after-change.ts';

const states: Record<ActionState, { word: string; tone: BadgeTone }> = {
  planned: { word: 'Planned', tone: 'accent' },
  done: { word: 'Carried out', tone: 'up' },
  failed: { word: 'Not possible', tone: 'down' },
  canceled: { word: 'Canceled', tone: 'neutral' },
};

const dayOf = ({ effectiveDate }: CorporateActionData): string => dateWords(effectiveDate);

function State({ state }: { state: ActionState }) {
  const { word, tone } = states[state];
  return <Badge tone={tone}>{word}</Badge>;
}

function priceOf({ kind, priceBefore, priceAfter }: CorporateActionData): string {
  if (priceBefore === null || priceAfter === null || kind === 'dividend') return '\u2013';
  return `${moneyText(priceBefore)} \u2192 ${moneyText(priceAfter)}`;
}

function CancelAction({ action }: { action: CorporateActionData }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (action.state !== 'planned') return null;

  async function cancel(): Promise<void> {
    setIsBusy(true);
    const reply = await call(
      'POST /corporateActions/cancel',
      { id: action._id },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    setIsAsking(false);
    readStocksAgain();
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <>
      <Button
        size="small"
        tone="danger"
        aria-label={`Cancel ${action.text} of ${action.symbol}`}
        onClick={() => setIsAsking(true)}
      >
        Cancel
      </Button>
      <Confirm
        title="Cancel corporate action"
        text={`${action.text} of ${action.symbol} on ${dayOf(action)} will not take place. Nobody\u2019s shares or money change.`}
        confirmLabel="Cancel the action"
        cancelLabel="Keep it"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

const symbolOf = ({ symbol }: CorporateActionData) => <span className="font-semibold">{symbol}</span>;

const columns: Column<CorporateActionData>[] = [
  { key: 'symbol', header: 'Stock', isRowHeader: true, cell: symbolOf },
  { key: 'text', header: 'Action', cell: ({ text }) => text },
  { key: 'day', header: 'Effective day', cell: (action) => <span className="whitespace-nowrap">{dayOf(action)}</span> },
  { key: 'price', header: 'Price', from: 'lg', align: 'end', cell: priceOf },
  { key: 'state', header: 'Status', cell: ({ state }) => <State state={state} /> },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    cell: (action) => <CancelAction action={action} />,
  },
];

function PhoneAction({ action }: { action: CorporateActionData }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        {symbolOf(action)}
        <State state={action.state} />
      </div>
      <p>{action.text}</p>
      <div className="flex min-h-8 items-center justify-between gap-3 text-sm text-muted">
        {dayOf(action)}
        <CancelAction action={action} />
      </div>
    </div>
  );
}

const CSV_HEADER = ['Stock', 'Action', 'Effective day', 'Price before', 'Price after', 'Status'];
const csvRow = ({ symbol, text, effectiveDate, priceBefore, priceAfter, state }: CorporateActionData) => [
  symbol,
  text,
  effectiveDate,
  priceBefore,
  priceAfter,
  states[state].word,
];

export function ActionTable() {
  const { data, error, refetch } = useCall('GET /corporateActions', {});
  return (
    <Card
      title="Corporate actions"
      flush
      actions={
        <CsvButton
          name="corporate-actions"
          header={CSV_HEADER}
          row={csvRow}
          disabled={!data?.length}
          load={async () => csvPage(await call('GET /corporateActions', {}), (rows) => ({ rows, totalPages: 1 }))}
        />
      }
    >
      {error && data === undefined ? (
        <ErrorState
          title="The corporate actions could not be loaded"
          reason={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Table
          caption="Corporate actions"
          columns={columns}
          rows={data}
          rowKey={({ _id }) => _id}
          rowSymbol={({ symbol }) => symbol}
          phoneRow={(action) => <PhoneAction action={action} />}
          empty={
            <EmptyState
              title="No corporate actions yet"
              text="Splits, bonuses and dividends appear here from the day they are planned. Open a stock with Manage to plan one."
            />
          }
        />
      )}
    </Card>
  );
}
