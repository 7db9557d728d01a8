// The menu behind the person's initials: who is logged in, the profile, the wallet, the theme, and the way out.
import { useNavigate } from '@tanstack/react-router';
import { LogOut, Moon, Sun, UserRound, Wallet } from 'lucide-react';
import { logOut } from '../api.ts';
import type { Session } from '../session.ts';
import { Menu } from '../ui/menu.tsx';
import type { MenuAction } from '../ui/menu.tsx';
import { useShownTheme, useTheme } from '../ui/theme.ts';

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join('') || '?';
}

export function ProfileMenu({ login }: { login: Session }) {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const isDark = useShownTheme().startsWith('dark');
  const icon = { size: 16, 'aria-hidden': true } as const;

  const own: MenuAction[] = [
    {
      id: 'profile',
      label: 'Profile',
      icon: <UserRound {...icon} />,
      onChoose: () => void navigate({ to: '/userProfile' }),
    },
    { id: 'money', label: 'Add money', icon: <Wallet {...icon} />, onChoose: () => void navigate({ to: '/addmoney' }) },
  ];
  const actions: MenuAction[] = [
    ...(login.role === 'admin' ? [] : own),
    {
      id: 'theme',
      label: isDark ? 'Light theme' : 'Dark theme',
      icon: isDark ? <Sun {...icon} /> : <Moon {...icon} />,
      onChoose: () => setTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'logout', label: 'Log out', icon: <LogOut {...icon} />, tone: 'danger', onChoose: () => void logOut() },
  ];

  return (
    <Menu
      label={`Account of ${login.name}`}
      button={initials(login.name)}
      buttonClassName="flex size-9 cursor-pointer items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text outline-none hover:ring-1 hover:ring-accent-text data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-text"
      heading={
        <>
          <span className="block max-w-64 truncate font-semibold">{login.name}</span>
          <span className="block max-w-64 truncate text-sm text-muted">{login.email}</span>
        </>
      }
      actions={actions}
    />
  );
}
