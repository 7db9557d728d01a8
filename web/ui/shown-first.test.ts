// Changes that are shown first are then sent, only the last of several, and taken back if they are refused.
import { expect, test } from 'vitest';
import { ShownFirst } from './shown-first.ts';

type Answer = { ok: true; data: string } | { ok: false; message: string };

/** A screen that starts with `A`, and a server that answers when it is told to. */
function scene() {
  const seen = ['A'];
  const refusals: string[] = [];
  const asked: { wanted: string; answer: (answer: Answer) => void }[] = [];
  const first = new ShownFirst<string>(
    { read: () => seen.at(-1), show: (state) => void seen.push(state) },
    (sentence) => void refusals.push(sentence),
  );
  const want = (wanted: string, kind = 'order') =>
    first.change({
      kind,
      change: () => wanted,
      send: () => new Promise<Answer>((answer) => asked.push({ wanted, answer })),
    });
  const answer = async (reply?: Answer): Promise<void> => {
    const { wanted, answer: give } = asked.at(-1)!;
    give(reply ?? { ok: true, data: wanted });
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { seen, refusals, first, want, answer, sent: () => asked.map(({ wanted }) => wanted) };
}

test('shown at once, then as the server says', async () => {
  const { seen, want, answer } = scene();
  const done = want('B');
  expect(seen.at(-1)).toBe('B');
  await answer({ ok: true, data: 'B and more' });
  await done;
  expect(seen.at(-1)).toBe('B and more');
});

test('of several changes while one is under way, the last is sent, and no answer in between is shown', async () => {
  const { seen, want, answer, sent } = scene();
  const done = want('B');
  for (const wanted of ['C', 'D', 'E']) void want(wanted);
  await answer();
  expect([seen.at(-1), sent()]).toEqual(['E', ['B', 'E']]);
  await answer();
  await done;
  expect([seen.at(-1), sent()]).toEqual(['E', ['B', 'E']]);
});

test('those of different kinds are all sent, in their order', async () => {
  const { want, answer, sent } = scene();
  void want('B', 'lists');
  void want('C', 'stocks of 1');
  void want('D', 'stocks of 2');
  for (const _ of 'BCD') await answer();
  expect(sent()).toEqual(['B', 'C', 'D']);
});

test('refused: waiting changes are not sent, the server\u2019s last state is shown again, and the refusal is shown once', async () => {
  const { seen, refusals, want, answer, sent } = scene();
  const done = want('B');
  void want('C');
  await answer();
  void want('D');
  await answer({ ok: false, message: 'There is no connection.' });
  await done;
  expect([seen.at(-1), refusals, sent()]).toEqual(['B', ['There is no connection.'], ['B', 'C']]);
  // The next is a new beginning.
  const again = want('E');
  await answer();
  await again;
  expect(seen.at(-1)).toBe('E');
});

test('a push meanwhile waits for the answer, and is not lost by a refusal', async () => {
  const { seen, first, want, answer } = scene();
  const done = want('B');
  first.said('A and one');
  expect(seen.at(-1)).toBe('B');
  await answer({ ok: false, message: 'No.' });
  await done;
  expect(seen.at(-1)).toBe('A and one');
  first.said('F');
  expect(seen.at(-1)).toBe('F');
});
