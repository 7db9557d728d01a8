// What can be done to a person in the list: disable or enable, see the portfolio; of a colleague, who has none, delete.
import { Link } from '@tanstack/react-router';
import type { ListedUser } from '../../../contract/admin/users.ts';
import { session } from '../../session.ts';
import { buttonLook } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { DeleteUser } from './delete-user.tsx';
import { ToggleUser } from './toggle-user.tsx';

export type OnChanged = (user: ListedUser) => void;

export function UserActions({ user, onChanged }: { user: ListedUser; onChanged: OnChanged }) {
  // Nobody disables or deletes the own account here.
  if (user.role === 'admin' && user.email === session()?.email) return <span className="text-sm text-faint">You</span>;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1 md:flex-nowrap">
      <ToggleUser user={user} onChanged={onChanged} />
      {user.role === 'admin' ? (
        <DeleteUser user={user} />
      ) : (
        <Link
          to="/portfolioAdmin/$userId"
          params={{ userId: user._id }}
          aria-label={`View portfolio of ${user.email}`}
          className={classList(buttonLook({ size: 'small', tone: 'quiet' }), '-mr-3')}
        >
          View Portfolio
        </Link>
      )}
    </span>
  );
}
