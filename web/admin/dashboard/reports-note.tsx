// Mentions open reports from calls on the desk's first screen, with a link; nothing if there are none.
import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { useCall } from '../../query.ts';
import { buttonLook } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { DeskNote } from './desk-note.tsx';

const REFRESH_MS = 30_000;

export function ReportsNote() {
  const { data } = useCall('GET /reports', { limit: 1 }, { refetchInterval: REFRESH_MS });
  const open = data?.counts.OPEN ?? 0;
  if (open === 0) return null;
  return (
    <DeskNote
      icon={Flag}
      text={
        open === 1
          ? 'A report from a call waits for a decision.'
          : `${countText(open)} reports from calls wait for a decision.`
      }
    >
      <Link to="/reports" search={{ status: 'OPEN' }} className={buttonLook({ size: 'small' })}>
        {open === 1 ? 'Review it' : 'Review them'}
      </Link>
    </DeskNote>
  );
}
