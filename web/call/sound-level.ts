// How loud a microphone is now, for the meter before a call and the mark of who speaks in it.

export interface SoundLevel {
  /** 0 for silence to 1. */
  read(): number;
  close(): void;
}

/** Null where the browser has no sound to look at. */
export function soundLevelOf(track: MediaStreamTrack): SoundLevel | null {
  if (typeof AudioContext !== 'function') return null;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  const source = context.createMediaStreamSource(new MediaStream([track]));
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      // Browsers keep it asleep until somebody has pressed something.
      if (context.state === 'suspended') void context.resume().catch(() => undefined);
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech lies between about a hundredth and a third: the root makes the lower half of it visible.
      return Math.min(1, Math.sqrt(Math.sqrt(power) * 3));
    },
    close() {
      source.disconnect();
      void context.close().catch(() => undefined);
    },
  };
}
