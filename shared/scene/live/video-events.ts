/** What a page that embeds the sign can hear: `addEventListener('dealbell:video', ({ detail }) => …)`. */
export interface VideoEventDetail {
  elementId: string;
  /** play, pause, ended, error; quarter, half, threeQuarters; with customEvents whatever the player says. */
  event: string;
  /** Seconds. */
  time: number;
  duration: number;
}

const quarters = ['quarter', 'half', 'threeQuarters'];
const every = ['loadedmetadata', 'seeking', 'seeked', 'waiting', 'ratechange', 'volumechange', 'timeupdate'];

/** Tells the page what is watched, as far as the element's properties allow it. */
export function playerEvents(
  video: HTMLVideoElement,
  node: HTMLElement,
  elementId: string,
  { analyticsTracking, customEvents }: { analyticsTracking: boolean; customEvents: boolean },
): void {
  if (!analyticsTracking && !customEvents) return;
  const tell = (event: string) => {
    const { currentTime: time, duration } = video;
    const detail: VideoEventDetail = { elementId, event, time, duration };
    node.dispatchEvent(new CustomEvent('dealbell:video', { detail, bubbles: true }));
  };
  for (const name of ['play', 'pause', 'ended', 'error']) video.addEventListener(name, () => tell(name));
  if (customEvents) for (const name of every) video.addEventListener(name, () => tell(name));
  if (!analyticsTracking) return;
  let reached = 0;
  video.addEventListener('timeupdate', () => {
    while (reached < quarters.length && video.currentTime >= (video.duration * (reached + 1)) / 4)
      tell(quarters[reached++]!);
  });
}
