// A text field with suggestions below it, as the ARIA combobox pattern has it: arrows choose, Enter takes, Esc closes and then clears.
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { classList } from './class-list.ts';

export interface ComboboxProps<Item> {
  label: string;
  placeholder?: string;
  /** Inside the field, before the text. */
  icon?: ReactNode;
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  /** Below the field while there is text and no item: searching, nothing found, and the like. */
  note: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Combobox<Item>({
  label,
  placeholder,
  icon,
  text,
  onText,
  items,
  itemKey,
  renderItem,
  onChoose,
  note,
  autoFocus,
  ref,
}: ComboboxProps<Item>) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = isWanted && text.trim() !== '';
  const marked = isOpen && active < items.length ? active : -1;

  function mark(index: number): void {
    setIsWanted(true);
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function choose(item: Item): void {
    setIsWanted(false);
    setActive(-1);
    onChoose(item);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const count = items.length;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark(marked < 0 && step < 0 ? count - 1 : (marked + step + count) % count);
    } else if (event.key === 'Enter' && isOpen && count > 0) {
      // Without a choice Enter takes the best match, which stands first.
      choose(items[Math.max(marked, 0)]);
    } else if (event.key === 'Escape' && isOpen) {
      setIsWanted(false);
    } else if (event.key === 'Escape' && text) {
      onText('');
    } else return;
    event.preventDefault();
  }

  return (
    <div className="relative w-full">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint">{icon}</span>
      )}
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={marked >= 0 ? `${id}-${marked}` : undefined}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={64}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setIsWanted(true);
          setActive(-1);
        }}
        onFocus={() => setIsWanted(true)}
        onBlur={() => setIsWanted(false)}
        onKeyDown={onKeyDown}
        className={classList(
          'h-9 w-full rounded-box border border-line bg-bg pr-3 text-md placeholder:text-faint hover:border-edge sm:text-base',
          icon ? 'pl-9' : 'pl-3',
        )}
      />
      {isOpen && (
        <div className="reveal absolute top-full right-0 left-0 z-50 mt-1 overflow-hidden rounded-box bg-raised shadow-over sm:min-w-80">
          <ul
            id={`${id}-list`}
            ref={list}
            role="listbox"
            aria-label={label}
            className={classList('max-h-96 overflow-y-auto', items.length > 0 && 'p-1')}
          >
            {items.map((item, index) => (
              <li
                key={itemKey(item)}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === marked}
                // The field keeps the focus, so that a click is not first a blur.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(item)}
                className={classList('cursor-pointer rounded-[4px] px-3 py-2', index === marked && 'bg-sunken')}
              >
                {renderItem(item)}
              </li>
            ))}
          </ul>
          <p role="status" className={items.length > 0 ? 'sr-only' : 'px-4 py-4 text-muted'}>
            {items.length > 0 ? `${items.length} suggestions` : note}
          </p>
        </div>
      )}
    </div>
  );
}
