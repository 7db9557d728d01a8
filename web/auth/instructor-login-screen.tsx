// Instructor login (spec 2, 4, 5): needs a token and is_instructor true, then the instructor's dashboard.
import { Link } from '@tanstack/react-router';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { call } from '../api.ts';
import { AuthFrame, textLink } from './auth-frame.tsx';
import { refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import { useEnter } from './use-enter.ts';

export function InstructorLoginScreen() {
  const enter = useEnter();

  async function logIn(credentials: Credentials): Promise<Problem | null> {
    const reply = await call('POST /login', credentials);
    if (!reply.ok) return refusedLogin(reply);
    if (!reply.data?.user?.is_instructor) return loginMessages.invalidResponse;
    return enter(reply.data);
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
