// Login with e-mail and password.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { call } from '../api.ts';
import { hasLapsed } from '../session.ts';
import { AuthFrame, textLink } from './auth-frame.tsx';
import { DemoCorner } from './demo-corner.tsx';
import { GoogleLogin } from './google-login.tsx';
import { refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import { useEnter } from './use-enter.ts';

export function LoginScreen() {
  const enter = useEnter();
  const [note] = useState(() => (hasLapsed() ? loginMessages.sessionExpired : null));

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
