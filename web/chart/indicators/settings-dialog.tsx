// Changes the periods and widths of one indicator.
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstMistake } from '../../ui/form.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { numberOf } from '../../ui/number-text.ts';
import { indicatorText, kindOf, settingMistake, withUsualSettings } from './chosen.ts';
import type { ChosenIndicator } from './chosen.ts';

export interface SettingsDialogProps {
  indicator: ChosenIndicator;
  /** All indicators on the chart, so that no two become the same. */
  chosen: readonly ChosenIndicator[];
  onApply: (changed: ChosenIndicator) => void;
  onClose: () => void;
}

export function SettingsDialog({ indicator, chosen, onApply, onClose }: SettingsDialogProps) {
  const { kind, settings } = indicator;
  const { name, about, settings: known } = kindOf(kind);
  const [typed, setTyped] = useState(() => settings.map(String));
  const [isTried, setIsTried] = useState(false);
  const formId = useId();
  const values = typed.map(numberOf);
  const mistakes = values.map((value, index) => settingMistake(kind, index, value));
  const text = indicatorText({ kind, settings: values });
  const isTwin = chosen.some((other) => other !== indicator && indicatorText(other) === text);

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsTried(true);
    if (mistakes.some((mistake) => mistake !== null)) return focusFirstMistake(event.currentTarget);
    if (!isTwin) onApply({ kind, settings: values });
  }

  return (
    <Dialog
      title={name}
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setTyped(withUsualSettings(kind).settings.map(String))}>Usual settings</Button>
          <Button tone="primary" type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <p className="mb-4 text-sm text-muted">{about}</p>
      <form id={formId} noValidate onSubmit={apply} className="flex flex-col gap-4">
        {known.map(({ label, least, most, step }, index) => (
          <NumberInput
            key={label}
            label={label}
            min={least}
            max={most}
            step={step}
            value={typed[index]}
            error={isTried ? mistakes[index] : null}
            autoFocus={index === 0}
            onType={(next) => setTyped(typed.map((before, at) => (at === index ? next : before)))}
          />
        ))}
        <p role="status" className="min-h-5 text-sm text-down">
          {isTwin && 'An indicator with these settings is on the chart already.'}
        </p>
      </form>
    </Dialog>
  );
}
