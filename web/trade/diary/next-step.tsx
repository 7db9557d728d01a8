// What can be done where the days in view have no trades: on the first days of a month, those of the month before are looked for.
import { Link } from '@tanstack/react-router';
import { useCall } from '../../query.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { addMonths, monthOf, monthRange, monthWords } from './calendar.ts';
import { rangeOf } from './diary-days.ts';
import type { DiarySearch } from './diary-search.ts';

export interface NextStepProps {
  search: DiarySearch;
  today: string;
  onChange: (changes: DiarySearch) => void;
}

export function NextStep({ search, today, onChange }: NextStepProps) {
  const { from = today } = rangeOf(search, today);
  const before = addMonths(monthOf(from), -1);
  const isMonth = (search.view ?? 'monthly') === 'monthly';
  const { data } = useCall('GET /tradeDiary', monthRange(before), { enabled: isMonth });
  return isMonth && data && data.trades.length > 0 ? (
    <Button tone="primary" onClick={() => onChange({ month: before, day: undefined, time: undefined })}>
      Show {monthWords(before)}
    </Button>
  ) : (
    <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
      Browse stocks
    </Link>
  );
}
