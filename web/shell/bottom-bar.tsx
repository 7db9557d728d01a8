// On phones, the five main pages are at the bottom edge, under the thumb.
import { Link } from '@tanstack/react-router';
import { StaleNotice } from '../live-text.tsx';
import type { Place } from './places.ts';

export function BottomBar({ places }: { places: readonly Place[] }) {
  return (
    <nav
      aria-label="Main places"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden short:static"
    >
      <StaleNotice className="absolute inset-x-0 bottom-full" />
      <ul className="grid grid-cols-5">
        {places.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              className="flex h-14 flex-col items-center justify-center gap-1 text-[min(0.75rem,3.8vw)] font-medium text-muted -outline-offset-2 aria-[current=page]:text-accent-text"
            >
              {place.icon && <place.icon size={20} aria-hidden="true" />}
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
