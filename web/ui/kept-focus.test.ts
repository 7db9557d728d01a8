// Of two dialogs that close one soon after the other, the one that closed last says where the focus goes.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeUpAfter } from './kept-focus.ts';

const focused: string[] = [];
const focusable = (name: string) => ({ isConnected: true, focus: () => void focused.push(name) });
const body = focusable('body');

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { body, activeElement: body, getElementById: focusable });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the second look after the first one comes too late', () => {
  const somewhere = { opener: null, row: null, beside: [] };
  const chart = { ...focusable('part'), matches: () => true, firstElementChild: focusable('chart') };
  takeUpAfter({ ...somewhere, around: null });
  vi.advanceTimersByTime(100);
  expect(focused).toEqual(['content']);
  vi.advanceTimersByTime(850);
  takeUpAfter({ ...somewhere, around: chart as unknown as HTMLElement });
  vi.advanceTimersByTime(2000);
  expect(focused).toEqual(['content', 'chart', 'chart']);
});
