// How one moves through the diary: the view, the month or the days, and straight to a day and time.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { controlLook } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { addDays, addMonths, isDay, isTime, monthOf } from './calendar.ts';
import { rangeWords } from './diary-days.ts';
import type { DiarySearch, DiaryView } from './diary-search.ts';

export interface DiaryControlsProps {
  search: DiarySearch;
  today: string;
  onChange: (changes: DiarySearch) => void;
}

const viewChoices: { value: DiaryView; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'custom', label: 'Custom' },
];

// On a phone the letters are larger, and the sign of the calendar must not lie over them.
const dateLook = classList(controlLook, 'max-w-36 max-sm:max-w-40');
const timeLook = classList(controlLook, 'max-w-28 max-sm:max-w-26');

/** Spec 2: a date picker with time and button bar. Choosing a day opens it; a time leaves out what came before. */
function DayPicker({ search, today, onChange }: DiaryControlsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full sm:flex-nowrap">
      <legend className="sr-only">Go to a day</legend>
      <input
        type="date"
        aria-label="Day"
        max={today}
        value={search.day ?? ''}
        onChange={(event) => {
          const day = event.currentTarget.value;
          if (isDay(day)) onChange({ day, month: monthOf(day) });
        }}
        className={dateLook}
      />
      <input
        type="time"
        aria-label="From time"
        disabled={search.day === undefined}
        value={search.time ?? ''}
        onChange={(event) =>
          onChange({ time: isTime(event.currentTarget.value) ? event.currentTarget.value : undefined })
        }
        className={timeLook}
      />
      <Button onClick={() => onChange({ day: today, month: undefined, time: undefined })}>Today</Button>
      <Button
        disabled={search.day === undefined && search.time === undefined}
        className="max-sm:disabled:hidden"
        onClick={() => onChange({ day: undefined, time: undefined })}
      >
        Clear
      </Button>
    </fieldset>
  );
}

interface StepsProps {
  words: string;
  previous: string;
  next: string;
  hasNext: boolean;
  onStep: (count: number) => void;
}

function Steps({ words, previous, next, hasNext, onStep }: StepsProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label={previous} onClick={() => onStep(-1)}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <span aria-live="polite" className="min-w-36 text-center font-semibold">
        {words}
      </span>
      <IconButton label={next} disabled={!hasNext} onClick={() => onStep(1)}>
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function CustomRange({ search, today, onChange }: DiaryControlsProps) {
  const change = (key: 'from' | 'to', text: string): void => {
    if (text === '' || isDay(text)) onChange({ [key]: text || undefined });
  };
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2 sm:flex-nowrap">
      <legend className="sr-only">Days of the diary</legend>
      <input
        type="date"
        aria-label="From day"
        max={today}
        value={search.from ?? ''}
        onChange={(event) => change('from', event.currentTarget.value)}
        className={dateLook}
      />
      <span aria-hidden="true" className="text-muted">
        {'\u2013'}
      </span>
      <input
        type="date"
        aria-label="To day"
        max={today}
        value={search.to ?? ''}
        onChange={(event) => change('to', event.currentTarget.value)}
        className={dateLook}
      />
    </fieldset>
  );
}

export function DiaryControls(props: DiaryControlsProps) {
  const { search, today, onChange } = props;
  const view = search.view ?? 'monthly';
  const day = search.day ?? today;
  const month = search.month ?? monthOf(day);
  const words = rangeWords(search, today);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Segmented
          label="View"
          value={view}
          choices={viewChoices}
          onChoose={(next) => onChange({ view: next === 'monthly' ? undefined : next })}
        />
        {view === 'monthly' && (
          <Steps
            words={words}
            previous="Previous month"
            next="Next month"
            hasNext={month < monthOf(today)}
            onStep={(count) => onChange({ month: addMonths(month, count), day: undefined, time: undefined })}
          />
        )}
        {view === 'daily' && (
          <Steps
            words={words}
            previous="Previous day"
            next="Next day"
            hasNext={day < today}
            onStep={(count) => onChange({ day: addDays(day, count), month: undefined })}
          />
        )}
        {view === 'custom' && <CustomRange {...props} />}
      </div>
      <DayPicker {...props} />
    </div>
  );
}
