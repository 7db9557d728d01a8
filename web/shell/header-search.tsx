// The quick search of the header: type a symbol or a name, choose with arrows and Enter, land on the stock.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useSuggestions } from './suggestions.ts';

const stateText = {
  idle: 'Type a symbol or a company name.',
  searching: 'Searching\u2026',
  found: 'No stock matches. Try another symbol or name.',
  failed: 'The search did not answer. Try again in a moment.',
};

/** Ctrl+K or Cmd+K from anywhere. */
function useShortcut(onPress: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onPress]);
}

export function HeaderSearch({ autoFocus = false, onDone }: { autoFocus?: boolean; onDone?: () => void }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { stocks, state } = useSuggestions(text);
  useShortcut(() => input.current?.focus());

  function choose(symbol: string): void {
    setText('');
    onDone?.();
    void navigate({ to: '/stockdetails/$symbol', params: { symbol } });
  }

  return (
    <ComboBox
      aria-label="Search stocks"
      items={stocks}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={(key) => key !== null && choose(String(key))}
      allowsCustomValue
      allowsEmptyCollection={text.trim() !== ''}
      menuTrigger="input"
      // The server has already matched; names may match where the text of the item does not.
      defaultFilter={() => true}
      className="w-full"
    >
      <div className="relative flex">
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        />
        <Input
          ref={input}
          autoFocus={autoFocus}
          placeholder="Search stocks"
          type="search"
          enterKeyHint="search"
          maxLength={64}
          className="h-9 w-full rounded-box border border-line bg-bg pr-3 pl-9 text-md placeholder:text-faint hover:border-edge sm:text-base [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <Popover
        offset={4}
        className="reveal z-50 w-(--trigger-width) min-w-72 overflow-hidden rounded-box bg-raised shadow-over"
      >
        <ListBox<(typeof stocks)[number]>
          className="max-h-96 overflow-y-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-3 py-4 text-muted">{stateText[state]}</p>}
        >
          {(stock) => (
            <ListBoxItem
              id={stock.symbol}
              textValue={stock.symbol}
              data-symbol={stock.symbol}
              className="flex cursor-pointer items-center justify-between gap-4 rounded-[4px] px-3 py-2 outline-none data-focused:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block font-medium">{stock.symbol}</span>
                <span className="block truncate text-sm text-muted">{stock.name}</span>
              </span>
              <span className="flex flex-col items-end text-sm">
                <LivePrice symbol={stock.symbol} known={stock} />
                <LiveChange symbol={stock.symbol} known={stock} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
