// The header behind login: name, practice badge, pages, index, search, live mark, notifications, account; a collapsible menu on narrow screens.
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, ChevronDown, Menu as MenuIcon, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { LiveMark } from '../live-text.tsx';
import { useUnreadCount } from '../notices.ts';
import { useIndex } from '../quotes.ts';
import { useCall } from '../query.ts';
import type { Session } from '../session.ts';
import { homeOf } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { Disclosure, disclosureItem } from '../ui/disclosure.tsx';
import { useMediaQuery } from '../ui/media-query.ts';
import { Change, Price } from '../ui/money.tsx';
import { Brand } from '../ui/brand.tsx';
import { HeaderSearch } from './header-search.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import type { Place } from './places.ts';
import { placesOf } from './places.ts';
import { ProfileMenu } from './profile-menu.tsx';

const linkLook = classList(
  'inline-flex h-9 items-center rounded-box px-2.5 text-base font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-ink',
  'aria-[current=page]:text-accent-text',
);

function PlaceLink({ place, className }: { place: Place; className: string }) {
  return (
    <Link to={place.to} className={className}>
      {place.label}
    </Link>
  );
}

/** Links behind 'More'. */
function MoreLinks({ places }: { places: readonly Place[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Disclosure
      button={
        <>
          More
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
      buttonClassName={classList(linkLook, 'gap-1', places.some((place) => place.to === path) && 'text-accent-text')}
      panelClassName="min-w-44"
    >
      {(close) => (
        <ul>
          {places.map((place) => (
            <li key={place.to}>
              <Link to={place.to} onClick={close} className={disclosureItem}>
                {place.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

function IndexTicker() {
  const { data } = useCall('GET /index', {}, { staleTime: 60_000 });
  const index = useIndex() ?? data;
  if (!index) return <span className="block w-56" />;
  return (
    <span className="flex w-56 items-baseline justify-end gap-2 text-sm whitespace-nowrap">
      <span className="font-medium text-muted">{index.name}</span>
      <Price rupees={index.value} plain className="live-number" />
      <Change value={index.changePercent} kind="percent" className="live-number" />
    </span>
  );
}

function NotificationBell() {
  const unread = useUnreadCount();
  const shown = unread > 99 ? '99+' : String(unread);
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      className="finger relative inline-flex size-9 shrink-0 items-center justify-center rounded-box text-muted hover:bg-sunken hover:text-ink aria-[current=page]:text-accent-text"
    >
      <Bell size={18} aria-hidden="true" />
      {unread > 0 && (
        <span
          data-testid="unread-count"
          className="absolute top-0 right-0 min-w-4 rounded-full bg-down px-1 text-center text-[0.625rem] leading-4 font-semibold text-surface"
        >
          {shown}
        </span>
      )}
    </Link>
  );
}

interface MobileMenuProps {
  id: string;
  places: readonly Place[];
  /** The link to the present page has been chosen, or Esc pressed: nothing else leads away from the menu. */
  onDone: () => void;
  className: string;
}

function MobileMenu({ id, places, onDone, className }: MobileMenuProps) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    onDone();
    document.querySelector<HTMLElement>(`[aria-controls='${id}']`)?.focus();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <nav
      id={id}
      aria-label="All pages"
      className={classList(
        'reveal border-t border-line bg-surface px-2 py-2 print:hidden',
        'max-h-[calc(100dvh-3.5rem)] overflow-y-auto max-sm:max-h-[calc(100dvh-7rem)]',
        className,
      )}
    >
      <ul className="grid grid-cols-2 gap-x-2 sm:grid-cols-4">
        {places.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              onClick={onDone}
              className="flex h-11 items-center gap-3 rounded-box px-3 text-base font-medium text-muted hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
            >
              {place.icon && <place.icon size={18} aria-hidden="true" />}
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useOpenUntilNavigation(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => setIsOpen(false), [path]);
  return [isOpen, setIsOpen];
}

export function Header({ login }: { login: Session }) {
  const [isMenuOpen, setMenuOpen] = useOpenUntilNavigation();
  const [isSearchOpen, setSearchOpen] = useOpenUntilNavigation();
  const menuId = useId();
  const places = placesOf[login.role];
  const canTrade = login.role !== 'admin';
  // No menu is needed where the header, or the sidebar beside it, shows the pages.
  // Not hidden by CSS: a phone would fetch the index and draw both for nothing.
  const hasRoomForIndex = useMediaQuery('(width >= 88rem)');
  const hasRoomForSearch = useMediaQuery('(width >= 48rem)');
  const menuWidths = canTrade ? 'xl:hidden' : 'lg:hidden';
  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-surface print:static short:static">
      <div
        className={classList(
          // With text twice as large, or spaced as some readers need it, there is less room than any screen has: it wraps.
          'flex min-h-14 flex-wrap items-center gap-1 px-3 max-sm:py-1.5 sm:gap-2 sm:px-6',
          canTrade && 'mx-auto max-w-[90rem]',
        )}
      >
        <Link to={homeOf(login.role)} aria-label="Istock, home" className="flex rounded-box">
          <Brand />
        </Link>
        <Badge tone="warn" className="ml-1">
          Practice market
        </Badge>
        {canTrade && (
          <nav aria-label="Main" className="ml-2 flex items-center max-xl:hidden print:hidden">
            {places.main.map((place) => (
              <PlaceLink key={place.to} place={place} className={linkLook} />
            ))}
            <MoreLinks places={places.more} />
          </nav>
        )}
        <div className="ml-auto flex items-center gap-1 sm:gap-3 print:hidden">
          {canTrade && hasRoomForIndex && <IndexTicker />}
          <LiveMark />
          {canTrade && hasRoomForSearch && (
            <div className="w-56">
              <HeaderSearch />
            </div>
          )}
          {!canTrade && <PaletteButton isSearch />}
          <div className="flex items-center sm:gap-1">
            {canTrade && (
              <IconButton
                label={isSearchOpen ? 'Close search' : 'Search'}
                aria-expanded={isSearchOpen}
                onClick={() => {
                  setMenuOpen(false);
                  setSearchOpen(!isSearchOpen);
                }}
                className="md:hidden"
              >
                {isSearchOpen ? <X size={18} aria-hidden="true" /> : <Search size={18} aria-hidden="true" />}
              </IconButton>
            )}
            {canTrade && <NotificationBell />}
            <IconButton
              label="Menu"
              aria-expanded={isMenuOpen}
              aria-controls={menuId}
              onClick={() => {
                setSearchOpen(false);
                setMenuOpen(!isMenuOpen);
              }}
              className={menuWidths}
            >
              {isMenuOpen ? <X size={18} aria-hidden="true" /> : <MenuIcon size={18} aria-hidden="true" />}
            </IconButton>
          </div>
          <ProfileMenu login={login} />
        </div>
      </div>
      {isSearchOpen && (
        <div className="border-t border-line p-2 md:hidden">
          <HeaderSearch autoFocus onDone={() => setSearchOpen(false)} />
        </div>
      )}
      {isMenuOpen && (
        <MobileMenu
          id={menuId}
          places={[...places.main, ...places.more]}
          onDone={() => setMenuOpen(false)}
          className={menuWidths}
        />
      )}
    </header>
  );
}

/** For pages open to everybody: the name, and the login link. */
export function GuestHeader() {
  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-14 max-w-[90rem] items-center gap-3 px-4 max-sm:flex-wrap sm:px-6">
        <Brand />
        <Badge tone="warn">Practice market</Badge>
        <Link to="/login" className={classList(linkLook, 'ml-auto')}>
          Log in
        </Link>
      </div>
    </header>
  );
}
