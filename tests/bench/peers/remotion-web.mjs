import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

/* Remotion's renderer in the page: WebCodecs in the same Chromium that ours uses. */

let server;
let origin;

export async function prepare({ publicDir }) {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'remotion/web-page.jsx')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: [join(import.meta.dirname, 'node_modules')],
    logLevel: 'silent',
  });
  const script = outputFiles[0].text;
  server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (path === '/')
      return response.end('<!doctype html><meta charset="utf-8"><body><script src="/page.js"></script>');
    if (path === '/page.js') return response.end(script);
    const file = join(publicDir, path.split('/').at(-1));
    if (!existsSync(file)) return response.writeHead(404).end();
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${server.address().port}`;
}

/** From launch to the finished file. @returns seconds */
export async function run(scene, { frames, executable, flags }) {
  const started = performance.now();
  const browser = await puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    args: flags,
  });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1920, height: 1080 });
    page.setDefaultTimeout(300_000);
    await page.goto(origin);
    const bytes = await page.evaluate((id, count) => window.renderScene(id, count), scene, frames);
    if (bytes < 1000) throw new Error('The web renderer wrote no video.');
    return (performance.now() - started) / 1000;
  } finally {
    await browser.close();
  }
}

export const cleanUp = () => server?.close();
