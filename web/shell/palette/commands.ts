// What the command palette offers: the pages of a role, every stock, and what can be done; and in which order.
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
  /** Stays the same from visit to visit: recent commands are kept by it. */
  key: string;
  label: string;
  /** Further words that find it, such as a company's name. */
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

/** What an administrator does with a stock, who does not trade: halts it, and plans its splits, bonuses and dividends. */
const deskStock = ({ symbol, name }: ListedStock): Command => ({
  key: `desk-stock ${symbol}`,
  label: symbol,
  words: name,
  act: { kind: 'desk-stock', symbol },
});

/** What is done on a page of the desk, as one would look for it. */
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
          page('Add money', '/addmoney', 'wallet deposit top up'),
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

/** A page or a stock before what can be done with one, where both fit equally. */
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
/** What fits so much less well than the best is chance: `suv` is SUVBANK and what can be done with it, not Sell UTSAVIKA. */
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

/** Nothing typed: the recent ones first, then pages and actions. Typed: the best fits first. */
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
 * The desk's own commands round what the server has found. A person's name must not lead to a page or a stock in which its letters are
 * only scattered: what holds the text itself comes first, then what was found, and a page whose name alone fits comes last.
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

/** The command just used comes first; logging out and the like are not worth remembering, nor is what was found for once. */
export function withRecent(recent: readonly string[], { key, act }: Command): string[] {
  const isPassing = ['log-out', 'theme', 'user', 'order-details'].includes(act.kind);
  if (isPassing) return [...recent];
  return [key, ...recent.filter((other) => other !== key)].slice(0, MOST_RECENT);
}

/** What was kept, whatever may have become of it. */
export function readRecent(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}
