// The administrators' navigation: all their screens in one column that stays visible while the page scrolls.
import { Link, useLocation } from '@tanstack/react-router';
import { OpenReports } from './open-reports.tsx';
import { adminPlaces } from './places.ts';

export function AdminSidebar() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav
      aria-label="Admin Panel"
      className="sticky top-[calc(3.5rem+1px)] h-[calc(100dvh-3.5rem-1px)] w-56 shrink-0 overflow-y-auto border-r border-line bg-surface px-2 py-4 max-lg:hidden print:hidden"
    >
      <p className="px-3 pb-2 text-sm font-semibold text-faint">Admin Panel</p>
      <ul className="flex flex-col gap-0.5">
        {adminPlaces.map(({ to, label, icon: Icon, also }) => (
          <li key={to}>
            <Link
              to={to}
              data-within={also?.some((beginning) => path.startsWith(beginning)) || undefined}
              className="flex h-9 items-center gap-3 rounded-box px-3 text-base font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text data-within:bg-accent-soft data-within:text-accent-text"
            >
              {Icon && <Icon size={18} aria-hidden="true" className="shrink-0" />}
              {label}
              {to === '/reports' && <OpenReports />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
