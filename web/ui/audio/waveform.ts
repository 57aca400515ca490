/** Bars of a waveform. */
export const barCount = 120;

/** The loudness of as many stretches of a sound, each 0 to 1 of the loudest; silence is 0 everywhere. */
export function peaksOf(samples: Float32Array, bars = barCount): number[] {
  const length = Math.max(1, Math.ceil(samples.length / bars));
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let peak = 0;
    for (let at = bar * length; at < Math.min(samples.length, (bar + 1) * length); at++)
      peak = Math.max(peak, Math.abs(samples[at]!));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}

/** What is told of an error of an audio element, by its code (MediaError); anything else is the general sentence. */
export function audioProblem(code: number | undefined): string {
  if (code === 2) return 'Network error. The file may be blocked by its server (cross-origin).';
  if (code === 3) return 'This audio format is not supported.';
  if (code === 4) return 'The audio was not found or is not supported.';
  return 'Failed to load audio. Please try again.';
}

/** Seconds that a key moves by, or the place that it goes to; undefined for a key that seeks nothing. */
export function seekOf(key: string, at: number, duration: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: at - 5,
    ArrowDown: at - 5,
    ArrowRight: at + 5,
    ArrowUp: at + 5,
    PageDown: at - 30,
    PageUp: at + 30,
    Home: 0,
    End: duration,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.min(duration, Math.max(0, to));
}

/** `0:05`, `12:03`, `1:02:03`. */
export function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
