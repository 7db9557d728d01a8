// The entries of the command palette and their order: the pages of a role, every stock, and actions.
import type { UserRole } from '../../../contract/auth.ts';
import type { OrderSide } from '../../../contract/trade.ts';
import type { Place, Places } from '../places.ts';
import { folded } from '../../../contract/wire/normal.ts';
import { fuzzyScore } from './fuzzy.ts';

export type CommandAct =
  | {
      kind: 'page';
      to:
        | Place['to']
        | '/userProfile'
        | '/addmoney'
        | '/notifications'
        | '/tradediary/profit'
        | '/adminSecurity'
        | '/marketorders'
        | '/limitorders'
        | '/stoporders'
        | '/payouts';
    }
  | { kind: 'stock' | 'chart' | 'watch' | 'desk-stock'; symbol: string }
  | { kind: 'order'; side: OrderSide; symbol: string }
  | { kind: 'user'; userId: string }
  | { kind: 'order-details'; orderId: string }
  | { kind: 'theme' | 'log-out' };

export interface Command {
  /** The same at every visit, because recent commands are remembered by it. */
  key: string;
  label: string;
  /** More words that find it, such as a company's name. */
  words: string;
  act: CommandAct;
}

export interface ListedStock {
  symbol: string;
  name: string;
}

const MOST_SHOWN = 30;

const page = (label: string, to: Extract<CommandAct, { kind: 'page' }>['to'], words = ''): Command => ({
  key: `page ${to}`,
  label,
  words,
  act: { kind: 'page', to },
});

function stockCommands({ symbol, name }: ListedStock): Command[] {
  return [
    { key: `stock ${symbol}`, label: symbol, words: name, act: { kind: 'stock', symbol } },
    { key: `buy ${symbol}`, label: `Buy ${symbol}`, words: name, act: { kind: 'order', side: 'BUY', symbol } },
    { key: `sell ${symbol}`, label: `Sell ${symbol}`, words: name, act: { kind: 'order', side: 'SELL', symbol } },
    { key: `chart ${symbol}`, label: `Chart ${symbol}`, words: name, act: { kind: 'chart', symbol } },
    { key: `watch ${symbol}`, label: `Watch ${symbol}`, words: name, act: { kind: 'watch', symbol } },
  ];
}

/** An administrator's actions on a stock: halting it, and planning splits, bonuses and dividends. */
const deskStock = ({ symbol, name }: ListedStock): Command => ({
  key: `desk-stock ${symbol}`,
  label: symbol,
  words: name,
  act: { kind: 'desk-stock', symbol },
});

/** Actions on pages of the desk, in the words that people would look for. */
const deskWords: Partial<Record<Place['to'], string>> = {
  '/adminHome': 'halt resume all trading prove books ledger',
  '/userList': 'people accounts disable enable block',
  '/list': 'halt resume split bonus dividend corporate actions tick band',
  '/allTransactions': 'trades',
  '/transactions': 'commission discounts statutory report',
  '/promotions': 'sign-up bonus referral loyalty rewards',
  '/createSession': 'lesson plan',
  '/sessions': 'lessons cancel refund pay back attendance ratings',
  '/payments': 'refunds deposits top-ups',
  '/surveillance': 'flags market conduct',
  '/reports': 'harassment complaints calls',
  '/messages': 'write announce notify',
  '/auditLog': 'who changed history',
};

/** All commands of a role. */
export function commandsOf(role: UserRole, places: Places, stocks: readonly ListedStock[]): Command[] {
  const isTrader = role !== 'admin';
  return [
    ...[...places.main, ...places.more].map(({ label, to }) => page(label, to, isTrader ? '' : deskWords[to])),
    ...(isTrader
      ? [
          page('Notifications', '/notifications', 'news alerts'),
          page('Profile', '/userProfile', 'account photo password rewards'),
          page('Profit report', '/tradediary/profit', 'tax year realised gains dividends'),
          page('Add money', '/addmoney', 'wallet deposit top up balance statement'),
        ]
      : [
          page('Market Orders', '/marketorders'),
          page('Limit Orders', '/limitorders'),
          page('Stop Orders', '/stoporders', 'bracket'),
          page('Earnings of instructors', '/payouts', 'payouts'),
          page('Security', '/adminSecurity', 'password second factor logins'),
        ]),
    { key: 'theme', label: 'Switch between light and dark', words: 'theme colours', act: { kind: 'theme' } },
    { key: 'log-out', label: 'Log out', words: 'sign out leave', act: { kind: 'log-out' } },
    ...(isTrader ? stocks.flatMap(stockCommands) : stocks.map(deskStock)),
  ];
}

/** If both fit equally, a page or a stock comes before actions. */
const headStart: Record<CommandAct['kind'], number> = {
  page: 3,
  stock: 4,
  'desk-stock': 4,
  user: 3,
  'order-details': 3,
  chart: 0,
  watch: 0,
  order: 1,
  theme: 2,
  'log-out': 1,
};
const RECENT_HEAD_START = 3;
/** Entries that fit so much less than the best are chance: `suv` means SUVBANK and its actions, not Sell UTSAVIKA. */
const WORTH_SHOWING = 0.6;
/** A symbol or a page's name counts more than the company's name behind it. */
const WORDS_WEIGHT = 0.6;

function scoreOf(query: string, { label, words, act }: Command): number | null {
  const named = fuzzyScore(query, label);
  const described = words === '' ? null : fuzzyScore(query, `${label} ${words}`);
  if (named === null && described === null) return null;
  return Math.max(named ?? 0, (described ?? 0) * WORDS_WEIGHT) + headStart[act.kind];
}

export interface ShownCommand extends Command {
  isRecent: boolean;
}

/** Without text: recent commands first, then pages and actions. With text: the best matches first. */
export function shownCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly ShownCommand[] {
  const marked = commands.map((command): ShownCommand => ({ ...command, isRecent: recent.includes(command.key) }));
  if (query.trim() === '') {
    const last = recent.flatMap((key) => marked.find((command) => command.key === key) ?? []);
    const rest = marked.filter(({ isRecent, act }) => !isRecent && !('symbol' in act));
    return [...last, ...rest].slice(0, MOST_SHOWN);
  }
  const fits = marked.flatMap((command) => {
    const score = scoreOf(query, command);
    return score === null ? [] : [{ command, score: score + (command.isRecent ? RECENT_HEAD_START : 0) }];
  });
  const best = Math.max(0, ...fits.map(({ score }) => score));
  return fits
    .filter(({ score }) => score >= best * WORTH_SHOWING)
    .sort((one, other) => other.score - one.score || one.command.label.length - other.command.label.length)
    .slice(0, MOST_SHOWN)
    .map(({ command }) => command);
}

/**
 * Merges the desk's commands with the server's results. A person's name must not lead to a page or stock that only contains its letters
 * scattered: entries with the text itself come first, then the results, then pages whose own name fits.
 */
export function withFound(
  fitting: readonly ShownCommand[],
  query: string,
  found: readonly ShownCommand[],
): readonly ShownCommand[] {
  const text = folded(query.trim());
  const holds = ({ label, words }: Command): boolean => folded(`${label} ${words}`).includes(text);
  const isNamed = (command: ShownCommand): boolean =>
    !holds(command) && command.act.kind !== 'desk-stock' && fuzzyScore(query, command.label) !== null;
  return [...fitting.filter(holds), ...found, ...fitting.filter(isNamed)];
}

const MOST_RECENT = 6;

/** The command just used comes first. Logging out and the like are not remembered, nor are the server's results. */
export function withRecent(recent: readonly string[], { key, act }: Command): string[] {
  const isPassing = ['log-out', 'theme', 'user', 'order-details'].includes(act.kind);
  if (isPassing) return [...recent];
  return [key, ...recent.filter((other) => other !== key)].slice(0, MOST_RECENT);
}

/** The remembered commands; storage may contain anything. */
export function readRecent(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}
