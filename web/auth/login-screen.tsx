// Login with e-mail and password.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoginData } from '../../contract/auth.ts';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { call } from '../api.ts';
import { hasLapsed, homeOf, session, takeReturnPath } from '../session.ts';
import { AuthFrame, textLink } from './auth-frame.tsx';
import { DemoCorner } from './demo-corner.tsx';
import { GoogleLogin } from './google-login.tsx';
import { beginLogin, refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { LoginForm } from './login-form.tsx';

export function LoginScreen() {
  const router = useRouter();
  const [note] = useState(() => (hasLapsed() ? loginMessages.sessionExpired : null));

  async function enter(data: LoginData): Promise<string | null> {
    const problem = beginLogin(data);
    if (problem) return problem;
    // By a link, or after a lapsed login, people come to where they wanted to go; everybody else starts at home.
    await router.navigate({ to: takeReturnPath() ?? homeOf(session()?.role ?? 'user'), replace: true });
    return null;
  }

  async function logIn(credentials: Credentials): Promise<Problem | null> {
    const reply = await call('POST /login', credentials);
    return reply.ok ? enter(reply.data) : refusedLogin(reply);
  }

  return (
    <AuthFrame
      title="Log in"
      corner={<DemoCorner logIn={logIn} />}
      footer={
        <>
          <p>
            New here?{' '}
            <Link to="/signup" className={textLink}>
              Sign up
            </Link>
          </p>
          <p>
            Teaching here?{' '}
            <Link to="/instructorLogin" className={textLink}>
              Instructor login
            </Link>
          </p>
          <p>
            Running this market?{' '}
            <Link to="/adminLogin" className={textLink}>
              Admin login
            </Link>
          </p>
        </>
      }
    >
      <LoginForm logIn={logIn} note={note} />
      <p className="mt-4">
        <Link to="/forgotPassword" className={textLink}>
          Forgot password?
        </Link>
      </p>
      <GoogleLogin text="signin_with" onLogin={enter} />
    </AuthFrame>
  );
}
