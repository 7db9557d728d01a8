// What a stock page says besides the price: why trading is halted, what is coming, and what was carried out.
import { CalendarClock, OctagonPause } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { DateTime, dateWords } from '../ui/date-time.tsx';

const dayOf = ({ effectiveDate }: CorporateActionData): string => dateWords(effectiveDate);

function Notice({ tone, icon, children }: { tone: 'warn' | 'accent'; icon: ReactNode; children: ReactNode }) {
  const look = tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent-text';
  return (
    <p role="status" className={`flex items-start gap-2 rounded-box px-3 py-2 text-sm ${look}`}>
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** What to know before the next order. */
export function StockNotice({ symbol }: { symbol: string }) {
  const { data } = useCall('GET /stockNews', { symbol });
  if (data === undefined) return null;
  const { halt, coming } = data;
  // A split and a dividend may be planned for one day.
  const next = coming.filter(({ effectiveDate }) => effectiveDate === coming[0].effectiveDate);
  return (
    <>
      {halt && (
        <Notice tone="warn" icon={<OctagonPause size={16} aria-hidden="true" className="mt-0.5 shrink-0" />}>
          Trading in {symbol}{' '}
          {halt.haltedAt ? (
            <>
              has been halted since <DateTime at={halt.haltedAt} />
            </>
          ) : (
            'is halted'
          )}
          . Open orders can be canceled; new ones are not taken.{halt.reason && ` Reason: ${halt.reason}`}
        </Notice>
      )}
      {next.map((action) => (
        <Notice
          key={action._id}
          tone="accent"
          icon={<CalendarClock size={16} aria-hidden="true" className="mt-0.5 shrink-0" />}
        >
          {action.text} on {dayOf(action)}, for everybody who holds shares when the day begins.
          {action.kind !== 'dividend' && ' Open orders are canceled then.'}
        </Notice>
      ))}
    </>
  );
}

/** Empty if there never was one. */
export function CorporateActions({ symbol }: { symbol: string }) {
  const { data } = useCall('GET /stockNews', { symbol });
  const actions = data ? [...data.coming, ...data.past] : [];
  if (actions.length === 0) return null;
  return (
    <Card title="Corporate actions">
      <ul className="flex flex-col gap-3">
        {actions.map((action) => (
          <li key={action._id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>{action.text}</span>
            <span className="text-sm text-muted">
              {dayOf(action)}
              {action.state === 'planned' && ', coming'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
