// Admin login: its own call, and then the admin panel.
import { Link, useRouter } from '@tanstack/react-router';
import { loginMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { beginSession } from '../session.ts';
import { AuthFrame, textLink } from './auth-frame.tsx';
import { refusedLogin } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import type { Credentials } from './login-form.tsx';

export function AdminLoginScreen() {
  const router = useRouter();

  async function logIn(credentials: Credentials): Promise<string | null> {
    const reply = await call('POST /adminLogin', credentials);
    if (!reply.ok) return refusedLogin(reply);
    if (!reply.data?.token) return loginMessages.invalidResponse;
    // The call answers a token and nothing of the person but that.
    beginSession({ token: reply.data.token, role: 'admin', name: 'Administrator', email: credentials.email });
    await router.navigate({ to: '/adminHome', replace: true });
    return null;
  }

  return (
    <AuthFrame
      title="Admin login"
      lead="For those who run this market."
      footer={
        <p>
          Not an administrator?{' '}
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
