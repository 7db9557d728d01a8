// Mentions money at the provider that is credited to nobody on the desk's first screen, with a link; nothing if there is none.
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useCall } from '../../query.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countText } from '../../ui/number-text.ts';

const REFRESH_MS = 60_000;

export function StraysNote() {
  const { data } = useCall('GET /strayPayments', {}, { refetchInterval: REFRESH_MS });
  const strays = data?.length ?? 0;
  if (strays === 0) return null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2">
          <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-warn" />
          {strays === 1
            ? 'A payment at the provider is credited to nobody.'
            : `${countText(strays)} payments at the provider are credited to nobody.`}
        </p>
        <Link to="/payments" className={buttonLook({ size: 'small' })}>
          {strays === 1 ? 'Look into it' : 'Look into them'}
        </Link>
      </div>
    </Card>
  );
}
