// Commands of the server itself, of which there may be thousands at once: at 15:20, when a stock's halt ends, or when many bonuses expire.
import type { Command } from '../../core/command.ts';
import type { Exchange } from './exchange.ts';

/** How many share a commit. More of them would keep people's orders waiting while they are decided. */
const AT_ONCE = 100;

/** Has them decided in their order. Resolves when all are durable; one commit each would take many times as long. */
export async function submitAll(exchange: Pick<Exchange, 'submit'>, commands: readonly Command[]): Promise<void> {
  for (let from = 0; from < commands.length; from += AT_ONCE)
    await Promise.all(commands.slice(from, from + AT_ONCE).map((command) => exchange.submit(command)));
}
