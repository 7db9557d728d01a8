// Tabs over panels of one screen: arrow keys move and select; the selected tab can be stored in the address.
import { useId, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classList } from './class-list.ts';

interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  /** After the tabs, always visible. */
  end?: ReactNode;
  /** Over a screen, not in a card: they begin where everything else does. */
  isFlush?: boolean;
}

/** The index that a key moves to, wrapping around; null for any other key. */
export function movedTo(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export function Tabs<Value extends string>({ label, items, value, onChoose, end, isFlush = false }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  );

  // If the tabs do not all fit, the selected one is scrolled into view.
  useLayoutEffect(() => {
    const strip = list.current;
    const tab = strip?.querySelectorAll<HTMLElement>('[role=tab]')[at];
    if (!strip || !tab) return;
    const [before, behind] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    if (before < strip.scrollLeft) strip.scrollLeft = before;
    else if (behind > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = behind - strip.clientWidth;
  }, [at, items.length]);

  function onKeyDown(event: KeyboardEvent): void {
    const next = movedTo(event.key, at, items.length);
    if (next === null) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChoose(items[next].value);
  }

  return (
    <div>
      <div className="flex items-center border-b border-line">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className={classList(
            'relative flex min-w-0 flex-1 gap-4 overflow-x-auto overflow-y-hidden [scrollbar-width:thin]',
            !isFlush && 'px-4',
          )}
        >
          {items.map((item, index) => (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={index === at}
              aria-controls={index === at ? `${id}-panel` : undefined}
              // One stop of the Tab key for all of them.
              tabIndex={index === at ? 0 : -1}
              onClick={() => onChoose(item.value)}
              onKeyDown={onKeyDown}
              className="-mb-px border-b-2 border-transparent py-2.5 text-base font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent-text aria-selected:text-ink"
            >
              {item.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        key={items[at].value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${items[at].value}`}
        tabIndex={-1}
        className="outline-none"
      >
        {items[at].panel}
      </div>
    </div>
  );
}
