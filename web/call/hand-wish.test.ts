// A hand that is raised while the line is dead is up on the next line, and nothing is sent twice.
import { expect, test } from 'vitest';
import { HandWish } from './hand-wish.ts';

function handOver(line: { isUp: boolean }) {
  const heard: boolean[] = [];
  const hand = new HandWish(async (isHandUp) => {
    if (line.isUp) heard.push(isHandUp);
    return { ok: line.isUp };
  });
  return { heard, hand };
}

test('an unheard wish is repeated, in its last form', async () => {
  const line = { isUp: false };
  const { heard, hand } = handOver(line);
  await hand.set(true);
  line.isUp = true;
  await hand.entered(false);
  expect(heard).toEqual([true]);
  await hand.entered(false);
  expect(heard).toEqual([true]);
  line.isUp = false;
  await hand.set(false);
  await hand.set(true);
  await hand.set(false);
  line.isUp = true;
  // A room that was made anew has no hand up: lowered meanwhile, it stays so.
  await hand.entered(true);
  expect(heard).toEqual([true, false]);
});

test('a new room is told of the hand that was raised in the one before', async () => {
  const { heard, hand } = handOver({ isUp: true });
  await hand.entered(true);
  expect(heard).toEqual([true]);
});

test('the answer to an earlier wish does not make the later one heard', async () => {
  const heard: boolean[] = [];
  const answers: ((ok: boolean) => void)[] = [];
  const hand = new HandWish((isHandUp) => {
    heard.push(isHandUp);
    return new Promise((resolve) => answers.push((ok) => resolve({ ok })));
  });
  const wishes = [hand.set(true), hand.set(false)];
  answers[0](true);
  answers[1](false);
  await Promise.all(wishes);
  void hand.entered(true);
  expect(heard).toEqual([true, false, false]);
});
