// Every screen of the table of addresses, as the people of the demo open it: with their data, tabs and panels.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ADMIN } from '../../crash/real-server.ts';
import type { RealServer } from '../../crash/real-server.ts';

export type Visitor = 'nobody' | 'trader' | 'instructor' | 'admin';

export interface Login {
  /** The page, and its call. */
  at: string;
  call: string;
  email: string;
  password: string;
  home: string;
}

const password = 'demo-istock';

/** How the visitors log in; a visitor without an account does not. */
export const logins: Record<Exclude<Visitor, 'nobody'>, Login> = {
  trader: { at: '/login', call: '/login', email: 'meera@istock.local', password, home: '/home' },
  instructor: { at: '/instructorLogin', call: '/login', email: 'anand@istock.local', password, home: '/dashboard' },
  admin: { at: '/adminLogin', call: '/adminLogin', ...ADMIN, home: '/adminHome' },
};

/** A screen of the table, and the addresses under which it is checked: as it opens, and with the tabs and panels that its address can open. */
export interface Screen {
  /** As it is in the table. */
  path: string;
  by: Visitor;
  at: readonly string[];
}

const WEB = path.resolve(import.meta.dirname, '../../../web');

/** The paths as they are in the table; the empty one only leads to another, and is left out. */
export function pathsOfTable(): string[] {
  const files = ['routes.tsx', ...readdirSync(path.join(WEB, 'routes')).map((name) => `routes/${name}`)];
  return files
    .flatMap((file) => [...readFileSync(path.join(WEB, file), 'utf8').matchAll(/^\s+path: '([^']+)'/gm)])
    .map(([, found]) => found)
    .filter((found) => found !== '/');
}

type Row = Record<string, string>;

/** The ids that addresses need: the newest order, trade and lesson of these people. */
async function namesOf(server: RealServer, tokens: Record<keyof typeof logins, string>) {
  const ask = async <Data>(token: string, where: string): Promise<Data> =>
    (await server.call('GET', where, { token })).body.data;
  const { orders } = await ask<{ orders: Row[] }>(tokens.trader, '/getOrders');
  const { trades } = await ask<{ trades: { date: string; details: Row[] }[] }>(tokens.trader, '/tradeDiary');
  const [lesson] = await ask<Row[]>(tokens.trader, '/getPurchased');
  const { usersData } = await ask<{ usersData: Row[] }>(tokens.admin, '/userlist?page=1&limit=10');
  const [session] = await ask<Row[]>(tokens.admin, '/getSessions');
  const day = trades.find(({ details }) => details.length > 0)?.date ?? '';
  const user = usersData.find(({ email }) => email === logins.trader.email)?._id ?? '';
  return { order: orders[0]._id, day, month: day.slice(0, 7), lesson: lesson.id, user, session: session.id };
}

/** One line for each screen and visitor. */
export async function screensOf(
  server: RealServer,
  tokens: Record<keyof typeof logins, string>,
): Promise<readonly Screen[]> {
  const { order, day, month, lesson, user, session } = await namesOf(server, tokens);
  const one = (by: Visitor, shown: string, ...at: string[]): Screen => ({
    path: shown,
    by,
    at: at.length > 0 ? at : [shown],
  });
  return [
    one('nobody', '/signup', '/signup', '/signup?ref=ABCD1234'),
    one('nobody', '/login'),
    one('nobody', '/otp', '/otp?email=asha%40example.com'),
    one('nobody', '/instructorLogin'),
    one('nobody', '/forgotPassword'),
    one('nobody', '/resetPassword'),
    one('nobody', '/adminLogin'),
    one('nobody', '/notifications'),
    one('nobody', '/dashboard'),
    one('nobody', '$', '/no/such/page'),

    one('trader', '/home'),
    one('trader', '/userProfile'),
    one('trader', '/addmoney'),
    one('trader', '/stocks', '/stocks', '/stocks?view=table', '/stocks?view=map', '/stocks?q=nothing-is-called-this'),
    one('trader', '/stockdetails/$symbol', '/stockdetails/MERIT', '/stockdetails/MERIT?chart=candles&range=1Y'),
    one(
      'trader',
      '/tradingview',
      '/tradingview?symbol=MERIT',
      '/tradingview?symbol=MERIT&interval=5m&lines=sma-20_rsi-14&table=true',
    ),
    one('trader', '/portfolio', '/portfolio?sort=-today'),
    one('trader', '$', '/no/such/page'),
    one('trader', '/myOrders', '/myOrders', `/myOrders?order=${order}`, '/myOrders?status=COMPLETED&page=2'),
    one('trader', '/transactionhistory', '/transactionhistory', '/transactionhistory?columns=id,companyName,total'),
    one(
      'trader',
      '/tradediary',
      `/tradediary?month=${month}&day=${day}`,
      '/tradediary?show=analysis',
      '/tradediary?view=custom',
    ),
    one('trader', '/tradediary/note', `/tradediary/note?day=${day}`),
    one('trader', '/tradediary/profit', '/tradediary/profit', '/tradediary/profit?of=all'),
    one('trader', '/watchlist'),
    one('trader', '/ai'),
    one('trader', '/courses', '/courses', '/courses?show=mine'),
    one('trader', '/lesson/$id', `/lesson/${lesson}`),
    one('trader', '/conduct'),
    one('trader', '/videocall', '/videocall'),
    one('trader', '/notifications', '/notifications', '/notifications?show=unread'),

    one('instructor', '/dashboard'),
    one('instructor', '/instructorhome', '/instructorhome', '/instructorhome?show=past'),
    one('instructor', '/learnerDiaries'),
    one('instructor', '/earnings'),
    one('instructor', '/videocall'),
    one('instructor', '/home'),
    one('instructor', '/notifications'),

    one('admin', '/adminHome', '/adminHome', '/adminHome?days=90&show=fees'),
    one('admin', '/userList', '/userList', '/userList?q=meera'),
    one('admin', '/ordermanagement', '/ordermanagement?status=COMPLETED', '/ordermanagement?status=FAILED'),
    one('admin', '/limitorders'),
    one('admin', '/marketorders', '/marketorders', '/marketorders?page=2'),
    one('admin', '/stoporders'),
    one('admin', '/list', '/list', '/list?tab=actions', '/list?q=MERIT&sort=-orders', '/list?stock=MERIT'),
    one('admin', '/transactions'),
    one('admin', '/transactions/report', `/transactions/report?from=${month}-01&to=${day}`),
    one('admin', '/allTransactions', '/allTransactions', '/allTransactions?type=BUY'),
    one('admin', '/limit'),
    one('admin', '/promotions', '/promotions', '/promotions?tab=referral', '/promotions?tab=loyalty'),
    one('admin', '/createSession'),
    one('admin', '/payouts'),
    one('admin', '/sessions', '/sessions', '/sessions?status=COMPLETED'),
    one('admin', '/viewdetails/$id', `/viewdetails/${order}`),
    one(
      'admin',
      '/portfolioAdmin/$userId',
      ...['', '?tab=orders', '?tab=performance', '?tab=transactions', '?tab=money'].map(
        (tab) => `/portfolioAdmin/${user}${tab}`,
      ),
    ),
    one('admin', '/editSession/$sessionId', `/editSession/${session}`),
    one('admin', '/adminSecurity'),
    one('admin', '/payments', '/payments', '/payments?q=meera'),
    one('admin', '/surveillance'),
    one('admin', '/reports', '/reports', '/reports?status=OPEN&q=meera'),
    one('admin', '/messages'),
    one('admin', '/auditLog', '/auditLog', '/auditLog?q=lesson'),
  ];
}
