// A text field with suggestions below it, following the ARIA combobox pattern: arrows choose, Enter accepts, Esc closes and then clears.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { classList } from './class-list.ts';
import { isComposing } from './composing.ts';
import { controlLook } from './field.tsx';
import { OptionList, optionId } from './option-list.tsx';
import type { OptionListProps } from './option-list.tsx';

export interface ComboboxProps<Item> {
  label: string;
  placeholder?: string;
  /** In the header, where it is quieter than the fields of a page. */
  isQuiet?: boolean;
  /** Inside the field, before the text. */
  icon?: ReactNode;
  /** Inside the field, behind the text. */
  end?: ReactNode;
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  /** False while the items still belong to an earlier text: Enter then waits for the right ones. */
  isFresh: boolean;
  itemKey: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  renderEnd?: OptionListProps<Item>['renderEnd'];
  onChoose: (item: Item) => void;
  /** Below the field while there is text and no item: searching, nothing found, and the like. */
  note: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The index after an arrow key, wrapping around; with nothing marked, it enters at the near end. */
function stepped(marked: number, step: 1 | -1, count: number): number {
  if (marked < 0) return step > 0 ? 0 : count - 1;
  return (marked + step + count) % count;
}

type Choosing<Item> = Pick<ComboboxProps<Item>, 'text' | 'onText' | 'items' | 'isFresh' | 'onChoose'>;

/** Handles typing and keys: whether the list is open, which item is marked, and when one is chosen. */
function useChoosing<Item>({ text, onText, items, isFresh, onChoose }: Choosing<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const [isEnterWaiting, setEnterWaiting] = useState(false);
  const isOpen = isWanted && text.trim() !== '';
  const marked = isOpen && active < items.length ? active : -1;

  function choose(item: Item): void {
    setIsWanted(false);
    setActive(-1);
    setEnterWaiting(false);
    onChoose(item);
  }

  // Enter was pressed before the answer came: the first match, which is the best, is chosen when it arrives.
  const takeBest = useEffectEvent(() => {
    setEnterWaiting(false);
    if (items.length > 0) choose(items[0]);
  });
  useEffect(() => {
    if (isEnterWaiting && isFresh) takeBest();
  }, [isEnterWaiting, isFresh]);

  function type(next: string): void {
    onText(next);
    setIsWanted(true);
    setActive(-1);
    setEnterWaiting(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that ends a word of another script is not one of ours.
    if (isComposing(event)) return;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && items.length > 0) {
      const next = stepped(marked, event.key === 'ArrowDown' ? 1 : -1, items.length);
      setIsWanted(true);
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && marked >= 0) {
      choose(items[marked]);
    } else if (event.key === 'Enter' && isOpen) {
      setEnterWaiting(true);
    } else if (event.key === 'Escape' && isOpen) {
      setIsWanted(false);
    } else if (event.key === 'Escape' && text) {
      onText('');
    } else return;
    event.preventDefault();
  }

  return { list, isOpen, marked, setIsWanted, mark: setActive, choose, type, onKeyDown };
}

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, placeholder, isQuiet, icon, end, text, items, itemKey, renderItem, renderEnd, note, autoFocus, ref } =
    props;
  const { list, isOpen, marked, setIsWanted, mark, choose, type, onKeyDown } = useChoosing(props);
  const listId = useId();
  return (
    <div className="relative w-full">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint">{icon}</span>
      )}
      <input
        ref={ref}
        type="text"
        dir="auto"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={marked >= 0 ? optionId(listId, marked) : undefined}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={64}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={() => setIsWanted(true)}
        onBlur={() => setIsWanted(false)}
        onKeyDown={onKeyDown}
        className={classList(
          isQuiet
            ? 'h-9 w-full rounded-box border border-line bg-bg px-3 text-md placeholder:text-faint hover:border-edge sm:text-base'
            : controlLook,
          Boolean(icon) && 'pl-9',
          Boolean(end) && 'pr-15',
        )}
      />
      {end && <span className="absolute inset-y-0 right-2 flex items-center">{end}</span>}
      {isOpen && (
        <OptionList
          ref={list}
          id={listId}
          label={label}
          marked={marked}
          onMark={mark}
          onChoose={choose}
          {...{ items, itemKey, renderItem, renderEnd, note }}
        />
      )}
    </div>
  );
}
