// The way into a lesson's call, before its door opens and after it has closed.
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallButton } from './call-button.tsx';
import type { ShownLesson } from './lesson-words.tsx';

const HOUR = 3_600_000;
const router = createRouter({ routeTree: createRootRoute() });

function shown(startsInMs: number, status: ShownLesson['status'], isHost = false): string {
  const start = Date.now() + startsInMs;
  const lesson: ShownLesson = {
    id: '1',
    topic: 'Candles',
    specialization: null,
    instructor_name: 'Meera',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + HOUR).toISOString(),
    status,
  };
  return renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <CallButton lesson={lesson} label="Start Call" isHost={isHost} />
    </RouterContextProvider>,
  );
}

test('nothing is left to press once the door has closed for good', () => {
  for (const isHost of [false, true]) {
    const over = shown(-3 * HOUR, 'COMPLETED', isHost);
    expect(over).toContain('This lesson is over.');
    expect(over).not.toContain('button');
    const canceled = shown(24 * HOUR, 'CANCELED', isHost);
    expect(canceled).toContain('This lesson has been canceled.');
    expect(canceled).not.toContain('button');
  }
});

test('before it opens the button is there and says when', () => {
  const early = shown(24 * HOUR, 'SCHEDULED');
  expect(early).toContain('disabled');
  expect(early).toContain('Opens ');
});
