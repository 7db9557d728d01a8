// A price alert that was set or removed, in what the page knows of them.
import { afterEach, expect, test, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import type { PriceAlert } from '../../contract/market.ts';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { callKey, queryClient } = await import('../query.ts');
const { changeAlerts } = await import('./price-alerts.ts');

const KEY = callKey('GET /priceAlerts', {});
const alert = (_id: string) => ({ _id }) as PriceAlert;
const known = (): string[] | undefined => queryClient.getQueryData<PriceAlert[]>(KEY)?.map(({ _id }) => _id);
const add = (_id: string): Promise<void> => changeAlerts((alerts) => [alert(_id), ...alerts]);

afterEach(() => queryClient.clear());

test('an answer from before the change does not bring the old alerts back', async () => {
  queryClient.setQueryData(KEY, [alert('1')]);
  let answer = (_: PriceAlert[]): void => {};
  const asking = queryClient.fetchQuery({
    queryKey: KEY,
    queryFn: () => new Promise<PriceAlert[]>((resolve) => (answer = resolve)),
  });
  await add('2');
  answer([alert('1')]);
  await asking;
  expect(known()).toEqual(['2', '1']);
});

test('alerts that have not arrived yet are fetched again as a whole', async () => {
  const answers = [new Promise<PriceAlert[]>(() => {}), Promise.resolve([alert('2'), alert('1')])];
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: () => answers.shift() ?? [] });
  const stop = observer.subscribe(() => {});
  await add('2');
  await expect.poll(known).toEqual(['2', '1']);
  stop();
});

test('an answer that comes after the logout leaves nothing behind for the next person', async () => {
  queryClient.setQueryData(KEY, [alert('1')]);
  queryClient.clear();
  await add('2');
  expect(known()).toBeUndefined();
});
