// The people of a demo: one press logs in as any of them. Administrators log in through their own page.
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Credentials } from '../../contract/login.ts';
import type { DemoLogin } from '../../contract/platform.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { FormNote, textLink } from './auth-frame.tsx';
import type { Problem } from './log-in.ts';

const item = 'block w-full rounded-[4px] px-3 py-2 text-left -outline-offset-2 hover:bg-sunken';

export interface DemoLoginsProps {
  people: readonly DemoLogin[];
  logIn: (credentials: Credentials) => Promise<Problem | null>;
}

export function DemoLogins({ people, logIn }: DemoLoginsProps) {
  const [error, setError] = useState<Problem | null>(null);
  const admin = people.find(({ role }) => role === 'admin');
  return (
    <Disclosure
      button={
        <>
          Demo logins
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
      buttonClassName="inline-flex h-9 items-center gap-1 rounded-box border border-line px-3 font-medium whitespace-nowrap text-accent-text hover:border-edge"
      align="end"
      panelClassName="w-[min(22rem,calc(100vw-2rem))]"
    >
      {() => (
        <>
          <FormNote error={error} />
          <ul>
            {people.map(({ name, email, role, character, password }) =>
              role === 'admin' ? null : (
                <li key={email}>
                  <button
                    type="button"
                    className={item}
                    onClick={() => void logIn({ email, password }).then((sentence) => setError(sentence))}
                  >
                    <span className="block font-medium">{`Log in as ${name}`}</span>
                    <span className="block text-sm text-muted">{character}</span>
                  </button>
                </li>
              ),
            )}
          </ul>
          {admin && (
            <p className="border-t border-line px-3 py-2 text-sm text-muted">
              <Link to="/adminLogin" className={textLink}>
                Administrator
              </Link>
              {`: ${admin.email}, password ${admin.password}`}
            </p>
          )}
        </>
      )}
    </Disclosure>
  );
}
