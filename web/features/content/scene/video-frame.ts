interface FrameOptions {
  /** Where in the clip the frame is, given its length; both in seconds. */
  at(duration: number): number;
  /** Wider videos are scaled down to this, in px. */
  maxWidth: number;
  timeoutMs: number;
}

/** One frame of a video. @throws when it does not load, takes too long, or its site keeps it from being read */
export async function frameOfVideo(
  url: string,
  { at, maxWidth, timeoutMs }: FrameOptions,
): Promise<HTMLCanvasElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.playsInline = true;
  // Without CORS a frame would taint the canvas, and nothing could be read from it.
  if (/^https?:/i.test(url)) video.crossOrigin = 'anonymous';
  const came = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('The video did not load.')), { once: true });
    });
  const draw = async () => {
    const loaded = came('loadeddata');
    video.src = url;
    await loaded;
    const sought = came('seeked');
    video.currentTime = at(video.duration);
    await sought;
    const scale = Math.min(1, maxWidth / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas to draw on.');
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Error('The video took too long.')), timeoutMs);
  });
  try {
    return await Promise.race([draw(), late]);
  } finally {
    window.clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
  }
}
