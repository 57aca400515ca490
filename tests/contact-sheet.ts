import { join } from 'node:path';
import { browser, closeBrowser } from './support/browser.ts';
import { scenePage } from './support/scene-browser.ts';

/* `npm run contact-sheet`: every element and effect as the scene draws it, as pictures in docs/. */

const page = await scenePage();
const types = await page.evaluate(() => window.scene.types);

interface Sheet {
  file: string;
  title: string;
  columns: number;
  cell: { width: number; height: number };
  times: number[];
  list: typeof types;
}

async function sheet({ file, title, columns, cell, times, list }: Sheet): Promise<void> {
  const cards: string[] = [];
  for (const { type, label } of list) {
    const picture = await page.evaluate(
      ([name, at, size, margin]) => window.scene.cards(name, at, size, margin),
      [type, times, cell, times.length > 1 ? 2 : 36] as const,
    );
    cards.push(
      `<figure><img src="${picture}" width="${cell.width * times.length}" height="${cell.height}"><figcaption>${label}<code>${type}</code></figcaption></figure>`,
    );
  }
  const own = await (await browser()).newPage();
  const width = columns * (cell.width * times.length + 24) + 48;
  await own.setViewportSize({ width, height: 800 });
  await own.setContent(`<style>
body{margin:0;padding:24px;background:#e9eef7;font:600 14px Inter,system-ui,sans-serif;color:#131d38}
h1{font-size:24px;margin:0 0 16px 12px}main{display:flex;flex-wrap:wrap}figure{margin:0 12px 20px}
img{display:block;background:#f4f6fa;border-radius:10px;box-shadow:0 1px 3px #131d3833}
figcaption{padding:8px 2px;display:flex;justify-content:space-between}code{font-weight:400;color:#66748f;font-size:12px}
</style><h1>${title}</h1><main>${cards.join('')}</main>`);
  await own.screenshot({ path: join(import.meta.dirname, '../docs', file), fullPage: true });
  await own.close();
  console.log(`docs/${file}: ${list.length}`);
}

const effects = types.filter(({ category }) => category === 'Effects');
const elements = types.filter(({ category }) => category !== 'Effects');
await sheet({
  file: 'elements.png',
  title: 'Elements',
  columns: 4,
  cell: { width: 320, height: 220 },
  times: [1.2],
  list: elements,
});
await sheet({
  file: 'effects.png',
  title: 'Effects at 1, 3 and 5 seconds',
  columns: 2,
  cell: { width: 230, height: 172 },
  times: [1, 3, 5],
  list: effects,
});
await closeBrowser();
