// The menu behind the person's photo or initials: who is logged in, the profile, the wallet, the theme, and the way out.
import { Link } from '@tanstack/react-router';
import { LogOut, Moon, ShieldCheck, Sun, UserRound, Wallet } from 'lucide-react';
import { logOut } from '../api.ts';
import type { Session } from '../session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classList } from '../ui/class-list.ts';
import { Disclosure, disclosureItem } from '../ui/disclosure.tsx';
import { useShownTheme, useTheme } from '../ui/theme.ts';
import { useOwnPhoto } from '../user/own-photo.ts';

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
  const photo = useOwnPhoto(login.role !== 'admin');
  return (
    <Disclosure
      button={
        <>
          <Avatar name={login.name} photo={photo} />
          <span className="sr-only">{`Account of ${login.name}`}</span>
        </>
      }
      buttonClassName="finger flex size-9 items-center justify-center rounded-full hover:ring-1 hover:ring-accent-text"
      align="end"
      panelClassName="w-60"
    >
      {(close) => (
        <>
          <div className="mb-1 flex items-center gap-3 border-b border-line px-3 pt-2 pb-3">
            <Avatar name={login.name} photo={photo} />
            <p className="min-w-0">
              <span className="block truncate font-semibold">{login.name}</span>
              <span className="block truncate text-sm text-muted">{login.email}</span>
            </p>
          </div>
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
            {login.role === 'admin' && (
              <li>
                <Link to="/adminSecurity" onClick={close} className={disclosureItem}>
                  <ShieldCheck {...icon} />
                  Security
                </Link>
              </li>
            )}
            <li>
              <ThemeItem />
            </li>
            <li>
              <button type="button" onClick={() => void logOut()} className={classList(disclosureItem, 'text-down')}>
                <LogOut {...icon} />
                {/* Spec 2: the administrators' header has it in one word. */}
                {login.role === 'admin' ? 'Logout' : 'Log out'}
              </button>
            </li>
          </ul>
        </>
      )}
    </Disclosure>
  );
}
