// The own devices, with a browser that answers as told: a late choice is released, and a muted person stays muted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalMedia } from './local-media.ts';

class Track extends EventTarget {
  readonly kind: string;
  enabled = true;
  isStopped = false;
  contentHint = '';
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  stop(): void {
    this.isStopped = true;
  }
}

const streamOf = (...tracks: Track[]) => ({
  getTracks: () => tracks,
  getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
  getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
});

let screens: Track[];
let choose: () => void;

beforeEach(() => {
  screens = [];
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  const devices = Object.assign(new EventTarget(), {
    getUserMedia: async ({ audio, video }: MediaStreamConstraints) =>
      streamOf(...(audio ? [new Track('audio')] : []), ...(video ? [new Track('video')] : [])),
    getDisplayMedia: async () => {
      const screen = new Track('video');
      screens.push(screen);
      await chosen;
      return streamOf(screen);
    },
    enumerateDevices: async () => [],
  });
  vi.stubGlobal('navigator', { mediaDevices: devices });
});

afterEach(() => vi.unstubAllGlobals());

const wanted = { isWanted: () => true, onEnd: () => {} };

test('a screen that is chosen after the call has ended is not captured', async () => {
  const media = new LocalMedia();
  const sharing = media.openScreen(wanted);
  media.close();
  choose();
  await sharing;
  expect(screens.map(({ isStopped }) => isStopped)).toEqual([true]);
});

test('a person who leaves while the browser asks is not asked again, and nothing is recorded any more', async () => {
  const asked: MediaStreamConstraints[] = [];
  let refuse = (): void => {};
  const { mediaDevices } = navigator;
  const listen = vi.spyOn(mediaDevices, 'addEventListener');
  mediaDevices.getUserMedia = (wish = {}) => {
    asked.push(wish);
    return new Promise((_, reject) => (refuse = () => reject(new DOMException('no', 'NotAllowedError'))));
  };
  const media = new LocalMedia();
  const opening = media.open();
  media.close();
  refuse();
  await opening;
  expect([asked.length, listen.mock.calls.length]).toEqual([1, 0]);
});

test('nor one that nobody wants any more, while the devices are still open', async () => {
  const media = new LocalMedia();
  const sharing = media.openScreen({ ...wanted, isWanted: () => false });
  choose();
  await sharing;
  expect([screens[0].isStopped, media.view.screen]).toEqual([true, null]);
});

test('of two screens the later one is shown, and the other let go', async () => {
  const media = new LocalMedia();
  const both = [media.openScreen(wanted), media.openScreen(wanted)];
  choose();
  await Promise.all(both);
  expect(screens.map(({ isStopped }) => isStopped)).toEqual([true, false]);
  expect(media.view.screen).toBe(screens[1]);
});

test('a muted person stays muted with another microphone; a speaking person goes on', async () => {
  const media = new LocalMedia();
  await media.open();
  await media.choose('microphone', 'another');
  expect(media.view.isMicrophoneOn).toBe(true);
  await media.setMicrophone(false);
  await media.choose('microphone', 'third');
  expect([media.view.isMicrophoneOn, media.view.microphone?.enabled]).toEqual([false, false]);
});

test('a muted person whose microphone is unplugged stays muted with the next one', async () => {
  const media = new LocalMedia();
  await media.open();
  await media.setMicrophone(false);
  media.view.microphone?.dispatchEvent(new Event('ended'));
  await media.choose('microphone', 'another');
  expect([media.view.isMicrophoneOn, media.view.microphone?.enabled]).toEqual([false, false]);
  await media.setMicrophone(true);
  media.view.microphone?.dispatchEvent(new Event('ended'));
  await media.choose('microphone', 'third');
  expect([media.view.isMicrophoneOn, media.view.microphone?.enabled]).toEqual([true, true]);
});

test('a camera that was chosen is the one that comes on again, not the first of the machine', async () => {
  const asked: (ConstrainDOMString | undefined)[] = [];
  const { mediaDevices } = navigator;
  const give = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wish = {}) => {
    asked.push((wish.video as MediaTrackConstraints).deviceId);
    if (asked.length === 4) throw new DOMException('in use', 'NotReadableError');
    return give(wish);
  };
  const media = new LocalMedia();
  await media.open();
  await media.choose('camera', 'at the back');
  await media.setCamera(false);
  await media.setCamera(true);
  await media.choose('camera', 'of a busy program');
  await media.setCamera(false);
  await media.setCamera(true);
  // Preferred, not demanded: it may have been unplugged.
  const back = { ideal: 'at the back' };
  expect(asked).toEqual([undefined, { exact: 'at the back' }, back, { exact: 'of a busy program' }, back]);
});

test('a person who is muted while another microphone is opening stays muted', async () => {
  const media = new LocalMedia();
  await media.open();
  const choosing = media.choose('microphone', 'another');
  await media.setMicrophone(false);
  await choosing;
  expect([media.view.isMicrophoneOn, media.view.microphone?.enabled]).toEqual([false, false]);
});

test('a microphone or camera that stops in use is lost, not absent; switched on again, it is back', async () => {
  const media = new LocalMedia();
  await media.open();
  media.view.microphone?.dispatchEvent(new Event('ended'));
  media.view.camera?.dispatchEvent(new Event('ended'));
  expect(media.view).toMatchObject({
    microphone: null,
    microphoneTrouble: 'lost',
    camera: null,
    cameraTrouble: 'lost',
  });
  await media.setMicrophone(true);
  await media.setCamera(true);
  expect(media.view).toMatchObject({
    isMicrophoneOn: true,
    microphoneTrouble: null,
    isCameraOn: true,
    cameraTrouble: null,
  });
});
