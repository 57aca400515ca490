import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '#cdk/bundle.ts';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import { planParts } from '#functions/content/exports/video/plan.ts';
import { silence } from '#functions/render/silence.ts';
import { ffmpegPath, joinArguments, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { JobOutput } from '#infra/local/mediaconvert/settings.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { type BenchScene, options, video } from './scenes.ts';

const tenant = 1;
const clipName = 'bench.mp4';
/** Where the clip lies for the page. */
export const clipAddress = `http://localhost:3000/media/${tenant}/${clipName}`;

/** How the parts are joined at quality high: the picture as it is, silence as AAC. */
const joined: JobOutput = {
  containerSettings: { container: 'MP4', mp4Settings: { moovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
  videoDescription: { codecSettings: { codec: 'PASSTHROUGH' } },
  audioDescriptions: [
    {
      audioSourceName: 'Audio Selector 1',
      codecSettings: {
        codec: 'AAC',
        aacSettings: { bitrate: 160_000, codingMode: 'CODING_MODE_2_0', sampleRate: 48_000 },
      },
    },
  ],
};

/** This project's renderer, from the launch of Chromium to the joined file. */
export async function ours() {
  const cloud = await startCloud();
  Object.assign(process.env, cloud.env);
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-bench-'));
  const ffmpeg = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };
  await bundle('tests/bench/pipeline.ts', folder);
  const { asSystem, bucket, closeBrowser, encodeRange } = (await import(
    pathToFileURL(join(folder, 'index.mjs')).href
  )) as typeof import('./pipeline.ts');
  const clip = join(folder, clipName);
  const picture = `testsrc2=size=1280x720:rate=${video.fps}:duration=5`;
  const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '60'];
  await runFfmpeg(['-y', '-f', 'lavfi', '-i', picture, ...x264, '-movflags', '+faststart', clip], ffmpeg);
  await asSystem(tenant, 'bench', () => bucket('media').put(clipName, readFileSync(clip), 'video/mp4'));

  async function joinParts(parts: Buffer[]): Promise<string> {
    const list = (name: string, files: string[]) => {
      const file = join(folder, `${name}.txt`);
      writeFileSync(file, files.map((one) => `file '${one}'\n`).join(''));
      return file;
    };
    const files = parts.map((bytes, n) => {
      writeFileSync(join(folder, `${n}.mp4`), bytes);
      return join(folder, `${n}.mp4`);
    });
    const sound = join(folder, 'silence.wav');
    writeFileSync(sound, silence(video.frames, video.fps));
    const out = join(folder, 'out.mp4');
    const lists = { video: list('video', files), audio: list('audio', [sound]) };
    await runFfmpeg(joinArguments(joined, lists, out), ffmpeg);
    return out;
  }

  return {
    name: 'ours',
    /** @param parts rendered side by side. Answers the seconds from launch to file. */
    async run({ scene }: BenchScene, parts = 1): Promise<number> {
      const source = { project: scene, data: {}, seed: 1 } as unknown as ExportSource;
      const began = performance.now();
      const ranges = planParts(options, { parts });
      const made = await asSystem(tenant, 'bench', () =>
        Promise.all(ranges.map((range) => encodeRange(source, options, range))),
      );
      const file = await joinParts(made.map((one) => one.video));
      const seconds = (performance.now() - began) / 1000;
      const { failed } = made[0]!;
      await closeBrowser();
      if (failed.length > 0 || statSync(file).size < 1000) throw new Error(`It was not drawn: ${failed}`);
      return seconds;
    },
    async close() {
      await closeBrowser();
      await cloud.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
