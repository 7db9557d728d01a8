// One's own camera and microphone: opened, chosen, switched on and off, and what is wrong when they are unavailable.

/**
 * `refused` by the person or the browser; `none` present; `busy` in another program; `lost` while it was in use; `insecure`: the page is
 * not served over https.
 */
export type DeviceTrouble = 'refused' | 'none' | 'busy' | 'lost' | 'insecure';

export interface LocalView {
  readonly microphone: MediaStreamTrack | null;
  readonly camera: MediaStreamTrack | null;
  readonly screen: MediaStreamTrack | null;
  /** Wanted and available. */
  readonly isMicrophoneOn: boolean;
  readonly isCameraOn: boolean;
  readonly microphoneTrouble: DeviceTrouble | null;
  readonly cameraTrouble: DeviceTrouble | null;
  /** The browser is asking the person, or the device is starting. */
  readonly isOpening: boolean;
  readonly devices: readonly MediaDeviceInfo[];
}

const PICTURE: MediaTrackConstraints = {
  width: { ideal: 960 },
  height: { ideal: 540 },
  frameRate: { ideal: 24, max: 30 },
};
const SOUND: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

const nothing: LocalView = {
  microphone: null,
  camera: null,
  screen: null,
  isMicrophoneOn: false,
  isCameraOn: false,
  microphoneTrouble: null,
  cameraTrouble: null,
  isOpening: true,
  devices: [],
};

type Kind = 'microphone' | 'camera';

export class LocalMedia {
  #view = nothing;
  #isClosed = false;
  /** Wished by this person or the host. A microphone that is lost does not end it. */
  #isMuted = false;
  /** Which of several, as chosen here. */
  readonly #chosen: Partial<Record<Kind, string>> = {};
  readonly #listeners = new Set<() => void>();

  get view(): LocalView {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Both at once, so that the person is asked once; one by one if that fails, to get at least the other. */
  async open(): Promise<void> {
    this.#change({ isOpening: true });
    const both = await ask({ audio: SOUND, video: PICTURE });
    if (typeof both !== 'string') this.#take(both);
    else {
      await this.#reopen('microphone', {});
      await this.#reopen('camera', {});
    }
    await this.#list();
    if (this.#isClosed) return;
    this.#change({ isOpening: false });
    navigator.mediaDevices?.addEventListener('devicechange', this.#list);
  }

  /** Switches to another microphone or camera. */
  async choose(kind: Kind, deviceId: string): Promise<void> {
    const isOpened = await this.#reopen(kind, { deviceId: { exact: deviceId } });
    if (isOpened) this.#chosen[kind] = deviceId;
  }

  /** The microphone stays open while muted, so that it is back at once. */
  async setMicrophone(isOn: boolean): Promise<void> {
    this.#isMuted = !isOn;
    if (isOn && this.#view.microphone === null) return this.#openAgain('microphone');
    if (this.#view.microphone !== null) this.#view.microphone.enabled = isOn;
    this.#change({ isMicrophoneOn: isOn && this.#view.microphone !== null });
  }

  /** A camera that is off is released, so that its light goes out. */
  async setCamera(isOn: boolean): Promise<void> {
    if (isOn) return this.#openAgain('camera');
    this.#view.camera?.stop();
    this.#change({ camera: null, isCameraOn: false });
  }

  /**
   * Asks which screen to share; nothing happens if the person changes their mind. `isWanted`: whether it still is once a screen was chosen.
   * `onEnd`: sharing was ended by the browser's own button.
   */
  async openScreen({ isWanted, onEnd }: { isWanted: () => boolean; onEnd: () => void }): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({
        video: { frameRate: { ideal: 15 } },
        audio: false,
      });
      const [screen] = stream.getVideoTracks();
      // The call ended, or another screen was chosen, while the browser was asking: do not go on filming anybody.
      if (this.#isClosed || !isWanted()) {
        screen.stop();
        return;
      }
      this.closeScreen();
      // Text stays sharp, even if motion is less smooth.
      screen.contentHint = 'detail';
      screen.addEventListener('ended', () => this.#view.screen === screen && onEnd());
      this.#change({ screen });
    } catch {
      // The person changed their mind.
    }
  }

  closeScreen(): void {
    if (this.#view.screen === null) return;
    this.#view.screen.stop();
    this.#change({ screen: null });
  }

  close(): void {
    this.#isClosed = true;
    navigator.mediaDevices?.removeEventListener('devicechange', this.#list);
    for (const track of [this.#view.microphone, this.#view.camera, this.#view.screen]) track?.stop();
    this.#view = nothing;
    this.#listeners.clear();
  }

  /** The one that was chosen: the browser's own choice may be the one that must not be seen. Another one if it is gone. */
  async #openAgain(kind: Kind): Promise<void> {
    const chosen = this.#chosen[kind];
    await this.#reopen(kind, chosen === undefined ? {} : { deviceId: { ideal: chosen } });
  }

  /** False if it could not be opened: the one before stays. */
  async #reopen(kind: Kind, wanted: MediaTrackConstraints): Promise<boolean> {
    // A person who has left is not asked again.
    if (this.#isClosed) return false;
    const isPicture = kind === 'camera';
    const opened = await ask(isPicture ? { video: { ...PICTURE, ...wanted } } : { audio: { ...SOUND, ...wanted } });
    if (typeof opened === 'string') {
      this.#change(isPicture ? { cameraTrouble: opened } : { microphoneTrouble: opened });
      return false;
    }
    this.#take(opened);
    return true;
  }

  #take(stream: MediaStream): void {
    // The person left while the browser was asking.
    if (this.#isClosed) return stream.getTracks().forEach((track) => track.stop());
    const [microphone = null] = stream.getAudioTracks();
    const [camera = null] = stream.getVideoTracks();
    if (microphone !== null) {
      // Somebody who is muted stays muted with another microphone, also if theirs was unplugged, or the host muted them while the browser was asking.
      const isMicrophoneOn = !this.#isMuted;
      microphone.enabled = isMicrophoneOn;
      this.#view.microphone?.stop();
      microphone.addEventListener('ended', () => this.#lost('microphone', microphone));
      this.#change({ microphone, isMicrophoneOn, microphoneTrouble: null });
    }
    if (camera !== null) {
      this.#view.camera?.stop();
      camera.addEventListener('ended', () => this.#lost('camera', camera));
      this.#change({ camera, isCameraOn: true, cameraTrouble: null });
    }
  }

  /** Unplugged, or withdrawn in the browser's settings. */
  #lost(kind: Kind, track: MediaStreamTrack): void {
    if (this.#view[kind] !== track) return;
    if (kind === 'camera') this.#change({ camera: null, isCameraOn: false, cameraTrouble: 'lost' });
    else this.#change({ microphone: null, isMicrophoneOn: false, microphoneTrouble: 'lost' });
  }

  readonly #list = async (): Promise<void> => {
    const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
    this.#change({ devices: devices.filter(({ deviceId }) => deviceId !== '') });
  };

  #change(changes: Partial<LocalView>): void {
    if (this.#isClosed) return;
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

async function ask(wanted: MediaStreamConstraints): Promise<MediaStream | DeviceTrouble> {
  // Browsers hide the devices from pages served over an insecure connection.
  if (navigator.mediaDevices === undefined) return 'insecure';
  try {
    return await navigator.mediaDevices.getUserMedia(wanted);
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
    return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'busy';
  }
}

export function canShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function';
}
