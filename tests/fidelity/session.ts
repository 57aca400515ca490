import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { PNG } from 'pngjs';
import { bundle } from '#cdk/bundle.ts';
import { fontsByPath } from '#cdk/font-plugin.ts';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import type { Picture, PictureJob } from '#functions/render/job.ts';
import { silence } from '#functions/render/silence.ts';
import { ffmpegPath, joinArguments, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { JobOutput } from '#infra/local/mediaconvert/settings.ts';
import { type ExportOptions, exportOptions } from '#shared/model/content.ts';
import type { Scene } from '#shared/scene/env.ts';
import { browser, closeBrowser } from '#tests/support/browser.ts';
import type { EditorPage } from './editor-page.ts';
import { stageData } from './stages.ts';

/* The editor's painter, the renderer's bundle and the joining, side by side for one scene. */

declare global {
  interface Window {
    editor: EditorPage;
  }
}

const root = join(import.meta.dirname, '../..');

/** How parts are joined at quality high: the picture as it is, silence as AAC. */
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

export const fps = 30;

export interface Made {
  editor: PNG[];
  exported: PNG[];
  /** Frames of the video, yuv420p. */
  frames: Buffer[];
  /** Bytes of the joined MP4. */
  size: number;
}

async function editorPage() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'editor-page.ts')],
    absWorkingDir: root,
    ...{ bundle: true, write: false, format: 'iife', target: 'es2024', logLevel: 'silent' },
    loader: { '.woff2': 'binary' },
    plugins: [fontsByPath()],
  });
  const page = await (await browser()).newPage();
  await page.route('https://editor.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  );
  await page.goto('https://editor.test/');
  await page.addScriptTag({ content: outputFiles[0]!.text });
  return page;
}

/** Opens everything that a scene is compared with. @param times seconds at which it is looked at */
export async function openSession(times: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-fidelity-'));
  const ffmpeg = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };
  await bundle('tests/fidelity/renderer.ts', join(folder, 'renderer'));
  const file = pathToFileURL(join(folder, 'renderer', 'index.mjs')).href;
  const renderer = (await import(/* @vite-ignore */ file)) as typeof import('./renderer.ts');
  const page = await editorPage();
  const wanted = times.map((t) => Math.round(t * fps));

  /** Joins the one part of a video as MediaConvert does, and answers the frames that are looked at. */
  async function framesOf(video: Buffer, frames: number, { width, height }: ExportOptions['dimensions']) {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('part.mp4'), video);
    writeFileSync(at('part.wav'), silence(frames, fps));
    for (const kind of ['mp4', 'wav'] as const)
      writeFileSync(at(`${kind}.txt`), `file '${at(`part.${kind}`)}'\n`);
    const lists = { video: at('mp4.txt'), audio: at('wav.txt') };
    await runFfmpeg(joinArguments(joined, lists, at('whole.mp4')), ffmpeg);
    const select = wanted.map((frame) => `eq(n\\,${frame})`).join('+');
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', at('frames.raw')];
    await runFfmpeg(
      ['-y', '-i', at('whole.mp4'), '-vf', `select=${select}`, '-vsync', '0', '-an', ...raw],
      ffmpeg,
    );
    const bytes = readFileSync(at('frames.raw'));
    const each = width * height * 1.5;
    return {
      size: readFileSync(at('whole.mp4')).length,
      frames: wanted.map((_, i) => bytes.subarray(i * each, (i + 1) * each)),
    };
  }

  async function made(scene: Scene): Promise<Made> {
    const frames = Math.max(...wanted) + 1;
    const options = exportOptions.parse({
      ...{ exportType: 'video', quality: 'high', fps, dimensions: scene.canvasSize },
      duration: Math.max(1, frames / fps),
    });
    const source = { project: scene, data: stageData, seed: 1 } as unknown as ExportSource;
    return renderer.asSystem(1, 'fidelity', () =>
      renderer.withPage(async (own) => {
        const exported: PNG[] = [];
        for (const t of times) {
          const job: PictureJob = { ...renderer.jobOf(source, options), t, format: 'png', quality: 1 };
          const { base64, failed }: Picture = await own.evaluate(
            (given) => window.dealbell.picture(given),
            job,
          );
          if (failed.length > 0) throw new Error(`Not drawn: ${failed}`);
          exported.push(PNG.sync.read(Buffer.from(base64, 'base64')));
        }
        const { video } = await renderer.encodeIn(own, source, options, { from: 0, to: frames });
        const editor: PNG[] = [];
        for (const t of times) {
          // As text: the evaluation's own types would unfold the scene's without end.
          const url: string = await page.evaluate(
            (given) => window.editor.shown(given),
            JSON.stringify({ scene, data: stageData, t }),
          );
          editor.push(PNG.sync.read(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')));
        }
        return { editor, exported, ...(await framesOf(video, frames, scene.canvasSize)) };
      }),
    );
  }

  return {
    made,
    async close() {
      await renderer.closeBrowser();
      await closeBrowser();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
