// How loud a microphone is now, for the level meter before a call and the speaking mark in it.

export interface SoundLevel {
  /** From 0, silence, to 1. */
  read(): number;
  close(): void;
}

/** Null if the browser cannot analyse sound. */
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
      // Browsers suspend it until the page has been pressed.
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
