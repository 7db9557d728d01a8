// The menu behind the person's initials: who is logged in, the profile, the wallet, the theme, and the way out.
import { Link } from '@tanstack/react-router';
import { LogOut, Moon, Sun, UserRound, Wallet } from 'lucide-react';
import { logOut } from '../api.ts';
import type { Session } from '../session.ts';
import { classList } from '../ui/class-list.ts';
import { Disclosure, disclosureItem } from '../ui/disclosure.tsx';
import { useShownTheme, useTheme } from '../ui/theme.ts';

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join('') || '?';
}

const icon = { size: 16, 'aria-hidden': true } as const;

function ThemeItem() {
  const [, setTheme] = useTheme();
  const isDark = useShownTheme().startsWith('dark');
  return (
    <button type="button" onClick={() => setTheme(isDark ? 'light' : 'dark')} className={disclosureItem}>
      {isDark ? <Sun {...icon} /> : <Moon {...icon} />}
      {isDark ? 'Light theme' : 'Dark theme'}
    </button>
  );
}

export function ProfileMenu({ login }: { login: Session }) {
  return (
    <Disclosure
      label={`Account of ${login.name}`}
      button={initials(login.name)}
      buttonClassName="flex size-9 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text hover:ring-1 hover:ring-accent-text"
      align="end"
      panelClassName="w-60"
    >
      {(close) => (
        <>
          <p className="mb-1 border-b border-line px-3 pt-2 pb-3">
            <span className="block truncate font-semibold">{login.name}</span>
            <span className="block truncate text-sm text-muted">{login.email}</span>
          </p>
          <ul>
            {login.role !== 'admin' && (
              <>
                <li>
                  <Link to="/userProfile" onClick={close} className={disclosureItem}>
                    <UserRound {...icon} />
                    Profile
                  </Link>
                </li>
                <li>
                  <Link to="/addmoney" onClick={close} className={disclosureItem}>
                    <Wallet {...icon} />
                    Add money
                  </Link>
                </li>
              </>
            )}
            <li>
              <ThemeItem />
            </li>
            <li>
              <button type="button" onClick={() => void logOut()} className={classList(disclosureItem, 'text-down')}>
                <LogOut {...icon} />
                Log out
              </button>
            </li>
          </ul>
        </>
      )}
    </Disclosure>
  );
}
