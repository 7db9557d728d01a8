// Why there is no camera or microphone, and what can be done about it.
import type { DeviceTrouble, LocalView } from './local-media.ts';

const both: Record<DeviceTrouble, string> = {
  refused:
    'Your browser does not let Istock use your camera and microphone. Press the camera sign in the address bar, allow both, and load the page again. You can join without them.',
  none: 'No camera and no microphone were found. You can join and listen.',
  busy: 'Your camera and microphone are used by another program. Close it and switch them on here. You can join without them.',
  lost: 'Your camera and microphone have stopped. Check that they are plugged in and allowed, and switch them on here.',
  insecure: 'Browsers give cameras and microphones to https pages only. You can join and listen.',
};

const microphone: Record<DeviceTrouble, string> = {
  refused:
    'Your browser does not let Istock use your microphone. Allow it in the address bar, and load the page again.',
  none: 'No microphone was found. You can join and listen.',
  busy: 'Your microphone is used by another program. Close it and switch the microphone on here.',
  lost: 'Your microphone has stopped. Check that it is plugged in and allowed, and switch it on here.',
  insecure: both.insecure,
};

const camera: Record<DeviceTrouble, string> = {
  refused: 'Your browser does not let Istock use your camera. Allow it in the address bar, and load the page again.',
  none: 'No camera was found. You can join without one.',
  busy: 'Your camera is used by another program. Close it and switch the camera on here.',
  lost: 'Your camera has stopped. Check that it is plugged in and allowed, and switch it on here.',
  insecure: both.insecure,
};

/** For one of the two, after an attempt to switch it on. */
export function troubleWith(
  kind: 'microphone' | 'camera',
  { microphoneTrouble, cameraTrouble }: Pick<LocalView, 'microphoneTrouble' | 'cameraTrouble'>,
): string | null {
  if (kind === 'microphone') return microphoneTrouble && microphone[microphoneTrouble];
  return cameraTrouble && camera[cameraTrouble];
}

export function troubleText({
  microphoneTrouble,
  cameraTrouble,
}: Pick<LocalView, 'microphoneTrouble' | 'cameraTrouble'>): string | null {
  if (microphoneTrouble !== null && microphoneTrouble === cameraTrouble) return both[microphoneTrouble];
  if (microphoneTrouble !== null) return microphone[microphoneTrouble];
  return cameraTrouble === null ? null : camera[cameraTrouble];
}
