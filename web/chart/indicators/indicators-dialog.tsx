// The dialog that finds indicators by name and adds them to the chart.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { canAdd, indicatorText, kindIds, kindOf, nextOf } from './chosen.ts';
import type { ChosenIndicator, KindId } from './chosen.ts';
import { indicatorTitle } from './shown.ts';

export interface IndicatorsDialogProps {
  chosen: readonly ChosenIndicator[];
  onChoose: (chosen: ChosenIndicator[]) => void;
  onClose: () => void;
}

const places = [
  { place: 'price', title: 'On the price' },
  { place: 'pane', title: 'In a pane of their own' },
] as const;

/** Each word must be in the name, the short name or the explanation. */
function isFound(id: KindId, text: string): boolean {
  const { name, short, about } = kindOf(id);
  const all = `${name} ${short} ${about}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function OnChart({ chosen, onChoose }: Pick<IndicatorsDialogProps, 'chosen' | 'onChoose'>) {
  if (chosen.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="mb-1 text-sm font-medium text-muted">On the chart</h3>
      <ul className="flex flex-wrap gap-2">
        {chosen.map((one) => (
          <li key={indicatorText(one)} className="flex items-center rounded-box border border-line pl-3 text-sm">
            {indicatorTitle(one)}
            <IconButton
              size="small"
              label={`Remove ${indicatorTitle(one)}`}
              onClick={() => onChoose(chosen.filter((other) => other !== one))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function IndicatorsDialog({ chosen, onChoose, onClose }: IndicatorsDialogProps) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');

  function add(id: KindId): void {
    const one = nextOf(chosen, id);
    const reason = canAdd(chosen, one);
    setSaid(reason ?? `${indicatorTitle(one)} has been added.`);
    if (reason === null) onChoose([...chosen, one]);
  }

  const found = kindIds.filter((id) => isFound(id, text));
  return (
    <Dialog title="Indicators" isOpen onClose={onClose}>
      <TextInput
        label="Find an indicator"
        hideLabel
        placeholder="Find an indicator"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoFocus
        className="mb-2"
      />
      <p role="status" className="mb-2 min-h-5 text-sm text-muted">
        {found.length === 0 ? 'No indicator has these words.' : said}
      </p>
      <OnChart chosen={chosen} onChoose={onChoose} />
      {places.map(({ place, title }) => {
        const here = found.filter((id) => kindOf(id).place === place);
        if (here.length === 0) return null;
        return (
          <section key={place} className="mb-4">
            <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
            <ul className="-mx-2">
              {here.map((id) => {
                const { name, short, about } = kindOf(id);
                return (
                  <li key={id}>
                    <button
                      type="button"
                      onClick={() => add(id)}
                      className="flex w-full items-center justify-between gap-3 rounded-box px-2 py-2 text-left -outline-offset-2 hover:bg-sunken"
                    >
                      <span className="min-w-0">
                        <span className="block font-medium">
                          {name} <span className="font-normal text-faint">{short}</span>
                        </span>
                        <span className="block text-sm text-muted">{about}</span>
                      </span>
                      <Plus size={16} aria-hidden="true" className="shrink-0 text-muted" />
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </Dialog>
  );
}
