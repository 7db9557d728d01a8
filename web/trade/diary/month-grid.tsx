// A month of days at a glance: green and red with arrow, sign and sum, so that colour is never the only sign.
import { NotebookPen } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { classList } from '../../ui/class-list.ts';
import { addDays, monthOf, monthWeeks, monthWords, weekdayNames } from './calendar.ts';
import { dayLabel, shortSignedText, tinyText } from './diary-days.ts';

export interface MonthGridProps {
  month: string;
  today: string;
  /** Undefined while they load. */
  days: readonly DiaryDay[] | undefined;
  /** Days that have notes of their own. */
  noted: ReadonlySet<string>;
  selected: string | undefined;
  onSelect: (day: string) => void;
}

const looks: Record<DiaryDay['status'], { cell: string; text: string; bar: string; arrow: string }> = {
  PROFIT: { cell: 'bg-up-soft', text: 'text-up', bar: 'fill-up', arrow: '\u25b2' },
  LOSS: { cell: 'bg-down-soft', text: 'text-down', bar: 'fill-down', arrow: '\u25bc' },
  FLAT: { cell: 'bg-sunken', text: 'text-muted', bar: 'fill-edge', arrow: '\u25c6' },
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface CellProps {
  day: string;
  record: DiaryDay | undefined;
  /** The day's profit or loss relative to the month's largest: 0 to 1. */
  weight: number;
  isNoted: boolean;
  isToday: boolean;
  isSelected: boolean;
  isFuture: boolean;
  isReachable: boolean;
  onSelect: () => void;
}

function DayCell({ day, record, weight, isNoted, isToday, isSelected, isFuture, isReachable, onSelect }: CellProps) {
  const look = record && looks[record.status];
  return (
    <button
      type="button"
      data-day={day}
      disabled={isFuture}
      aria-pressed={isSelected}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={isReachable ? 0 : -1}
      onClick={onSelect}
      className={classList(
        'relative flex h-14 w-full flex-col items-start justify-between overflow-hidden rounded-[4px] px-0.5 py-1 text-left sm:h-20 sm:p-1.5 @min-[54rem]:p-2',
        look ? look.cell : 'bg-bg enabled:hover:bg-sunken',
        isFuture && 'opacity-40',
        isSelected && 'ring-2 ring-accent-text',
      )}
    >
      <span className="sr-only">{dayLabel(day, record) + (isNoted ? ', has notes' : '')}</span>
      <span
        aria-hidden="true"
        className={classList(
          'text-sm leading-4',
          isToday ? 'rounded-full bg-accent px-1.5 font-semibold text-on-accent' : 'text-muted',
        )}
      >
        {Number(day.slice(8))}
      </span>
      {isNoted && (
        // Beside today's date there is no room for it on a phone; beside the arrow there is.
        <NotebookPen
          size={12}
          aria-hidden="true"
          className="absolute top-6 right-0.5 text-muted sm:top-1.5 sm:right-1.5"
        />
      )}
      {record && look && (
        <span aria-hidden="true" className="w-full min-w-0">
          <span
            className={classList(
              // In a narrow cell the arrow stands above the sum, which has the whole width: a sum that is cut would be another sum.
              'flex gap-x-0.5 text-xs font-semibold @max-[43rem]:flex-col @min-[43rem]:items-baseline @min-[43rem]:text-sm @min-[54rem]:text-base',
              look.text,
            )}
          >
            <span className="text-[0.6rem] leading-3">{look.arrow}</span>
            <span className="tracking-tight whitespace-nowrap max-[22rem]:text-[0.625rem] max-[22rem]:tracking-tighter @min-[43rem]:hidden">
              {tinyText(record.overallPL)}
            </span>
            <span className="truncate @max-[43rem]:hidden">{shortSignedText(record.overallPL)}</span>
          </span>
          <span className="block truncate text-xs text-muted @max-[43rem]:hidden">
            {`net ${shortSignedText(record.netPL)}`}
          </span>
        </span>
      )}
      {record && look && weight > 0 && <Weight weight={weight} fill={look.bar} />}
    </button>
  );
}

/** A bar along the lower edge, as long as the day's share: large days stand out without colour, too. */
function Weight({ weight, fill }: { weight: number; fill: string }) {
  return (
    <svg
      viewBox="0 0 100 3"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 h-[3px] w-full"
    >
      <rect width={Math.max(3, weight * 100)} height={3} className={fill} />
    </svg>
  );
}

export function MonthGrid({ month, today, days, noted, selected, onSelect }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const byDay = new Map(days?.map((day) => [day.date, day]));
  const weeks = monthWeeks(month);
  const most = days?.reduce((known, { overallPL }) => Math.max(known, Math.abs(overallPL)), 0) ?? 0;
  const weightOf = (record: DiaryDay | undefined): number =>
    record === undefined || most === 0 ? 0 : Math.abs(record.overallPL) / most;
  // One tab stop: the selected day, otherwise today, otherwise the first of the month.
  const first = `${month}-01`;
  const reachable = selected && monthOf(selected) === month ? selected : monthOf(today) === month ? today : first;

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    const from = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.day : undefined;
    if (step === undefined || !from) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLButtonElement>(`button[data-day="${addDays(from, step)}"]`)?.focus();
  }

  return (
    <table
      ref={grid}
      role="grid"
      onKeyDown={onKeyDown}
      aria-busy={days === undefined}
      className="w-full table-fixed border-separate border-spacing-1"
    >
      <caption className="sr-only">{monthWords(month)}</caption>
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-1 text-sm font-medium text-faint">
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, number) => (
          <tr key={number}>
            {week.map((day, index) => (
              <td key={day ?? `empty-${index}`} className="p-0">
                {day && (
                  <DayCell
                    day={day}
                    record={byDay.get(day)}
                    weight={weightOf(byDay.get(day))}
                    isNoted={noted.has(day)}
                    isToday={day === today}
                    isSelected={day === selected}
                    isFuture={day > today}
                    isReachable={day === reachable}
                    onSelect={() => onSelect(day)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
