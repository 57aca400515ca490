import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { fontsByPath } from '#cdk/font-plugin.ts';
import { browser } from './browser.ts';
import type { ScenePage } from './scene-page.ts';

declare global {
  interface Window {
    scene: ScenePage;
  }
}

/** A page with the scene in it, and nothing of the product around. */
export async function scenePage(): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'scene-page.ts')],
    absWorkingDir: join(import.meta.dirname, '../..'),
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    loader: { '.woff2': 'binary' },
    plugins: [fontsByPath()],
    logLevel: 'silent',
  });
  const page = await (await browser()).newPage();
  // A page with an origin: the digest needs a secure context.
  await page.route('https://scene.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  );
  await page.goto('https://scene.test/');
  await page.addScriptTag({ content: outputFiles[0]!.text });
  return page;
}
