// Tabs over panels of one screen: arrow keys move and choose, the chosen tab can live in the address.
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

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
}

/** The index that a key leads to, round the ends; null for a key that leads nowhere. */
function movedTo(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export function Tabs<Value extends string>({ label, items, value, onChoose }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  );

  function onKeyDown(event: KeyboardEvent): void {
    const next = movedTo(event.key, at, items.length);
    if (next === null) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChoose(items[next].value);
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-4 overflow-x-auto overflow-y-hidden border-b border-line px-4"
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
