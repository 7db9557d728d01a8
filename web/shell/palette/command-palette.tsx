// The command palette: a few letters lead to a page, a stock or an action, by the keyboard alone. Loaded when it is first opened.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { logOut } from '../../api.ts';
import { openStockLists } from '../../market/stock-lists-state.ts';
import { readOwn, writeOwn } from '../../own-storage.ts';
import { useCall } from '../../query.ts';
import type { Session } from '../../session.ts';
import { openTicket } from '../../trade/ticket.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { classList } from '../../ui/class-list.ts';
import { isComposing } from '../../ui/composing.ts';
import { useShownTheme, useTheme } from '../../ui/theme.ts';
import { placesOf } from '../places.ts';
import { commandsOf, readRecent, shownCommands, withFound, withRecent } from './commands.ts';
import type { Command, CommandAct, ShownCommand } from './commands.ts';
import { closePalette, isPaletteKey, takeAhead } from './palette-state.ts';
import { useFound } from './use-found.ts';
import type { Found } from './use-found.ts';

const RECENT = 'recent-commands';
const PAGE_STEP = 8;

const kindNames: Record<CommandAct['kind'], string> = {
  page: 'Page',
  stock: 'Stock',
  'desk-stock': 'Stock',
  chart: 'Chart',
  watch: 'Watchlists',
  order: 'Order',
  user: 'User',
  'order-details': 'Order',
  theme: 'Action',
  'log-out': 'Action',
};

/** Carries out a command. */
function useAct(): (act: CommandAct) => void {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const isDark = useShownTheme().startsWith('dark');
  return (act) => {
    switch (act.kind) {
      case 'page':
        return void navigate({ to: act.to });
      case 'stock':
        return void navigate({ to: '/stockdetails/$symbol', params: { symbol: act.symbol } });
      case 'desk-stock':
        return void navigate({ to: '/list', search: { stock: act.symbol } });
      case 'chart':
        return void navigate({ to: '/tradingview', search: { symbol: act.symbol } });
      case 'user':
        return void navigate({ to: '/portfolioAdmin/$userId', params: { userId: act.userId } });
      case 'order-details':
        return void navigate({ to: '/viewdetails/$id', params: { id: act.orderId } });
      case 'watch':
        return openStockLists(act.symbol);
      case 'order':
        return openTicket(act.side, act.symbol);
      case 'theme':
        return setTheme(isDark ? 'light' : 'dark');
      case 'log-out':
        return void logOut();
    }
  };
}

interface OptionProps {
  id: string;
  command: ShownCommand;
  isMarked: boolean;
  onMark: () => void;
  onChoose: () => void;
}

function Option({ id, command: { label, words, act, isRecent }, isMarked, onMark, onChoose }: OptionProps) {
  return (
    <li role="none" data-symbol={'symbol' in act ? act.symbol : undefined}>
      <button
        type="button"
        role="option"
        id={id}
        tabIndex={-1}
        aria-selected={isMarked}
        // The field keeps the focus, so that typing can go on.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={onMark}
        onClick={onChoose}
        className={classList(
          'flex h-11 w-full items-center gap-3 rounded-[4px] px-3 text-left sm:h-10',
          isMarked && 'bg-sunken',
        )}
      >
        <span className="shrink-0 font-medium">{label}</span>
        <span className="min-w-0 flex-1 truncate text-sm text-muted">
          {('symbol' in act || act.kind === 'user' || act.kind === 'order-details') && words}
        </span>
        <span className="shrink-0 text-sm text-faint">
          {isRecent ? `Recent, ${kindNames[act.kind]}` : kindNames[act.kind]}
        </span>
      </button>
    </li>
  );
}

const keyHints = [
  ['\u2191\u2193', 'choose'],
  ['Enter', 'open'],
  ['Esc', 'close'],
] as const;

function KeyHints() {
  return (
    <p
      aria-hidden="true"
      className="flex gap-4 border-t border-line px-4 py-2 text-sm text-faint max-md:hidden pointer-coarse:hidden"
    >
      {keyHints.map(([key, deed]) => (
        <span key={key}>
          <kbd className="mr-1.5 rounded-[4px] border border-line px-1 text-muted">{key}</kbd>
          {deed}
        </span>
      ))}
    </p>
  );
}

interface QueryFieldProps {
  role: Session['role'];
  query: string;
  /** The list to choose from, its length, and the marked entry. */
  listId: string;
  count: number;
  at: number;
  onQuery: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function QueryField({ role, query, listId, count, at, onQuery, onKeyDown }: QueryFieldProps) {
  const what = role === 'admin' ? 'Page, user, stock or order number' : 'Page, stock or action';
  return (
    <div className="relative border-b border-line">
      <Search size={18} aria-hidden="true" className="absolute top-4 left-4 text-faint" />
      <input
        type="text"
        dir="auto"
        role="combobox"
        aria-label={what}
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={64}
        placeholder={what}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="h-13 w-full bg-transparent pr-4 pl-11 text-md -outline-offset-2 placeholder:text-faint"
      />
    </div>
  );
}

function nothingText(role: Session['role'], state: Found['state']): string {
  if (state === 'searching') return 'Searching \u2026';
  if (state === 'failed') return 'The server does not answer, so users and orders cannot be searched.';
  return role === 'admin'
    ? 'Nothing fits. Try a page, a symbol, part of a name or email address, or the number of an order.'
    : 'Nothing fits. Try a symbol, a page, or buy and a symbol.';
}

/** The index that a key moves to; single steps wrap around. Null for any other key. */
function movedTo(key: string, marked: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (marked + 1) % count;
  if (key === 'ArrowUp') return (marked - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, marked + PAGE_STEP);
  if (key === 'PageUp') return Math.max(0, marked - PAGE_STEP);
  return null;
}

/** Open as long as it is mounted. */
function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // A press beside the box hits the dialog itself, and closes it as Esc does.
    const onClick = (event: MouseEvent): void => {
      if (event.target === element) element.close();
    };
    element.addEventListener('click', onClick);
    element.showModal();
    return () => {
      element.removeEventListener('click', onClick);
      // If it is removed without being closed, as when the login ends, the page behind must become usable again.
      element.close();
    };
  }, []);
  return dialog;
}

/** Matches for the typed letters: pages, stocks and actions at once, and the server's results a moment later. */
function useShown(role: Session['role'], query: string, recent: readonly string[]): Found {
  const traded = useCall('GET /stocks', {}, { enabled: role !== 'admin' }).data;
  const listed = useCall('GET /stocklist', {}, { enabled: role === 'admin' }).data;
  const stocks = traded ?? listed;
  const commands = useMemo(() => commandsOf(role, placesOf[role], stocks ?? []), [role, stocks]);
  const fitting = useMemo(() => shownCommands(commands, query, recent), [commands, query, recent]);
  const found = useFound(role, query);
  return role === 'admin'
    ? { ...found, commands: withFound(fitting, query, found.commands) }
    : { ...found, commands: fitting };
}

export function CommandPalette({ login: { role } }: { login: Session }) {
  const dialog = useOpenDialog();
  useBackCloses(() => dialog.current?.close(), false);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const [recent] = useState(() => readRecent(readOwn(RECENT)));
  const { commands: shown, state } = useShown(role, query, recent);
  const act = useAct();
  // After the dialog has been shown, the field itself receives the keys.
  useEffect(() => setQuery(takeAhead()), []);
  const at = Math.min(marked, shown.length - 1);

  function choose(command: Command): void {
    writeOwn(RECENT, JSON.stringify(withRecent(recent, command)));
    // Closed first, so that whatever opens next returns the focus to where it was before.
    dialog.current?.close();
    act(command.act);
  }

  function mark(index: number): void {
    setMarked(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method is composing a word, Enter belongs to it.
    if (isComposing(event)) return;
    const next = movedTo(event.key, at, shown.length);
    if (next !== null) mark(next);
    else if (event.key === 'Enter' && at >= 0) choose(shown[at]);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Commands"
      onClose={closePalette}
      onKeyDown={(event) => {
        if (isPaletteKey(event)) event.currentTarget.close();
      }}
      className="reveal mx-auto mt-[10dvh] w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-box bg-raised p-0 text-ink shadow-over"
    >
      <QueryField
        role={role}
        query={query}
        listId={listId}
        count={shown.length}
        at={at}
        onQuery={(next) => {
          setQuery(next);
          mark(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={listId}
        ref={list}
        role="listbox"
        aria-label="Commands"
        className={classList('max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain', shown.length > 0 && 'p-1')}
      >
        {shown.map((command, index) => (
          <Option
            key={command.key}
            id={`${listId}-${index}`}
            command={command}
            isMarked={index === at}
            onMark={() => setMarked(index)}
            onChoose={() => choose(command)}
          />
        ))}
      </ul>
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-4 py-6 text-muted'}>
        {shown.length > 0 ? `${shown.length} found` : nothingText(role, state)}
      </p>
      <KeyHints />
    </dialog>
  );
}
