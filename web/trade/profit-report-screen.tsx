// The profit report: realised gains of a tax year or of any days, with dividends and rewards; to read, to print, and as CSV.
import { getRouteApi } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ProfitReport } from '../../contract/trade/profit.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DaysFilter } from './days-filter.tsx';
import { useToday } from './diary/use-today.ts';
import { ExportMenu } from './export-menu.tsx';
import { incomeCsv, linesCsv, stocksCsv } from './profit/profit-csv.ts';
import { ProfitPaper } from './profit/profit-paper.tsx';
import { profitDaysOf, profitSearchOf, yearChoices } from './profit/tax-year.ts';
import type { ProfitDays, ProfitSearch } from './profit/tax-year.ts';

const route = getRouteApi('/trader/tradediary/profit');

const files = [
  { name: 'Lots as CSV', what: 'profit-lots', make: linesCsv },
  { name: 'Stocks as CSV', what: 'profit-stocks', make: stocksCsv },
  { name: 'Dividends and rewards as CSV', what: 'income', make: incomeCsv },
];

interface ControlsProps {
  chosen: ProfitDays;
  today: string;
  report: ProfitReport | undefined;
  onSearch: (search: ProfitSearch) => void;
  onPrint: () => void;
}

function Controls({ chosen, today, report, onSearch, onPrint }: ControlsProps) {
  return (
    <>
      <Select
        label="Days of the report"
        hideLabel
        className="max-sm:w-full sm:w-44"
        choices={yearChoices(today)}
        value={chosen.choice}
        onChoose={(choice) => onSearch(profitSearchOf(choice, chosen))}
      />
      {chosen.choice === 'days' && (
        <DaysFilter
          legend="Days of the report"
          days={chosen.days}
          today={today}
          onDays={(days) => onSearch({ of: 'days', ...days })}
        />
      )}
      <ExportMenu files={files} data={report} days={chosen.days} />
      <Button disabled={!report} onClick={onPrint}>
        <Printer size={16} aria-hidden="true" />
        Print
      </Button>
    </>
  );
}

export function ProfitReportScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday();
  const chosen = profitDaysOf(search, today);
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, refetch } = useCall('GET /profitReport', chosen.days);

  const [prints, setPrints] = useState(0);
  useEffect(() => {
    if (prints > 0) window.print();
  }, [prints]);

  /** Paper has no button for the rest, so it is drawn first. */
  function print(): void {
    setIsWhole(true);
    setPrints(prints + 1);
  }

  return (
    <Screen
      title="Profit report"
      lead={chosen.words}
      className="print:max-w-none print:p-0"
      actions={
        <Controls
          chosen={chosen}
          today={today}
          report={data}
          onSearch={(next) => void navigate({ search: next, resetScroll: false })}
          onPrint={print}
        />
      }
    >
      {data && <ProfitPaper report={data} isWhole={isWhole} onWhole={() => setIsWhole(true)} />}
      {!data && error && (
        <Card flush>
          <ErrorState
            title="The profit report could not be made"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
      {!data && !error && (
        <div className="flex flex-col gap-4 rounded-box border border-line bg-surface p-4 sm:p-8">
          <LoadingNote what="profit report" />
          <Skeleton className="h-20 w-1/2" />
          <Skeleton className="h-64" />
        </div>
      )}
    </Screen>
  );
}
