// Before a call: one's own picture as others will see it, the microphone's level, the choice of devices, and help when they are missing.
import { Mic, MicOff, Video as VideoIcon, VideoOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classList } from '../ui/class-list.ts';
import { Select } from '../ui/select.tsx';
import type { LocalMedia, LocalView } from './local-media.ts';
import { soundLevelOf } from './sound-level.ts';
import { troubleText } from './trouble-text.ts';
import { useView } from './use-media.ts';
import { Video } from './video.tsx';

const LEVEL_MS = 100;
const BARS = 14;

function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const meter = track === null ? null : soundLevelOf(track);
    if (meter === null) return;
    const timer = setInterval(() => setLevel(meter.read()), LEVEL_MS);
    return () => {
      clearInterval(timer);
      meter.close();
      setLevel(0);
    };
  }, [track]);
  const lit = Math.round(level * BARS);
  return (
    <span
      role="meter"
      aria-label="Microphone level"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className="flex h-3 flex-1 items-stretch gap-1"
    >
      {Array.from({ length: BARS }, (_, bar) => (
        <span
          key={bar}
          className={classList(
            'flex-1 rounded-full',
            bar < lit ? 'bg-up forced-colors:bg-[CanvasText]' : 'bg-line forced-colors:bg-[GrayText]',
          )}
        />
      ))}
    </span>
  );
}

function Switch({
  isOn,
  label,
  onPress,
  children,
}: {
  isOn: boolean;
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={classList(
        'inline-flex size-12 items-center justify-center rounded-full border shadow-over',
        isOn ? 'border-line bg-raised text-ink hover:bg-bg' : 'border-transparent bg-down text-surface',
      )}
    >
      {children}
    </button>
  );
}

function Preview({ media, view }: { media: LocalMedia; view: LocalView }) {
  const { camera, isCameraOn, isMicrophoneOn, isOpening } = view;
  return (
    <div className="relative aspect-video w-full overflow-hidden rounded-box border border-line bg-sunken">
      {camera ? (
        <Video track={camera} isMirrored label="Your camera" />
      ) : (
        <p className="flex size-full items-center justify-center px-6 pb-14 text-center text-md text-muted">
          {isOpening ? 'Your browser asks for your camera and microphone.' : 'Your camera is off'}
        </p>
      )}
      <div className="absolute inset-x-0 bottom-4 flex justify-center gap-3">
        <Switch
          isOn={isMicrophoneOn}
          label={isMicrophoneOn ? 'Mute' : 'Unmute'}
          onPress={() => void media.setMicrophone(!isMicrophoneOn)}
        >
          {isMicrophoneOn ? <Mic size={20} aria-hidden="true" /> : <MicOff size={20} aria-hidden="true" />}
        </Switch>
        <Switch
          isOn={isCameraOn}
          label={isCameraOn ? 'Turn camera off' : 'Turn camera on'}
          onPress={() => void media.setCamera(!isCameraOn)}
        >
          {isCameraOn ? <VideoIcon size={20} aria-hidden="true" /> : <VideoOff size={20} aria-hidden="true" />}
        </Switch>
      </div>
    </div>
  );
}

function choicesOf(devices: readonly MediaDeviceInfo[], kind: MediaDeviceKind, name: string) {
  return devices
    .filter((device) => device.kind === kind)
    .map(({ deviceId, label }, index) => ({ value: deviceId, label: label || `${name} ${index + 1}` }));
}

function Devices({ media, view }: { media: LocalMedia; view: LocalView }) {
  const { microphone, camera, devices } = view;
  const microphones = choicesOf(devices, 'audioinput', 'Microphone');
  const cameras = choicesOf(devices, 'videoinput', 'Camera');
  if (!view.isOpening && microphones.length + cameras.length === 0) return null;
  return (
    // Its space is reserved while the browser asks, because people are typing into the fields below.
    <div
      className={classList(
        'grid min-h-24 gap-4 sm:grid-cols-2',
        (view.isOpening || cameras.length > 0) && 'max-sm:min-h-45',
      )}
    >
      <div className="flex flex-col gap-2">
        {microphones.length > 0 && (
          <Select
            label="Microphone"
            choices={microphones}
            value={microphone?.getSettings().deviceId ?? microphones[0].value}
            onChoose={(id) => void media.choose('microphone', id)}
          />
        )}
        {microphone && (
          <p className="flex items-center gap-3 text-sm text-muted">
            <span>{view.isMicrophoneOn ? 'Say something' : 'You are muted'}</span>
            <LevelMeter track={microphone} />
          </p>
        )}
      </div>
      {cameras.length > 0 && (
        <Select
          label="Camera"
          choices={cameras}
          value={camera?.getSettings().deviceId ?? cameras[0].value}
          onChoose={(id) => void media.choose('camera', id)}
        />
      )}
    </div>
  );
}

export function DeviceCheck({ media }: { media: LocalMedia }) {
  const view = useView(media);
  const trouble = view.isOpening ? null : troubleText(view);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Preview media={media} view={view} />
      {trouble && (
        <p role="alert" className="rounded-box bg-warn-soft px-4 py-3 text-warn">
          {trouble}
        </p>
      )}
      <Devices media={media} view={view} />
    </div>
  );
}
