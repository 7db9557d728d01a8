// On which watchlists a stock is: put it on one, take it off, move it, or make a list for it. Mounted once, over every screen of a trader.
import { useState } from 'react';
import { MOST_WATCHLISTS } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { NewListForm } from './new-list-form.tsx';
import { moveToWatchlist } from './own-lists.ts';
import { closeStockLists, useStockListsRequest } from './stock-lists-state.ts';
import type { StockListsRequest } from './stock-lists-state.ts';
import { addToWatchlist, removeFromWatchlist } from './watchlist.ts';

interface Said {
  text: string;
  isRefusal: boolean;
}

interface RowProps {
  symbol: string;
  list: Watchlist;
  /** The list it can be moved from; null if it is already on this one, or no list opened the dialog. */
  from: Watchlist | null;
  onSaid: (said: Said | null) => void;
}

function ListRow({ symbol, list, from, onSaid }: RowProps) {
  const isOn = list.symbols.includes(symbol);
  /** The requested state while the request is under way; then the server's. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isBusy = wanted !== null;

  async function act(isWanted: boolean, sent: () => Promise<{ ok: boolean; message: string }>): Promise<void> {
    if (isBusy) return;
    setWanted(isWanted);
    onSaid(null);
    const { ok, message } = await sent();
    setWanted(null);
    onSaid({ text: message, isRefusal: !ok });
  }

  return (
    <li className="flex min-h-11 items-center justify-between gap-3">
      <div className="min-w-0 wrap-anywhere">
        <Checkbox
          label={list.name}
          hint={list.symbols.length === 1 ? '1 stock' : `${list.symbols.length} stocks`}
          checked={wanted ?? isOn}
          aria-busy={isBusy || undefined}
          onChange={() => void act(!isOn, () => (isOn ? removeFromWatchlist : addToWatchlist)(symbol, list.name))}
        />
      </div>
      {from && (
        <Button
          tone="quiet"
          size="small"
          busy={isBusy}
          aria-label={`Move here: ${symbol} from ${from.name} to ${list.name}`}
          onClick={() => void act(true, () => moveToWatchlist(symbol, from._id, list._id))}
        >
          Move here
        </Button>
      )}
    </li>
  );
}

function StockListsDialog({ request: { symbol, from } }: { request: StockListsRequest }) {
  const { data: lists, error, refetch } = useCall('GET /watchlists', {});
  const [said, setSaid] = useState<Said | null>(null);
  const origin = lists?.find(({ _id, symbols }) => _id === from && symbols.includes(symbol)) ?? null;

  async function onMade(list: Watchlist): Promise<void> {
    const { ok, message } = await addToWatchlist(symbol, list.name);
    setSaid({ text: message, isRefusal: !ok });
  }

  return (
    <Dialog title={`Watchlists of ${symbol}`} size="small" symbol={symbol} isOpen onClose={closeStockLists}>
      {lists === undefined && !error && (
        <>
          <LoadingNote what="watchlists" />
          <Skeleton className="h-11 w-full" />
        </>
      )}
      {lists === undefined && error && (
        <ErrorState title="The watchlists could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      )}
      {lists && (
        <>
          <ul aria-label="Watchlists" className="divide-y divide-line">
            {lists.map((list) => (
              <ListRow
                key={list._id}
                symbol={symbol}
                list={list}
                from={list.symbols.includes(symbol) ? null : origin}
                onSaid={setSaid}
              />
            ))}
          </ul>
          <p role="status" className={`my-2 min-h-5 text-sm ${said?.isRefusal ? 'text-down' : 'text-up'}`}>
            {said?.text}
          </p>
          <NewListForm
            label={`A new list with ${symbol}`}
            isFull={lists.length >= MOST_WATCHLISTS}
            onMade={(list) => void onMade(list)}
          />
        </>
      )}
    </Dialog>
  );
}

export function StockListsHost() {
  const request = useStockListsRequest();
  return request && <StockListsDialog key={request.number} request={request} />;
}
