/** Below it a room is silent, above it speech clips; decibels of full scale. */
const silent = -60;
const loud = -6;

/** How loud samples from -1 to 1 are, from 0 (silence) to 1; by decibels, because ears hear so. */
export function levelOf(samples: Readonly<Float32Array>): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  return Math.min(1, Math.max(0, (decibels - silent) / (loud - silent)));
}

/** How often a level is told; ms. Screen readers are told nothing of it: it would never end. */
const everyMs = 80;

/** Tells how loud a stream is until the answer is called. */
export function followLevel(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    tell(levelOf(samples));
  }, everyMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
