// Instructor login (spec 2, 4, 5): needs a token and is_instructor true, then the instructor's dashboard.
import { Link, useRouter } from '@tanstack/react-router';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { call } from '../api.ts';
import { takeReturnPath } from '../session.ts';
import { AuthFrame, textLink } from './auth-frame.tsx';
import { beginLogin, refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { LoginForm } from './login-form.tsx';

export function InstructorLoginScreen() {
  const router = useRouter();

  async function logIn(credentials: Credentials): Promise<Problem | null> {
    const reply = await call('POST /login', credentials);
    if (!reply.ok) return refusedLogin(reply);
    if (!reply.data?.user?.is_instructor) return loginMessages.invalidResponse;
    const problem = beginLogin(reply.data);
    if (problem) return problem;
    await router.navigate({ to: takeReturnPath() ?? '/dashboard', replace: true });
    return null;
  }

  return (
    <AuthFrame
      title="Welcome Back"
      documentTitle="Instructor Login"
      lead="Instructor Login"
      footer={
        <p>
          Not an instructor?{' '}
          <Link to="/login" className={textLink}>
            Log in as a trader
          </Link>
        </p>
      }
    >
      <LoginForm logIn={logIn} />
    </AuthFrame>
  );
}
