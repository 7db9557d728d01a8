// Every call about accounts, with whatever a client can send: never a fault of ours, never a word about our insides.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf, statusesOf, type RouteName } from '../contract/routes.ts';
import { startAccounts, type Accounts } from './accounts.ts';
import { hostileInput } from './hostile-input.ts';

const calls = [
  'POST /verifyOtp',
  'POST /resendOtp',
  'POST /refresh',
  'POST /logout',
  'POST /forgotPassword',
  'POST /disableUser/{id}',
  'GET /dev/mailbox',
  'GET /Userprofile',
  'GET /userlist',
  'GET /config',
  // These hash a password for every input that is good.
  'POST /signup',
  'POST /login',
  'POST /adminLogin',
  'POST /resetPassword',
] as const satisfies readonly RouteName[];

const RUNS = Number(process.env.FUZZ_RUNS ?? 150);

let server: Accounts;
let admin: string;
let trader: string;
beforeAll(async () => {
  server = await startAccounts();
  ({ token: admin } = await server.admin());
  ({ token: trader } = await server.signUp());
});
afterAll(() => server.close());

/** As text that can be sent: half of a character becomes the replacement character. */
const sendable = (value: unknown) => Buffer.from(String(value ?? '')).toString();

async function send(name: RouteName, input: unknown, token: string): Promise<{ status: number; body: string }> {
  const fields: Record<string, unknown> =
    typeof input === 'object' && input !== null ? { ...(input as Record<string, unknown>) } : { q: input };
  const url = pathOf(name).replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(sendable(fields[key])));
  const query = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, sendable(JSON.stringify(value))]),
  );
  const reply = await server.app.inject({
    method: methodOf(name),
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(methodOf(name) === 'GET' ? { query } : { payload: JSON.stringify(input) ?? '' }),
  });
  return { status: reply.statusCode, body: reply.body };
}

test.each(calls)(
  '%s',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(hostileInput(name), fc.boolean(), async (input, isAdmin) => {
        const { status, body } = await send(name, input, isAdmin ? admin : trader);
        const reply = JSON.parse(body) as { success: boolean; message: string; error: unknown };
        // 404 for a path that the input made unreachable.
        expect([...statusesOf(name), 404]).toContain(status);
        expect(reply.success).toBe(status < 300);
        expect(body).not.toMatch(/node_modules|\.ts:\d|syntax error|relation "|column "|ECONN|password_hash/);
      }),
      { numRuns: RUNS },
    );
  },
  120_000,
);
