// Lets a few jobs run at once, lets a few more wait, and turns the rest away: for work that is expensive in time or memory.
import { callMessages } from '../contract/messages/call.ts';
import { tooMany } from './http-error.ts';

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate({ most, mostWaiting }: { most: number; mostWaiting: number }): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= most) {
      if (waiting.length >= mostWaiting) throw tooMany(2000, callMessages.tooMany);
      await new Promise<void>((enter) => waiting.push(enter));
    } else inside++;
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}

export type OwnGates = <Result>(who: string, work: () => Promise<Result>) => Promise<Result>;

/** One gate per person: someone who asks for a lot neither waits for others nor delays them. Idle gates are not kept. */
export function createOwnGates(limits: { most: number; mostWaiting: number }): OwnGates {
  const gates = new Map<string, { gate: Gate; asking: number }>();
  return async (who, work) => {
    const own = gates.get(who) ?? { gate: createGate(limits), asking: 0 };
    gates.set(who, own);
    own.asking++;
    try {
      return await own.gate(work);
    } finally {
      if (--own.asking === 0) gates.delete(who);
    }
  };
}
