// The suggestions below a combobox: one of them may be highlighted; without any, the note is shown.
import type { ReactNode, Ref } from 'react';
import { classList } from './class-list.ts';
import { countOf } from './number-text.ts';

export interface OptionListProps<Item> {
  id: string;
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Beside an item, for the pointer only: an option cannot contain a button, so keys and screen readers have another way. */
  renderEnd?: (item: Item) => ReactNode;
  marked: number;
  onMark: (index: number) => void;
  onChoose: (item: Item) => void;
  note: string;
  ref?: Ref<HTMLUListElement>;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function OptionList<Item>({
  id,
  label,
  items,
  itemKey,
  renderItem,
  renderEnd,
  marked,
  onMark,
  onChoose,
  note,
  ref,
}: OptionListProps<Item>) {
  const hasItems = items.length > 0;
  return (
    <div className="reveal absolute top-full right-0 left-0 z-50 mt-1 overflow-hidden rounded-box bg-raised shadow-over sm:min-w-80">
      <ul
        id={id}
        ref={ref}
        role="listbox"
        aria-label={label}
        className={classList('max-h-96 overflow-y-auto', hasItems && 'p-1')}
      >
        {items.map((item, index) => (
          <li key={itemKey(item)} role="none" className="flex items-center">
            <button
              type="button"
              role="option"
              id={optionId(id, index)}
              tabIndex={-1}
              aria-selected={index === marked}
              // The field keeps the focus, so that a click is not first a blur.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onMark(index)}
              onClick={() => onChoose(item)}
              className={classList(
                'block min-w-0 flex-1 rounded-[4px] px-3 py-2 text-left',
                index === marked && 'bg-sunken',
              )}
            >
              {renderItem(item)}
            </button>
            {renderEnd?.(item)}
          </li>
        ))}
      </ul>
      <p role="status" className={hasItems ? 'sr-only' : 'px-4 py-4 text-muted'}>
        {hasItems ? countOf(items.length, 'suggestion') : note}
      </p>
    </div>
  );
}
