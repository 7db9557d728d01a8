// Small pictures, for calls of many browsers on one machine, and whose pictures each of them draws.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOOK_MS } from './call-people.ts';

export const SMALL = { width: 400, height: 400 };

/** From its next address on: each browser of a large call draws the pictures of all others. */
export async function withSmallCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    const sound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    mediaDevices.getUserMedia = ({ audio, video } = {}) =>
      real({ audio: audio ? sound : false, video: video ? { width: 160, height: 90, frameRate: 2 } : false });
  });
}

/** By name, how many pictures of every other person this page has drawn. */
export function drawn(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('video[aria-label]')] as HTMLVideoElement[];
    return Object.fromEntries(
      found
        .filter((video) => !video.ariaLabel!.includes('(you'))
        .map((video) => [video.ariaLabel, video.getVideoPlaybackQuality().totalVideoFrames]),
    );
  });
}

/** Pictures come from every other person, more a moment later than now. */
export async function expectFaces(page: Page, names: readonly string[]): Promise<void> {
  const least = async (): Promise<number> => {
    const frames = await drawn(page);
    return names.length === Object.keys(frames).length ? Math.min(...names.map((name) => frames[name] ?? -1)) : -1;
  };
  await expect.poll(least, { timeout: 40_000, interval: LOOK_MS }).toBeGreaterThan(2);
  const before = await least();
  await expect.poll(least, { timeout: 30_000, interval: LOOK_MS }).toBeGreaterThan(before);
}
