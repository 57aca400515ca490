/* What the comparison runs of the render function; bundled as the function is, since the page is built into it. */
export { asSystem } from '#functions/kernel/actor.ts';
export { closeBrowser, withPage } from '#functions/render/browser.ts';
export { jobOf } from '#functions/render/scene-job.ts';
export { encodeIn, encodeRange } from '#functions/render/video.ts';
