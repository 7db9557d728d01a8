// Navigation of the diary: the view, the month or the days, and straight to a day and time.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { controlLook } from '../../ui/field.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { DayInput } from '../day-input.tsx';
import { addDays, addMonths, isTime, monthOf } from './calendar.ts';
import { rangeWords, selectedDay } from './diary-days.ts';
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

// On a phone the two share a line.
const dateLook = 'min-w-0 flex-1 max-sm:px-2 sm:max-w-36';
// Beside the month it is slightly narrower, which leaves one more line for the calendar.
const dayLook = 'max-w-36 max-sm:max-w-37 max-sm:px-2';
const timeLook = classList(controlLook, 'max-w-28 max-sm:max-w-26');

/** Before a field whose label is only read out: beside other days it has to be told from them. */
function Word({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-sm text-muted">
      {children}
    </span>
  );
}

/** Spec 2: a date picker with time and button bar. Choosing a day opens it; a time hides earlier trades. */
function DayPicker({ search, today, onChange }: DiaryControlsProps) {
  const day = selectedDay(search, today);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2 sm:flex-nowrap">
      <legend className="sr-only">Go to a day</legend>
      {search.view === 'custom' && <Word>Day</Word>}
      <DayInput
        label="Day"
        max={today}
        day={day}
        onDay={(chosen) => chosen && onChange({ day: chosen, month: monthOf(chosen) })}
        className={dayLook}
      />
      <input
        type="time"
        aria-label="From time"
        disabled={day === undefined}
        title={day === undefined ? 'Choose a day first' : undefined}
        value={search.time ?? ''}
        onChange={(event) =>
          onChange({ time: isTime(event.currentTarget.value) ? event.currentTarget.value : undefined })
        }
        className={classList(timeLook, 'max-sm:disabled:hidden')}
      />
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
    <div className="flex items-center gap-1 max-sm:gap-0">
      <IconButton label={previous} onClick={() => onStep(-1)}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <span aria-live="polite" className="min-w-36 text-center font-semibold max-sm:min-w-28">
        {words}
      </span>
      <IconButton label={next} disabled={!hasNext} onClick={() => onStep(1)}>
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function CustomRange({ search, today, onChange }: DiaryControlsProps) {
  return (
    <fieldset className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <legend className="sr-only">Days of the diary</legend>
      {/* A phone has no room for it; 'to' says enough there. */}
      <span className="max-sm:hidden">
        <Word>From</Word>
      </span>
      <DayInput
        label="From day"
        max={today}
        day={search.from}
        onDay={(day) => onChange({ from: day })}
        className={dateLook}
      />
      <Word>to</Word>
      <DayInput
        label="To day"
        max={today}
        day={search.to}
        onDay={(day) => onChange({ to: day })}
        className={dateLook}
      />
    </fieldset>
  );
}

/** `panel`: the id of what is shown below. */
export function DiaryControls(props: DiaryControlsProps & { panel: string }) {
  const { search, today, onChange, panel } = props;
  const view = search.view ?? 'monthly';
  const day = search.day ?? today;
  const month = search.month ?? monthOf(day);
  const words = rangeWords(search, today);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 max-sm:gap-x-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:contents">
        <ViewTabs
          label="View"
          panel={panel}
          value={view}
          choices={viewChoices}
          onChoose={(next) => onChange({ view: next === 'monthly' ? undefined : next })}
        />
        {view !== 'custom' && (
          <Button onClick={() => onChange({ day: today, month: undefined, time: undefined })}>Today</Button>
        )}
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
