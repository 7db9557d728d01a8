// Calls that only administrators may make.
import { disableUserInput, ledgerProof } from '../admin.ts';
import { auditLogData, auditLogInput } from '../admin/audit.ts';
import { dashboardData, dashboardInput } from '../admin/dashboard.ts';
import { updateLimitInput } from '../admin/limits.ts';
import { haltMarketInput, marketState } from '../admin/market-state.ts';
import { sendMessageInput, sentMessage, sentMessagesData, sentMessagesInput } from '../admin/messages.ts';
import {
  beginFactorData,
  beginFactorInput,
  confirmFactorInput,
  factorState,
  provenInput,
  recoveryCodes,
} from '../admin/security.ts';
import {
  listedUser,
  userInput,
  userListData,
  userListInput,
  userPerformanceData,
  userPerformanceInput,
  userPortfolioData,
  userTransactionsInput,
} from '../admin/users.ts';
import { noData, nothing } from '../platform.ts';
import { limitsData, transactionsData } from '../trade.ts';
import { statementData, userMoneyInput } from '../trade/statement.ts';
import type { Route, RouteKey } from './route.ts';

export const adminRoutes = {
  'GET /adminDashboard': {
    role: 'admin',
    summary: 'People, orders, money and the exchange, live and day by day',
    input: dashboardInput,
    data: dashboardData,
  },
  'GET /userlist': {
    role: 'admin',
    summary: 'Accounts, newest first unless sorted otherwise',
    input: userListInput,
    data: userListData,
  },
  'GET /userPortfolio/{id}': {
    role: 'admin',
    summary: 'What a trader holds, and each stock\u2019s share of the whole',
    input: userInput,
    data: userPortfolioData,
  },
  'GET /userPerformance/{id}': {
    role: 'admin',
    summary: 'How a trader has done, according to the diary\u2019s analysis',
    input: userPerformanceInput,
    data: userPerformanceData,
  },
  'GET /userTransactions/{id}': {
    role: 'admin',
    summary: 'The fills of a trader, newest first',
    input: userTransactionsInput,
    data: transactionsData,
  },
  'GET /userMoney/{id}': {
    role: 'admin',
    summary: 'How a trader\u2019s balance came about, and everything besides trades that changed it',
    input: userMoneyInput,
    data: statementData,
  },
  'POST /disableUser/{id}': {
    role: 'admin',
    summary: 'Block or unblock an account; it takes effect at the next call',
    input: disableUserInput,
    data: listedUser,
    refusals: [409],
    idempotency: 'reply',
  },
  'GET /exportUser/{id}': {
    role: 'admin',
    summary: 'Everything that is kept about a user, as one ZIP archive; the user is notified',
    input: userInput,
    data: noData,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /deleteUser/{id}': {
    role: 'admin',
    summary: 'Delete an account for good; all its shares must have been sold, and its lessons held',
    input: userInput,
    data: noData,
    refusals: [409],
    idempotency: 'reply',
  },
  'POST /updateLimit': {
    role: 'admin',
    summary: 'Set the trading limits for all orders from now on',
    input: updateLimitInput,
    data: limitsData,
    refusals: [409],
    idempotency: 'reply',
  },
  'POST /haltMarket': {
    role: 'admin',
    summary: 'Halt all trading, or resume it; open orders can be canceled meanwhile',
    input: haltMarketInput,
    data: marketState,
    refusals: [409],
    idempotency: 'reply',
  },
  'POST /sendMessage': {
    role: 'admin',
    summary: 'Send a message to everybody, or to one person: as a notification, and by mail to those who chose that',
    input: sendMessageInput,
    data: sentMessage,
    refusals: [404, 409],
    idempotency: 'reply',
    rate: { calls: 30, seconds: 600 },
  },
  'GET /sentMessages': {
    role: 'admin',
    summary: 'Messages from administrators, newest first, and how far each has been delivered',
    input: sentMessagesInput,
    data: sentMessagesData,
  },
  'GET /auditLog': {
    role: 'admin',
    summary: 'What administrators and the server have done, newest first',
    input: auditLogInput,
    data: auditLogData,
  },
  'GET /secondFactor': {
    role: 'admin',
    summary: 'Whether the caller\u2019s second factor is on',
    input: nothing,
    data: factorState,
  },
  'POST /secondFactor/begin': {
    role: 'admin',
    summary: 'A secret for the caller\u2019s authenticator app; it takes effect with the first code',
    input: beginFactorInput,
    data: beginFactorData,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/confirm': {
    role: 'admin',
    summary: 'Turn the caller\u2019s second factor on with a code from the app; ends every other login',
    input: confirmFactorInput,
    data: recoveryCodes,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/off': {
    role: 'admin',
    summary: 'Turn the caller\u2019s second factor off',
    input: provenInput,
    data: factorState,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/codes': {
    role: 'admin',
    summary: 'New recovery codes; the old ones become void',
    input: provenInput,
    data: recoveryCodes,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'GET /ledger/verify': { role: 'admin', summary: 'Prove the books', input: nothing, data: ledgerProof },
} as const satisfies Record<RouteKey, Route>;
