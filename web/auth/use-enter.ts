// The way into the application after a login.
import { useRouter } from '@tanstack/react-router';
import type { LoginData } from '../../contract/auth.ts';
import { homeOf, takeReturnPath } from '../session.ts';
import { beginLogin } from './log-in.ts';

/**
 * Begins the session. By a link, or after a lapsed login, people come to where they wanted to go; everybody else starts at home.
 * The result is the sentence to show if there is no login.
 */
export function useEnter(): (data: LoginData) => Promise<string | null> {
  const router = useRouter();
  return async (data) => {
    const problem = beginLogin(data);
    if (!problem) await router.navigate({ to: takeReturnPath() ?? homeOf(data.user.role), replace: true });
    return problem;
  };
}
