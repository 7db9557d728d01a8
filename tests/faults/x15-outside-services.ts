// X15: payment provider, language model and Google are down, silent or return nonsense. Callers who need them get an error; trading goes on.
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RazorpayServer } from '../razorpay-server.ts';
import type { Fault as ProviderFault } from '../razorpay-server.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';
import { makeRichPayers, razorpaySettings } from './razorpay-traders.ts';
import { Stage } from './stage.ts';

const MODES: readonly ProviderFault[] = ['down', 'hangs', 'garbage', 503];
/** A model may think for twenty seconds before the server stops waiting. */
const ANSWERED_WITHIN_MS = 25_000;
const TRADING_WAITS_MS = 5_000;

let razorpay: RazorpayServer;
let others: Server;
let mode: ProviderFault = 'down';

function misbehave(response: ServerResponse): void {
  if (mode === 'hangs') return;
  if (mode === 'down') response.destroy();
  else if (mode === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
  else response.writeHead(503).end('<h1>Unavailable</h1>');
}

/** The call is answered in time, with a sentence for people, and as it is only while the service is away. */
async function answeredClearly(scene: Scene, where: string, body: object, statuses: readonly number[]) {
  const [{ token }] = scene.traders;
  const startedAt = performance.now();
  const options = { token, body, timeoutMs: ANSWERED_WITHIN_MS };
  const reply = await scene.stage.server.call('POST', where, options).catch(() => null);
  const ms = Math.round(performance.now() - startedAt);
  if (reply === null) return [`${where} was not answered within ${ms} ms while others are ${mode}`];
  const isClear = statuses.includes(reply.status) && (reply.status === 200 || reply.body.message !== '');
  return isClear ? [] : [`${where} was answered ${reply.status} "${reply.body.message}" while others are ${mode}`];
}

export const outsideServices: Fault = {
  id: 'X15',
  what: 'payment provider, language model and Google are down, silent, talk nonsense, or answer 503',
  cycles: { day: MODES.length, night: MODES.length * 10 },
  async open() {
    razorpay = await RazorpayServer.start();
    others = createServer((_request, response) => misbehave(response));
    await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
    const outside = { AI_BASE_URL: `${url}/v1`, AI_MODEL: 'any', GOOGLE_CLIENT_ID: 'istock', GOOGLE_ISSUER: url };
    return Stage.open({ ...razorpaySettings(razorpay), ...outside });
  },
  async close() {
    others.closeAllConnections();
    others.close();
    await razorpay.close();
  },
  run(stage, cycle) {
    mode = MODES[cycle % MODES.length];
    const makeTraders = (where: Stage, count: number) => makeRichPayers(where, count, razorpay);
    return underLoad(stage, { makeTraders, recoveryMs: 5_000, longestMs: TRADING_WAITS_MS }, async (scene) => {
      razorpay.fail(mode);
      const token = `${btoa('{"alg":"RS256","kid":"a"}')}.${btoa('{}')}.${'A'.repeat(342)}`;
      const answers = await Promise.all([
        answeredClearly(scene, '/create-order', { amount: 500 }, [503]),
        // Without a model the assistant answers by itself.
        answeredClearly(scene, '/generate', { prompt: 'What do I own?' }, [200, 503]),
        answeredClearly(scene, '/auth/google/login', { id_token: token }, [400, 503]),
      ]);
      scene.wrong.push(...answers.flat());
      razorpay.mend();
      const [{ token: payer }] = scene.traders;
      const mended = await stage.server.call('POST', '/create-order', { token: payer, body: { amount: 500 } });
      if (mended.status !== 201)
        scene.wrong.push(`a payment order was answered ${mended.status} after all was well again`);
      return performance.now();
    });
  },
};
