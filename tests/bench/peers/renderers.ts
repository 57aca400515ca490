import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PNG } from 'pngjs';
import { ffmpegPath } from '../../../infra/local/mediaconvert/ffmpeg.ts';
import type { Peer } from '../render.ts';
import { video } from '../scenes.ts';

/*
 * Remotion, rendering on the server and in the page, on the Chromium that ours uses. `npm install` in this folder
 * first; without it nothing is compared.
 */

interface Renderer {
  prepare(given: { publicDir: string }): Promise<void>;
  run(scene: string, given: { frames: number; executable: string; flags: string[] }): Promise<number>;
  cleanUp(): void;
}

const here = import.meta.dirname;
const flags = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-software-rasterizer'];

/** The photo and the clip of the scenes, as files. */
function publicFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-peers-'));
  const photo = new PNG({ width: 800, height: 600 });
  for (let at = 0; at < 800 * 600; at++) {
    const [x, y] = [at % 800, Math.floor(at / 800)];
    photo.data.set([(x * 7 + y) % 256, (y * 3) % 256, (x + y) % 256, 255], at * 4);
  }
  writeFileSync(join(folder, 'photo.png'), PNG.sync.write(photo));
  const picture = `testsrc2=size=1280x720:rate=${video.fps}:duration=5`;
  const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '60'];
  const clip = join(folder, 'source.mp4');
  const options = [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    picture,
    ...x264,
    '-movflags',
    '+faststart',
    clip,
  ];
  execFileSync(ffmpegPath(folder), options);
  return folder;
}

async function prepared(): Promise<Peer[]> {
  if (!existsSync(join(here, 'node_modules/remotion'))) {
    console.log('The peers are not installed: npm install in tests/bench/peers to compare with them.');
    return [];
  }
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executable = await chromium.executablePath();
  await build({
    entryPoints: [join(here, '../peer-effects.ts')],
    outfile: join(here, 'remotion/effects.generated.js'),
    bundle: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'silent',
  });
  const publicDir = publicFolder();
  const names = ['remotion-server', 'remotion-web'];
  const renderers: Peer[] = [];
  for (const name of names) {
    const renderer = (await import(`./${name}.mjs`)) as Renderer;
    await renderer.prepare({ publicDir });
    renderers.push({
      name,
      run: (scene) => renderer.run(scene.name.replace(' ', '-'), { frames: video.frames, executable, flags }),
      close: async () => {
        renderer.cleanUp();
        rmSync(publicDir, { recursive: true, force: true });
      },
    });
  }
  return renderers;
}

export const renderers = await prepared();
