/** A time in a clip as players show it: m:ss, or h:mm:ss from an hour on. @param seconds NaN counts as 0 */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The player's numbers (specification, section 9). */
export const playerConstants = {
  speeds: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2],
  volumeStep: 0.1,
  skipSeconds: { min: 1, max: 60, fallback: 10 },
  /** Controls go after this long without a move, in ms. */
  autoHideMs: 3_000,
  cornerRadius: 8,
  /** Characters of an address that an error shows. */
  urlLength: 50,
} as const;

/** An address cut to what an error message shows of it. */
export function shortUrl(url: string): string {
  return url.length > playerConstants.urlLength ? `${url.slice(0, playerConstants.urlLength)}…` : url;
}
