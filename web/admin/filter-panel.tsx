// A panel of filters behind a button: set together, applied together, and counted on the button while they hold.
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button, buttonLook } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';

export interface FilterPanelProps<Draft> {
  /** 'Filter Orders'. */
  title: string;
  /** As the address has them now. */
  applied: Draft;
  /** All filters off. */
  none: Draft;
  /** How many of the applied ones narrow the list. */
  count: number;
  onApply: (draft: Draft) => void;
  /** The fields. What they set counts when Apply Filters is pressed. */
  children: (draft: Draft, set: (changes: Partial<Draft>) => void) => ReactNode;
}

function PanelForm<Draft extends object>({
  title,
  applied,
  none,
  onApply,
  onDone,
  children,
}: FilterPanelProps<Draft> & { onDone: () => void }) {
  const [draft, setDraft] = useState(applied);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onApply(draft);
    onDone();
  }

  return (
    <form aria-label={title} onSubmit={submit} className="flex flex-col gap-4 p-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {children(draft, (changes) => setDraft({ ...draft, ...changes }))}
      <div className="flex justify-end gap-2">
        <Button
          onClick={() => {
            onApply(none);
            onDone();
          }}
        >
          Clear
        </Button>
        <Button type="submit" tone="primary">
          Apply Filters
        </Button>
      </div>
    </form>
  );
}

export function FilterPanel<Draft extends object>(props: FilterPanelProps<Draft>) {
  const { count } = props;
  return (
    <Disclosure
      buttonClassName={buttonLook()}
      button={
        <>
          <ListFilter size={16} aria-hidden="true" />
          Filters
          {count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-xs leading-5 text-accent-text">
              {count}
              <span className="sr-only"> applied</span>
            </span>
          )}
        </>
      }
      panelClassName="w-[min(20rem,calc(100vw-2rem))]"
    >
      {(close) => <PanelForm {...props} onDone={close} />}
    </Disclosure>
  );
}
