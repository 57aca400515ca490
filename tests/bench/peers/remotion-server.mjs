import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '@remotion/bundler';
import { openBrowser, renderMedia, selectComposition } from '@remotion/renderer';

/*
 * Remotion's server-side renderer at the best setting found on two cores: JPEG frames, two tabs, x264 veryfast.
 * Bundling is done once beforehand, as for ours.
 */

const folder = mkdtempSync(join(tmpdir(), 'dealbell-remotion-'));
let serveUrl;

/** @param publicDir holds photo.png and source.mp4 */
export async function prepare({ publicDir }) {
  serveUrl = await bundle({
    entryPoint: join(import.meta.dirname, 'remotion/root.jsx'),
    publicDir,
    onProgress: () => undefined,
  });
}

/** From launch to the finished file. @returns seconds */
export async function run(scene, { frames, executable }) {
  const started = performance.now();
  const browser = await openBrowser('chrome', {
    browserExecutable: executable,
    chromiumOptions: { gl: null },
    chromeMode: 'headless-shell',
  });
  const options = {
    serveUrl,
    puppeteerInstance: browser,
    browserExecutable: executable,
    inputProps: { web: false },
  };
  const composition = await selectComposition({ ...options, id: scene });
  const outputLocation = join(folder, `${scene}.mp4`);
  await renderMedia({
    ...options,
    composition: { ...composition, durationInFrames: frames },
    codec: 'h264',
    x264Preset: 'veryfast',
    imageFormat: 'jpeg',
    jpegQuality: 80,
    concurrency: 2,
    muted: true,
    outputLocation,
    overwrite: true,
    logLevel: 'error',
  });
  const seconds = (performance.now() - started) / 1000;
  await browser.close({ silent: true });
  if (statSync(outputLocation).size < 1000) throw new Error('Remotion wrote no video.');
  return seconds;
}

export const cleanUp = () => rmSync(folder, { recursive: true, force: true });
