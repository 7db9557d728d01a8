// Mentions money at the provider that is credited to nobody on the desk's first screen, with a link; nothing if there is none.
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useCall } from '../../query.ts';
import { buttonLook } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { DeskNote } from './desk-note.tsx';

const REFRESH_MS = 60_000;

export function StraysNote() {
  const { data } = useCall('GET /strayPayments', {}, { refetchInterval: REFRESH_MS });
  const strays = data?.length ?? 0;
  if (strays === 0) return null;
  return (
    <DeskNote
      icon={TriangleAlert}
      text={
        strays === 1
          ? 'A payment at the provider is credited to nobody.'
          : `${countText(strays)} payments at the provider are credited to nobody.`
      }
    >
      <Link to="/payments" className={buttonLook({ size: 'small' })}>
        {strays === 1 ? 'Look into it' : 'Look into them'}
      </Link>
    </DeskNote>
  );
}
