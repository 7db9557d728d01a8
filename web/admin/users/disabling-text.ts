// What follows when an account is disabled: an administrator trades nothing, and an instructor's sessions are not sold meanwhile.
import type { ListedUser } from '../../../contract/admin/users.ts';

export function disablingText({ email, role }: Pick<ListedUser, 'email' | 'role'>): string {
  const out = `${email} is logged out everywhere within a second`;
  const again = 'You can enable the account again at any time.';
  if (role === 'admin') return `${out}, and logging in is refused. ${again}`;
  return `${out}, open orders are canceled, and logging in is refused. Holdings and money stay as they are.${ofLessons(role)} ${again}`;
}

const ofLessons = (role: ListedUser['role']): string =>
  role === 'instructor'
    ? ' Sessions to come are not sold meanwhile. Those who have bought one keep their places: give it to somebody else, or cancel it.'
    : '';
