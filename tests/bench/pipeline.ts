/* What the benchmark runs of the render function; bundled as the function is, since the page is built into it. */
export { asSystem } from '#functions/kernel/actor.ts';
export { bucket } from '#functions/kernel/bucket.ts';
export { closeBrowser } from '#functions/render/browser.ts';
export { encodeRange } from '#functions/render/video.ts';
