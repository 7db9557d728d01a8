// The number of reports that wait for an administrator, beside the name of their screen; nothing if there are none.
import { useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/number-text.ts';

const REFRESH_MS = 30_000;

export function OpenReports() {
  const { data } = useCall('GET /reports', { limit: 1 }, { refetchInterval: REFRESH_MS });
  const open = data?.counts.OPEN ?? 0;
  return open === 0 ? null : (
    <Badge tone="warn" className="ml-auto">
      {countText(open)} open
    </Badge>
  );
}
