// The memory for refused orders has an end: who was refused longest ago is forgotten first.
import { expect, test } from 'vitest';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import { RefusalMemory } from './refusal-memory.ts';

test('ten thousand traders are remembered, five refusals of each, the newest first', async () => {
  let at = 0;
  const memory = new RefusalMemory(() => at);
  const place = memory.watching(() => Promise.reject(new HttpError(422, `refused ${at}`)));
  const refuse = async (accountNo: number): Promise<void> => {
    at++;
    const call = { user: { accountNo }, input: {} } as unknown as Parameters<Handlers['POST /orders']>[0];
    await Promise.resolve(place(call)).catch(() => {});
  };
  for (let account = 1; account <= 10_000; account++) await refuse(account);
  for (let n = 0; n < 6; n++) await refuse(1);
  expect(memory.of(1).map(({ sentence }) => sentence)).toEqual(
    [10_006, 10_005, 10_004, 10_003, 10_002].map((n) => `refused ${n}`),
  );
  await refuse(10_001);
  // The first of all has been refused again meanwhile; the second was refused longest ago.
  expect([memory.of(1).length, memory.of(2).length, memory.of(3).length]).toEqual([5, 0, 1]);
});
