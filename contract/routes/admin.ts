// Calls that administrators alone may make.
import { disableUserInput, ledgerProof } from '../admin.ts';
import { auditLogData, auditLogInput } from '../admin/audit.ts';
import { dashboardData, dashboardInput } from '../admin/dashboard.ts';
import { updateLimitInput } from '../admin/limits.ts';
import { haltMarketInput, marketState } from '../admin/market-state.ts';
import { sendMessageInput, sentMessage, sentMessagesData, sentMessagesInput } from '../admin/messages.ts';
import { userMoneyData, userMoneyInput } from '../admin/payments.ts';
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
    summary: 'What a trader holds, and which part of the whole each stock is',
    input: userInput,
    data: userPortfolioData,
  },
  'GET /userPerformance/{id}': {
    role: 'admin',
    summary: 'How a trader has done, as the diary analyses it',
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
    summary: 'How the balance of a trader came about, and what moved it without a trade',
    input: userMoneyInput,
    data: userMoneyData,
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
    summary: 'Everything that is kept of a user, as one ZIP archive; the user is told',
    input: userInput,
    data: noData,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /deleteUser/{id}': {
    role: 'admin',
    summary: 'Delete an account for good; shares must have been sold, and lessons held, before',
    input: userInput,
    data: noData,
    refusals: [409],
    idempotency: 'reply',
  },
  'POST /updateLimit': {
    role: 'admin',
    summary: 'Set the trading limits, for every order from now on',
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
    summary: 'Tell everybody, or one person, something; as notifications, and by mail to those who want them so',
    input: sendMessageInput,
    data: sentMessage,
    refusals: [404, 409],
    idempotency: 'reply',
    rate: { calls: 30, seconds: 600 },
  },
  'GET /sentMessages': {
    role: 'admin',
    summary: 'Messages that administrators have sent, newest first, and how far each has come',
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
    summary: 'Whether the own second factor is on',
    input: nothing,
    data: factorState,
  },
  'POST /secondFactor/begin': {
    role: 'admin',
    summary: 'A secret for the own authenticator app; in force after its first code',
    input: beginFactorInput,
    data: beginFactorData,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/confirm': {
    role: 'admin',
    summary: 'Turn the own second factor on with a code of the app; every other login ends',
    input: confirmFactorInput,
    data: recoveryCodes,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/off': {
    role: 'admin',
    summary: 'Turn the own second factor off',
    input: provenInput,
    data: factorState,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'POST /secondFactor/codes': {
    role: 'admin',
    summary: 'New recovery codes; the old ones are void',
    input: provenInput,
    data: recoveryCodes,
    refusals: [409],
    rate: { calls: 30, seconds: 600 },
  },
  'GET /ledger/verify': { role: 'admin', summary: 'Prove the books', input: nothing, data: ledgerProof },
} as const satisfies Record<RouteKey, Route>;
