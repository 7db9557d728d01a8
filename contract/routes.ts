// The one table of calls: the server's routes, the client's types, the role tests and the OpenAPI document all read it.
import * as z from 'zod/mini';
import { adminLoginData, disableUserInput, ledgerProof, listedUser, userListData, userListInput } from './admin.ts';
import { assistantData, generateData, generateInput, generateTop } from './assistant.ts';
import {
  activeLogin,
  changePasswordInput,
  endedLogins,
  forgotPasswordInput,
  googleLoginInput,
  loginData,
  loginIdInput,
  loginInput,
  otpSentData,
  resendOtpInput,
  resetPasswordInput,
  signupInput,
  tokenData,
  verifyOtpInput,
} from './auth.ts';
import {
  addToWatchlistInput,
  bar,
  barsData,
  barsInput,
  depthData,
  historyItem,
  indexData,
  priceAlert,
  priceAlertIdInput,
  priceAlertInput,
  searchInput,
  sparkline,
  sparklinesInput,
  stock,
  symbolQuery,
  watchlistData,
} from './market.ts';
import {
  noticeSettings,
  noticeSettingsInput,
  notification,
  notificationsInput,
  notificationTotals,
  readNotificationsInput,
  unreadData,
} from './notice.ts';
import { configData, healthData, mail, mailboxInput, noData, nothing, readyData } from './platform.ts';
import {
  chargesData,
  chargesInput,
  getOrdersInput,
  limitsData,
  order,
  orderEvent,
  orderIdInput,
  ordersData,
  placeOrderInput,
  portfolioData,
  tradeDiaryData,
  tradeDiaryInput,
  transactionsData,
  transactionsInput,
  updatePortfolioInput,
} from './trade.ts';
import { contractNoteData, contractNoteInput, diaryAnalyticsData, diaryNote, diaryNoteInput } from './trade/diary.ts';
import {
  photoData,
  profileData,
  signedUrlInput,
  updateProfileInput,
  uploadTarget,
  uploadUrlInput,
} from './user.ts';
import {
  checkoutData,
  checkoutInput,
  createOrderInput,
  paymentOrder,
  verifyPaymentData,
  verifyPaymentInput,
} from './wallet.ts';

/** Who may call: `public` nobody asked, `any` whoever is logged in, `trader` users and instructors (admins do not trade). */
export type RouteRole = 'public' | 'any' | 'trader' | 'instructor' | 'admin';

export interface Route {
  role: RouteRole;
  summary: string;
  /** Path parameters, and the query of a GET or the JSON body of a POST, parsed as one. */
  input: z.ZodMiniType;
  data: z.ZodMiniType;
  /** Fields that also stand at the top of the reply, beside `data`. */
  top?: z.ZodMiniType;
  /** Status of success; 200 unless said. */
  status?: number;
  /** Refusals that the other columns do not imply (see `statusesOf`). */
  refusals?: readonly number[];
  /**
   * Who keeps the reply for a repeated Idempotency-Key: `reply` the table of kept replies, `exchange` the exchange, in
   * the same transaction as the effect. Calls without it change nothing, or are harmless to repeat, or are not logged in.
   */
  idempotency?: 'reply' | 'exchange';
  /** A browser that opens this path gets the call's own answer, and not the application. */
  isForBrowsers?: true;
  /** At most so many calls in so many seconds: of one person, or of one address where nobody is logged in. */
  rate?: { calls: number; seconds: number };
}

type RouteKey = `${'GET' | 'POST'} /${string}`;

export const routes = {
  // The service itself.
  'GET /health': {
    role: 'public',
    summary: 'Is the process up?',
    input: nothing,
    data: healthData,
    isForBrowsers: true,
  },
  'GET /ready': {
    role: 'public',
    summary: 'Are the books proven and is trading open?',
    input: nothing,
    data: readyData,
    refusals: [503],
    isForBrowsers: true,
  },
  'GET /config': { role: 'public', summary: 'What a client must know before login', input: nothing, data: configData },
  'GET /dev/mailbox': {
    role: 'public',
    summary: 'Mails of the built-in mailbox, newest first; only while it is on',
    input: mailboxInput,
    data: z.array(mail),
    refusals: [404],
    isForBrowsers: true,
  },

  // Accounts.
  'POST /signup': {
    role: 'public',
    summary: 'Ask for an account; an OTP comes by mail',
    input: signupInput,
    data: otpSentData,
    rate: { calls: 100, seconds: 600 },
  },
  'POST /verifyOtp': {
    role: 'public',
    summary: 'Open the account with the OTP, and log in',
    input: verifyOtpInput,
    data: loginData,
    rate: { calls: 200, seconds: 600 },
  },
  'POST /resendOtp': {
    role: 'public',
    summary: 'Send a new OTP; the older one is void',
    input: resendOtpInput,
    data: otpSentData,
    rate: { calls: 60, seconds: 600 },
  },
  'POST /login': {
    role: 'public',
    summary: 'Log in with a password',
    input: loginInput,
    data: loginData,
    refusals: [401, 403],
    rate: { calls: 300, seconds: 600 },
  },
  'POST /auth/google/login': {
    role: 'public',
    summary: 'Log in, or open an account, with an identity token of Google',
    input: googleLoginInput,
    data: loginData,
    top: tokenData,
    refusals: [401, 403, 404, 409],
    rate: { calls: 60, seconds: 600 },
  },
  'POST /adminLogin': {
    role: 'public',
    summary: 'Log in as an administrator',
    input: loginInput,
    data: adminLoginData,
    top: z.object({ token: z.string() }),
    refusals: [401, 403],
    rate: { calls: 60, seconds: 600 },
  },
  'POST /refresh': {
    role: 'public',
    summary: 'A new access token for the login in the cookie',
    input: nothing,
    data: tokenData,
    refusals: [401, 403],
    rate: { calls: 600, seconds: 600 },
  },
  'POST /logout': { role: 'public', summary: 'End this login', input: nothing, data: noData, refusals: [403] },
  'POST /forgotPassword': {
    role: 'public',
    summary: 'Mail an OTP for a new password',
    input: forgotPasswordInput,
    data: otpSentData,
    rate: { calls: 60, seconds: 600 },
  },
  'POST /resetPassword': {
    role: 'public',
    summary: 'Set a new password with the OTP; every login ends',
    input: resetPasswordInput,
    data: noData,
    rate: { calls: 100, seconds: 600 },
  },
  'POST /changePassword': {
    role: 'any',
    summary: 'Set a new password with the current one; every other login ends',
    input: changePasswordInput,
    data: noData,
    rate: { calls: 30, seconds: 600 },
  },
  'GET /logins': {
    role: 'any',
    summary: 'Where the caller is logged in, the last used first',
    input: nothing,
    data: z.array(activeLogin),
  },
  'POST /endLogin/{id}': {
    role: 'any',
    summary: 'End one of the own logins',
    input: loginIdInput,
    data: noData,
    idempotency: 'reply',
  },
  'POST /endOtherLogins': {
    role: 'any',
    summary: 'End every own login but this one',
    input: nothing,
    data: endedLogins,
    idempotency: 'reply',
  },
  'GET /Userprofile': {
    role: 'trader',
    summary: 'The own profile with balance and portfolio',
    input: nothing,
    data: profileData,
  },
  'GET /get-signed-url': {
    role: 'trader',
    summary: 'An address to PUT a profile photo to: JPEG, PNG or WebP, at most 2 MB, once, within five minutes',
    input: signedUrlInput,
    data: uploadTarget,
    top: uploadTarget,
    rate: { calls: 30, seconds: 600 },
  },
  'POST /get-upload-url': {
    role: 'trader',
    summary: 'The same, for the own id only; without a type any of the three is taken',
    input: uploadUrlInput,
    data: uploadTarget,
    top: uploadTarget,
    idempotency: 'reply',
    rate: { calls: 30, seconds: 600 },
  },
  'POST /update-profile': {
    role: 'trader',
    summary: 'Show the photo that was uploaded, in place of the one before',
    input: updateProfileInput,
    data: photoData,
    idempotency: 'reply',
    rate: { calls: 30, seconds: 600 },
  },

  // The market.
  'GET /search': {
    role: 'any',
    summary: 'Find stocks by symbol or name, 20 at most',
    input: searchInput,
    data: z.array(stock),
    rate: { calls: 10, seconds: 1 },
  },
  'GET /stocks': { role: 'any', summary: 'Every stock with its quote', input: nothing, data: z.array(stock) },
  'GET /index': { role: 'any', summary: 'The market index now', input: nothing, data: indexData },
  'GET /gethistorical': {
    role: 'any',
    summary: 'Days of a stock, the running one first',
    input: symbolQuery,
    data: z.array(historyItem),
    refusals: [404],
  },
  'GET /getStockData': {
    role: 'any',
    summary: 'Daily bars of a stock for its chart, the oldest first',
    input: symbolQuery,
    data: z.array(bar),
    refusals: [404],
  },
  'GET /bars': { role: 'any', summary: 'Bars of a stock', input: barsInput, data: barsData, refusals: [404] },
  'GET /depth': {
    role: 'any',
    summary: 'The best five levels each side',
    input: symbolQuery,
    data: depthData,
    refusals: [404],
  },

  'GET /sparklines': {
    role: 'any',
    summary: 'The last day of many stocks, a price each quarter of an hour',
    input: sparklinesInput,
    data: z.array(sparkline),
    refusals: [404],
  },
  'GET /getWatchlist': {
    role: 'trader',
    summary: 'The own watchlist with quotes, in the order of adding',
    input: nothing,
    data: watchlistData,
  },
  'POST /ensureAndAddStock': {
    role: 'trader',
    summary: 'Add listed stocks to the own watchlist; those that are there stay',
    input: addToWatchlistInput,
    data: watchlistData,
    refusals: [404, 422],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'POST /removeStockFromWatchlist': {
    role: 'trader',
    summary: 'Take a stock off the own watchlist',
    input: symbolQuery,
    data: watchlistData,
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'GET /priceAlerts': {
    role: 'trader',
    summary: 'Own price alerts that wait, newest first',
    input: nothing,
    data: z.array(priceAlert),
  },
  'POST /priceAlerts': {
    role: 'trader',
    summary: 'Be told once, when the last price reaches a price',
    input: priceAlertInput,
    data: priceAlert,
    refusals: [404, 422],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'POST /priceAlerts/remove': {
    role: 'trader',
    summary: 'Take back an own price alert that waits',
    input: priceAlertIdInput,
    data: priceAlert,
    refusals: [404],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },

  // Notifications.
  'GET /notifications': {
    role: 'trader',
    summary: 'Own notifications, newest first',
    input: notificationsInput,
    data: z.array(notification),
    top: notificationTotals,
  },
  'POST /notifications/read': {
    role: 'trader',
    summary: 'Mark own notifications as read',
    input: readNotificationsInput,
    data: unreadData,
    idempotency: 'reply',
  },
  'GET /notificationSettings': {
    role: 'trader',
    summary: 'Which kinds are shown, and which are copied by mail',
    input: nothing,
    data: noticeSettings,
  },
  'POST /notificationSettings': {
    role: 'trader',
    summary: 'Choose which kinds are shown, and which are copied by mail',
    input: noticeSettingsInput,
    data: noticeSettings,
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },

  // Trading.
  'POST /orders': {
    role: 'trader',
    summary: 'Place an order',
    input: placeOrderInput,
    data: order,
    refusals: [404, 422],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'POST /cancelOrder/{id}': {
    role: 'trader',
    summary: 'Cancel an own pending order',
    input: orderIdInput,
    data: order,
    refusals: [409],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'GET /orders/{id}/events': {
    role: 'trader',
    summary: 'The own story of an order: each check, hold, fill, and why it ended',
    input: orderIdInput,
    data: z.array(orderEvent),
  },
  'GET /getOrders': { role: 'trader', summary: 'Own orders, newest first', input: getOrdersInput, data: ordersData },
  'GET /transactions': {
    role: 'trader',
    summary: 'Own fills, newest first',
    input: transactionsInput,
    data: transactionsData,
  },
  'GET /charges': {
    role: 'trader',
    summary: 'What an order would cost, by the function that will post it',
    input: chargesInput,
    data: chargesData,
    refusals: [404, 422],
  },
  'GET /portfolio': { role: 'trader', summary: 'Own positions, totals and cash', input: nothing, data: portfolioData },
  'POST /updatePortfolio': {
    role: 'trader',
    summary: 'Answers the true portfolio; what the client claims is never stored',
    input: updatePortfolioInput,
    data: portfolioData,
  },
  'GET /tradeDiary': { role: 'trader', summary: 'Round trips by day', input: tradeDiaryInput, data: tradeDiaryData },
  'POST /tradeDiary/note': {
    role: 'trader',
    summary: 'Notes, tags and mood of an own trade, or of a day; empty ones are forgotten',
    input: diaryNoteInput,
    data: diaryNote,
    refusals: [404],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'GET /diaryAnalytics': {
    role: 'trader',
    summary: 'What closed trades add up to, how they compare, and the worth of the account at each close',
    input: tradeDiaryInput,
    data: diaryAnalyticsData,
  },
  'GET /contractNote': {
    role: 'trader',
    summary: 'Every order, fill and charge of one day',
    input: contractNoteInput,
    data: contractNoteData,
  },
  'GET /limit': { role: 'any', summary: 'Trading limits in force', input: nothing, data: limitsData },

  // The wallet.
  'POST /create-order': {
    role: 'trader',
    summary: 'A payment order at the provider, to top up the wallet',
    input: createOrderInput,
    data: paymentOrder,
    top: z.pick(paymentOrder, { id: true, amount: true, currency: true }),
    status: 201,
    refusals: [404],
    idempotency: 'reply',
    rate: { calls: 10, seconds: 60 },
  },
  'POST /verify-payment': {
    role: 'trader',
    summary: 'Credit a payment, exactly once',
    input: verifyPaymentInput,
    data: verifyPaymentData,
    top: z.object({ success: z.boolean() }),
    idempotency: 'reply',
  },
  'POST /sandbox/checkout': {
    role: 'trader',
    summary: 'Pay at the built-in test provider',
    input: checkoutInput,
    data: checkoutData,
    top: checkoutData,
    refusals: [402, 404, 409],
    idempotency: 'reply',
    rate: { calls: 30, seconds: 60 },
  },

  // The assistant.
  'POST /generate': {
    role: 'trader',
    summary: 'Answer a question about the market, trading or the own account',
    input: generateInput,
    data: generateData,
    top: generateTop,
    rate: { calls: 10, seconds: 60 },
  },
  'GET /assistant': {
    role: 'trader',
    summary: 'Who answers questions, and questions to begin with',
    input: nothing,
    data: assistantData,
  },

  // Administration.
  'GET /userlist': { role: 'admin', summary: 'Accounts, newest first', input: userListInput, data: userListData },
  'POST /disableUser/{id}': {
    role: 'admin',
    summary: 'Block or unblock an account; it takes effect at the next call',
    input: disableUserInput,
    data: listedUser,
    refusals: [409],
    idempotency: 'reply',
  },
  'GET /ledger/verify': { role: 'admin', summary: 'Prove the books', input: nothing, data: ledgerProof },
} as const satisfies Record<RouteKey, Route>;

/** A call is named by what is sent: method and path. */
export type RouteName = keyof typeof routes;
export type Routes = typeof routes;

/** What the server's handler gets, after parsing. */
export type InputOf<R extends RouteName> = z.output<Routes[R]['input']>;
/** What a client writes. */
export type WireInputOf<R extends RouteName> = z.input<Routes[R]['input']>;
export type DataOf<R extends RouteName> = z.output<Routes[R]['data']>;
export type TopOf<R extends RouteName> = Routes[R] extends { top: infer Top extends z.ZodMiniType }
  ? z.output<Top>
  : object;

export const routeNames = Object.keys(routes) as RouteName[];

export function methodOf(name: RouteName): 'GET' | 'POST' {
  return name.startsWith('GET ') ? 'GET' : 'POST';
}

export function pathOf(name: RouteName): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** Every status a call may answer: what its columns imply, and its own refusals. */
export function statusesOf(name: RouteName): number[] {
  const route: Route = routes[name];
  const statuses = new Set([route.status ?? 200, 400, 429, 503, ...(route.refusals ?? [])]);
  if (route.role !== 'public') for (const status of [401, 403]) statuses.add(status);
  if (pathOf(name).includes('{')) statuses.add(404);
  if (methodOf(name) === 'POST') for (const status of [413, 415]) statuses.add(status);
  if (route.idempotency !== undefined) for (const status of [409, 422]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}
