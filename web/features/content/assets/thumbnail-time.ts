/** How a video's picture is taken (specification, section 9). */
export const taken = {
  /** At the lesser of this many seconds and this share of the duration. */
  seconds: 1,
  share: 0.1,
  quality: 0.8,
  timeoutMs: 10_000,
  /** Wider videos are scaled down to this, in px. */
  width: 640,
};

/** Where in a video of this length its picture is taken, in seconds. */
export function thumbnailTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.min(taken.seconds, duration * taken.share) : 0;
}
