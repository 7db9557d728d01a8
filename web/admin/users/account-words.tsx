// An account's state in a word.
import { Badge } from '../../ui/badge.tsx';

/** Spec 2: Blocked red, Active green. */
export function AccountBadge({ isBlocked }: { isBlocked: boolean }) {
  return <Badge tone={isBlocked ? 'down' : 'up'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>;
}

export const roleNames = { user: 'Trader', instructor: 'Instructor', admin: 'Administrator' } as const;
