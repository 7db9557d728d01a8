// A process of many light socket clients: implements just enough of Engine.IO and Socket.IO to listen, and counts.
import { WebSocket } from 'ws';

/** Orders from the bench: connect so many clients, or report and start counting again. */
export type CrowdOrder =
  | { kind: 'connect'; url: string; protocol: 'plain' | 'socket.io'; count: number }
  | { kind: 'report' };
/** `delays` are milliseconds from a message's own time stamp to its arrival. */
export type CrowdReport = { kind: 'connected' } | { kind: 'counted'; messages: number; delays: number[] };

const STAMP = /"sentAt":(\d+(?:\.\d+)?)/;
let messages = 0;
let delays: number[] = [];

function answer(report: CrowdReport): void {
  process.send?.(report);
}

function count(text: string): void {
  const stamp = STAMP.exec(text);
  if (stamp === null) return;
  messages++;
  // Every hundredth message is enough for a percentile.
  if (messages % 100 === 0) delays.push(Date.now() - Number(stamp[1]));
}

function connectPlain(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('open', () => resolve());
    socket.on('error', reject);
    socket.on('message', (data) => count(String(data)));
  });
}

/** Engine.IO 4: `0` opens, `2` is answered by `3`; Socket.IO: `40` joins the name space, `42` is an event. */
function connectSocketIo(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) resolve();
      else if (text.startsWith('42')) count(text);
    });
  });
}

async function connect(order: Extract<CrowdOrder, { kind: 'connect' }>): Promise<void> {
  for (let from = 0; from < order.count; from += 50) {
    const some = Array.from({ length: Math.min(50, order.count - from) }, (_, i) => from + i);
    await Promise.all(
      some.map((n) =>
        order.protocol === 'plain' ? connectPlain(order.url) : connectSocketIo(order.url, `client-${n}`),
      ),
    );
  }
  answer({ kind: 'connected' });
}

process.on('message', (order: CrowdOrder) => {
  if (order.kind === 'connect') void connect(order);
  else {
    answer({ kind: 'counted', messages, delays });
    messages = 0;
    delays = [];
  }
});
