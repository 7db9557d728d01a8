// What administrators can do to each other in the list of users.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { ListedUser } from '../../../contract/admin/users.ts';

// Nobody's own row.
vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { UserActions } = await import('./user-actions.tsx');

const colleague: ListedUser = {
  _id: '00000000-0000-4000-8000-000000000001',
  email: 'second@desk.test',
  name: 'Second',
  role: 'admin',
  createdAt: '2026-11-29T00:00:00.000Z',
  is_Blocked: false,
};

const shown = (user: ListedUser): string =>
  renderToStaticMarkup(<UserActions user={user} onChanged={() => undefined} />);

test('a colleague can be disabled and deleted', () => {
  expect(shown(colleague)).toContain('Disable second@desk.test');
  expect(shown(colleague)).toContain('Delete second@desk.test');
});

test('one who is disabled can be let in again', () => {
  expect(shown({ ...colleague, is_Blocked: true })).toContain('Enable second@desk.test');
});
