// Says at the top of every screen that all trading is halted, since when and why.
import { Link, useLocation } from '@tanstack/react-router';
import { OctagonPause } from 'lucide-react';
import { useMarketState } from '../market-phase.ts';
import type { Session } from '../session.ts';
import { DateTime } from '../ui/date-time.tsx';

/** Where an administrator ends the halt: the dashboard, unless that is the page they are on. */
function WayToResume() {
  const path = useLocation({ select: (location) => location.pathname });
  if (path === '/adminHome') return null;
  return (
    <>
      {' '}
      <Link to="/adminHome" className="font-medium whitespace-nowrap underline">
        Resume on the dashboard
      </Link>
    </>
  );
}

export function HaltBanner({ role }: Pick<Session, 'role'>) {
  const data = useMarketState();
  if (!data?.isHalted) return null;
  const { haltedAt, reason } = data;
  return (
    <div role="status" className="border-b border-line bg-warn-soft text-warn">
      <p className="mx-auto flex max-w-[90rem] items-start gap-2 px-4 py-2 text-sm sm:px-6">
        <OctagonPause size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">
          <strong className="font-semibold">All trading {haltedAt === null ? 'is' : 'has been'} halted</strong>
          {haltedAt !== null && (
            <>
              {' since '}
              <DateTime at={haltedAt} shape="minute" />
            </>
          )}
          . Open orders can be canceled; new ones are not taken.
          {reason !== null && ` Reason: ${reason}`}
          {role === 'admin' && <WayToResume />}
        </span>
      </p>
    </div>
  );
}
