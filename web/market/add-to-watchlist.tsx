// Finds a stock of the market by symbol or name and puts it on the watchlist, without leaving the list.
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { useCall } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { filterStocks } from './stock-list.ts';
import { StockSuggestion } from './stock-suggestion.tsx';
import { addToWatchlist } from './watchlist.ts';

const MOST_SHOWN = 8;

export interface AddToWatchlistProps {
  /** The list the stock is added to. */
  name: string;
  /** Stocks already on it are not offered. */
  listed: ReadonlySet<string>;
  /** Called with the server's sentence. */
  onAdded: (sentence: string) => void;
}

export function AddToWatchlist({ name, listed, onAdded }: AddToWatchlistProps) {
  const { data } = useCall('GET /stocks', {}, { staleTime: 60_000 });
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const wanted = text.trim().toUpperCase();
    const matching = wanted === '' ? [] : filterStocks(data ?? [], { q: wanted });
    const isFirst = (stock: Stock): number => (stock.symbol.startsWith(wanted) ? 0 : 1);
    return matching.sort((one, other) => isFirst(one) - isFirst(other));
  }, [data, text]);
  const offered = found.filter(({ symbol }) => !listed.has(symbol)).slice(0, MOST_SHOWN);

  async function add({ symbol }: Stock): Promise<void> {
    setText('');
    const reply = await addToWatchlist(symbol, name);
    if (reply.ok) onAdded(reply.message);
    else await showAlert(reply.message);
  }

  return (
    <div className="w-[calc(100vw-2rem)] max-w-full sm:w-72">
      <Combobox
        label="Add a stock"
        placeholder="Add a stock by symbol or name"
        icon={<Plus size={16} aria-hidden="true" />}
        text={text}
        onText={setText}
        items={offered}
        isFresh={data !== undefined}
        itemKey={(stock) => stock.symbol}
        renderItem={(stock) => <StockSuggestion stock={stock} />}
        onChoose={(stock) => void add(stock)}
        note={found.length > 0 ? 'Already on your list.' : 'No stock matches. Try another symbol or name.'}
      />
    </div>
  );
}
