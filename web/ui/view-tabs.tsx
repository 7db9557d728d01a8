// Tabs over the rest of a screen, drawn as choices side by side: arrow keys move and select.
import type { KeyboardEvent } from 'react';
import { classList } from './class-list.ts';
import type { Choice } from './select.tsx';
import { movedTo } from './tabs.tsx';

export interface ViewTabsProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  /** The id of the `tabpanel` below, whose content the tabs change. */
  panel: string;
}

export function ViewTabs<Value extends string>({ label, choices, value, onChoose, panel }: ViewTabsProps<Value>) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, at: number): void {
    const next = movedTo(event.key, at, choices.length);
    if (next === null) return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChoose(choices[next].value);
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      className="inline-flex max-w-full min-w-0 flex-wrap rounded-box bg-sunken p-0.5"
    >
      {choices.map((choice, index) => {
        const isSelected = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={panel}
            // One stop of the Tab key for all of them.
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onChoose(choice.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className={classList(
              'finger h-8 rounded-[4px] px-3 text-sm font-medium whitespace-nowrap text-muted hover:text-ink',
              'aria-selected:bg-raised aria-selected:text-ink aria-selected:ring-1 aria-selected:ring-line',
              // Otherwise forced colours would put a plate of the page's colour behind the text, and hide it.
              'forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText] forced-colors:aria-selected:forced-color-adjust-none',
            )}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}
