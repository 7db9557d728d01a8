// Accounts as the wire shows them: an allow-list, never a row.
import type { LoggedInUser, LoginData, UserRole } from '../../contract/auth.ts';
import type { Tokens } from './tokens.ts';

interface Person {
  id: string;
  name: string;
  email: string;
  role: UserRole;
}

function presentUser({ id, name, email, role }: Person): LoggedInUser {
  return { _id: id, name, email, role, is_instructor: role === 'instructor' };
}

export async function loginData(tokens: Tokens, person: Person, loginId: string): Promise<LoginData> {
  return { token: await tokens.sign(person.id, loginId), refreshToken: loginId, user: presentUser(person) };
}
