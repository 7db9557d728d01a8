// The quick search of the header: type a symbol or a name, choose with arrows and Enter, land on the stock.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { StockSuggestion } from '../market/stock-suggestion.tsx';
import { WatchButton } from '../market/watch-button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { useSuggestions } from './suggestions.ts';

const notes = {
  idle: 'Searching\u2026',
  searching: 'Searching\u2026',
  found: 'No stock matches. Try another symbol or name.',
  failed: 'The search did not answer. Try again in a moment.',
};

export function HeaderSearch({ autoFocus = false, onDone }: { autoFocus?: boolean; onDone?: () => void }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { stocks, state, text: answered } = useSuggestions(text);

  function choose(stock: Stock): void {
    setText('');
    onDone?.();
    input.current?.blur();
    void navigate({ to: '/stockdetails/$symbol', params: { symbol: stock.symbol } });
  }

  return (
    <Combobox
      ref={input}
      label="Search stocks"
      placeholder="Search stocks"
      isQuiet
      icon={<Search size={16} aria-hidden="true" />}
      end={<PaletteButton />}
      text={text}
      onText={setText}
      items={stocks}
      isFresh={answered === text.trim()}
      itemKey={(stock) => stock.symbol}
      renderItem={(stock) => <StockSuggestion stock={stock} />}
      renderEnd={({ symbol }) => <WatchButton symbol={symbol} isForPointer />}
      onChoose={choose}
      note={notes[state]}
      autoFocus={autoFocus}
    />
  );
}
