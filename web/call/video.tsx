// The video and the audio of a call, each from one track.
import { useEffect, useRef } from 'react';
import { classList } from '../ui/class-list.ts';

export interface VideoProps {
  track: MediaStreamTrack | null;
  /** One's own camera is shown mirrored. */
  isMirrored?: boolean;
  /** The whole picture, with bars beside it: for shared screens, whose edges matter. */
  isWhole?: boolean;
  /** Whose picture it is. */
  label: string;
}

export function Video({ track, isMirrored = false, isWhole = false, label }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    video.srcObject = track === null ? null : new MediaStream([track]);
    // Refused until the page has been pressed; the picture is shown without sound.
    if (track !== null) void video.play().catch(() => undefined);
    return () => void (video.srcObject = null);
  }, [track]);
  return (
    <video
      ref={ref}
      aria-label={label}
      autoPlay
      playsInline
      muted
      className={classList('size-full', isWhole ? 'object-contain' : 'object-cover', isMirrored && '-scale-x-100')}
    />
  );
}

export interface SoundProps {
  stream: MediaStream;
  /** A muted person is not played, whatever arrives. */
  isMuted: boolean;
  /** The browser wants a press before it plays anything. */
  onBlocked: () => void;
}

export function Sound({ stream, isMuted, onBlocked }: SoundProps) {
  const ref = useRef<HTMLAudioElement>(null);
  const blocked = useRef(onBlocked);
  useEffect(() => {
    blocked.current = onBlocked;
  });
  useEffect(() => {
    const audio = ref.current;
    if (audio === null) return;
    audio.srcObject = stream;
    void audio.play().catch((error: DOMException) => error.name === 'NotAllowedError' && blocked.current());
    return () => void (audio.srcObject = null);
  }, [stream]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people who speak now have no captions
  return <audio ref={ref} autoPlay muted={isMuted} />;
}
