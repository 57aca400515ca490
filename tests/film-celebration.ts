import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { closeBrowser, visit } from './support/browser.ts';
import { demoPassword, Product } from './support/product.ts';

/*
 * `npm run film`: films how a sale comes from an agent's screen to a display of the office, as docs/screenshots/celebration.gif,
 * from a fresh start of the product: on the left the lead that is won, on the right the display. The film runs at the speed at
 * which it happened.
 */

const out = join(import.meta.dirname, '../docs/screenshots/celebration.gif');
const framesASecond = 6;
/** What is filmed after "Won" was pressed; ms. */
const filmedMs = 7_000;
const height = 360;

interface Shot {
  at: number;
  picture: Buffer;
}

/** Takes pictures of a page until it is told to stop, as quickly as they come. */
async function film(page: Page, isOver: () => boolean): Promise<Shot[]> {
  const shots: Shot[] = [];
  while (!isOver()) {
    const at = Date.now();
    shots.push({ at, picture: await page.screenshot({ type: 'jpeg', quality: 92 }) });
    await page.waitForTimeout(Math.max(0, 1_000 / framesASecond - (Date.now() - at)));
  }
  return shots;
}

/** The pictures that were there at each frame of the film, as files. */
function frames(shots: readonly Shot[], from: number, name: string, folder: string): void {
  const count = Math.floor((filmedMs / 1_000) * framesASecond);
  for (let frame = 0; frame < count; frame++) {
    const at = from + (frame * 1_000) / framesASecond;
    const shot = shots.findLast((one) => one.at <= at) ?? shots[0]!;
    writeFileSync(join(folder, `${name}${String(frame).padStart(3, '0')}.jpg`), shot.picture);
  }
}

/** The agent, drawn: no photo of anybody is in the repository. */
const portrait = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">
<rect width="600" height="600" fill="#f2c48d"/><circle cx="300" cy="250" r="210" fill="#f7d9b0"/>
<path d="M160 300c-20-150 60-210 140-210s160 60 140 210c10 90 30 140 30 140H130s20-50 30-140z" fill="#3b2417"/>
<path d="M60 600c20-120 110-160 240-160s220 40 240 160z" fill="#2f4b8f"/>
<path d="M250 400h100v70c-30 40-70 40-100 0z" fill="#d99a6c"/>
<ellipse cx="300" cy="290" rx="100" ry="125" fill="#eab387"/>
<path d="M195 280c10-90 60-110 105-110s95 20 105 110c-40-10-60-50-70-70-30 40-80 60-140 70z" fill="#3b2417"/>
<circle cx="262" cy="295" r="11" fill="#2a1a12"/><circle cx="338" cy="295" r="11" fill="#2a1a12"/>
<path d="M240 268q22-14 44 0M316 268q22-14 44 0" stroke="#3b2417" stroke-width="8" fill="none" stroke-linecap="round"/>
<path d="M255 348q45 46 90 0z" fill="#fff" stroke="#9c4f3c" stroke-width="6" stroke-linejoin="round"/>
</svg>`;

const folder = mkdtempSync(join(tmpdir(), 'dealbell-film-'));
const product = await Product.start();
try {
  const caller = await product.signIn('admin');
  const maya = await (await product.signIn('agent')).ask<{ id: string; email: string }>('GET', '/users/me');
  const { page: easel } = await visit(product.origin, { width: 600, height: 600 });
  await easel.setContent(`<body style="margin:0">${portrait}</body>`);
  const photo = new FormData();
  photo.set('photo', new File([new Uint8Array(await easel.screenshot())], 'maya.png', { type: 'image/png' }));
  photo.set('repEmail', maya.email);
  const { status: taken } = await fetch(`${product.origin}/api/sales-rep-photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}` },
    body: photo,
  });
  if (taken !== 201) throw new Error(`The photo was answered ${taken}.`);
  await easel.close();
  const lead = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    phones: ['+13125550142'],
    address: { city: 'Chicago', state: 'IL' },
    dealAmount: 4_800,
    ownerId: maya.id,
  };
  const { id } = await caller.ask<{ id: string }>('POST', '/leads', lead);
  const { displays } = await caller.ask<{ displays: { previewUrl: string }[] }>('GET', '/optisigns/displays');

  const { page } = await visit(product.origin, { width: 960, height: 720 });
  await page.goto('/login');
  await page.getByLabel('Username').fill('agent');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`/leads/${id}`);
  const { page: display } = await visit(product.origin, { width: 1280, height: 720 });
  await display.goto(displays[0]!.previewUrl);
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.waitFor();
  // What is needed for the first time is started beforehand, as in an office that is open.
  await caller.ask('POST', '/celebrations', {
    requestId: 'film-0001',
    customer: 'Hopper & Sons',
    amount: 950,
  });
  const sign = (words: RegExp) =>
    display.frameLocator('iframe.on').last().getByRole('img', { name: words }).first();
  await sign(/Hopper/).waitFor();
  await sign(/Hopper/).waitFor({ state: 'hidden', timeout: 60_000 });
  await page.waitForTimeout(2_000);

  let isOver = false;
  const filming = Promise.all([film(page, () => isOver), film(display, () => isOver)]);
  await page.waitForTimeout(600);
  await status.click();
  await page.waitForTimeout(500);
  const won = Date.now();
  await page.getByRole('option', { name: 'Won', exact: true }).click();
  await sign(/Ada Lovelace/).waitFor({ timeout: 40_000 });
  console.log(`${Date.now() - won} ms from “Won” to the display, filmed`);
  await page.waitForTimeout(Math.max(0, filmedMs - (Date.now() - won)));
  isOver = true;
  const [left, right] = await filming;

  const from = won - 1_000;
  frames(left, from, 'left', folder);
  frames(right, from, 'right', folder);
  const input = (name: string) => [
    '-framerate',
    String(framesASecond),
    '-i',
    join(folder, `${name}%03d.jpg`),
  ];
  const scaled = `scale=-2:${height}:flags=lanczos`;
  const palette = 'split[a][b];[a]palettegen=max_colors=160[p];[b][p]paletteuse=dither=sierra2_4a';
  const filter = `[0]${scaled}[l];[1]${scaled}[r];[l][r]hstack,${palette}`;
  const { status: ended, stderr } = spawnSync(
    ffmpegPath(folder),
    ['-y', ...input('left'), ...input('right'), '-filter_complex', filter, '-loop', '0', out],
    { encoding: 'utf8' },
  );
  if (ended !== 0) throw new Error(stderr.slice(-2_000));
} finally {
  await closeBrowser();
  await product.stop();
  rmSync(folder, { recursive: true });
}
process.exit(0);
