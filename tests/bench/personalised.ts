import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '#cdk/bundle.ts';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import { type Element, exportOptions } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { startCloud } from '#tests/support/cloud.ts';

/**
 * `npm run bench:personalised`: how many personalised videos a minute one renderer makes, with what records share
 * and without, taking turns; and what the bookkeeping of 10,000 records costs, which are then cancelled. The last
 * line is JSON. `RECORDS=5 SECONDS=4` is a short form; the figures in docs/bench.md are of the defaults.
 */
const records = Number(process.env.RECORDS ?? 30);
const seconds = Number(process.env.SECONDS ?? 10);
const options = exportOptions.parse({ exportType: 'video', duration: seconds });
const tenantName = 'Bench';

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

let made = 0;
function place(
  type: string,
  [x, y, width, height]: readonly [number, number, number, number],
  given: Partial<Element> = {},
): Element {
  const element = newElement(type, { id: `elm_${++made}`, x, y, layerOrder: made });
  return {
    ...element,
    ...given,
    size: { width, height },
    properties: { ...element.properties, ...given.properties },
    styles: { ...element.styles, ...given.styles },
  };
}

const wide = [0, 0, 1920, 1080] as const;
const photo = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#24365f"/>${Array.from(
    { length: 80 },
    (_, i) =>
      `<circle cx="${(i * 137) % 800}" cy="${(i * 89) % 600}" r="${10 + (i % 7) * 9}" fill="hsl(${i * 6} 70% 60% / .5)"/>`,
  ).join('')}</svg>`,
).toString('base64')}`;

/** What the records share: a chart, a photo, snow and lines of text. */
const common = () => [
  place('bar_chart', [120, 420, 860, 520]),
  place('image', [1080, 420, 720, 520], { properties: { src: photo } }),
  place('snow_animation', wide),
  ...[0, 1, 2].map((i) =>
    place('text', [120, 250 + i * 50, 1500, 48], {
      properties: { text: `${i + 1}. What we have installed this quarter` },
      styles: { fontSize: 40, color: '#e2e8f0' },
      animations: [{ type: 'slideIn', delay: 0.2 * i }],
    }),
  ),
];
const greeting = (animations: Element['animations']) =>
  place('shadow_text', [120, 60, 1600, 150], {
    properties: { text: 'Thank you, {lead.name}' },
    styles: { fontSize: 110, color: '#ffffff' },
    animations,
  });
/** A greeting that leaves after three tenths of the video. */
const fadingOut: Element['animations'] = [
  { type: 'fadeIn' },
  { type: 'fadeOut', delay: 0.3 * seconds - 0.6 },
];

const scenes = [
  { name: 'greeting of 3 s, then the same for all', elements: [...common(), greeting(fadingOut)] },
  { name: 'name on screen throughout', elements: [...common(), greeting([{ type: 'fadeIn' }])] },
  {
    name: 'name throughout, nothing else moves',
    elements: [
      ...common().filter((one) => one.properties.customElementType !== 'snow_animation'),
      greeting([]),
    ],
  },
];

const cloud = await startCloud();
Object.assign(process.env, cloud.env);
const folder = mkdtempSync(join(tmpdir(), 'dealbell-bench-'));
try {
  await bundle('tests/bench/personalised-pipeline.ts', folder);
  const product = (await import(
    pathToFileURL(join(folder, 'index.mjs')).href
  )) as typeof import('./personalised-pipeline.ts');
  const { asSystem, exportFiles, withPage, encodeIn, closeBrowser } = product;

  type Page = Parameters<typeof encodeIn>[0];

  /** Renders and stores one record's video as a chunk does. Answers the seconds. */
  async function render(page: Page, elements: Element[], n: number, sharing: boolean): Promise<number> {
    const project = {
      name: 'Bench',
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: { type: 'gradient', gradient: 'linear-gradient(135deg, #0f172a 0%, #312e81 100%)' },
      elements,
    };
    const data = { lead: { name: `Ada Lovelace the ${n}th` } };
    const source = { project, data, seed: 1 } as unknown as ExportSource;
    const shared = sharing ? { shareAs: 'bench', differsIn: ['lead'] } : {};
    const range = { from: 0, to: seconds * options.fps };
    const began = performance.now();
    const { video, failed } = await encodeIn(page, source, options, range, undefined, {
      withSound: true,
      ...shared,
    });
    if (failed.length > 0 || video.length < 1000) throw new Error(`It was not drawn: ${failed}`);
    await exportFiles().put(`bench/${n}.mp4`, video, 'video/mp4');
    return (performance.now() - began) / 1000;
  }

  const result = [];
  for (const { name, elements } of scenes) {
    // Record by record in turns, so that a busy moment of the machine meets both alike.
    const times = { shared: 0, apart: 0 };
    await asSystem(1, 'bench', () =>
      withPage((one) =>
        withPage(async (other) => {
          for (let n = 0; n < records; n++) {
            times.shared += await render(one, elements, n, true);
            times.apart += await render(other, elements, n, false);
          }
        }),
      ),
    );
    const perMinute = (sum: number) => Math.round((records / sum) * 600) / 10;
    const ratio = Math.round((times.apart / times.shared) * 100) / 100;
    const [shared, apart] = [perMinute(times.shared), perMinute(times.apart)];
    result.push({ name, shared, apart, ratio });
    console.log(`${name.padEnd(42)} ${shared} a minute, ${apart} without sharing: × ${ratio}`);
  }
  await closeBrowser();

  const measured: Record<string, number> = {};
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = await work();
    measured[name] = Math.round(performance.now() - began);
    console.log(`${name.padEnd(42)} ${measured[name]} ms`);
    return answer;
  };
  const tenant = await product.createTenant({ name: tenantName, timeZone: 'UTC' });
  await asSystem(tenant.id, 'bench', async () => {
    const project = await product.createProject({ name: 'Bench' });
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      name: `Lead ${n}`,
      data: { lead: { name: `Lead ${n}`, email: `lead.${n}@example.com`, city: 'Springfield' } },
    }));
    const short = exportOptions.parse({ exportType: 'video', duration: 1 });
    const batch = await measure('10,000 records: taken', () =>
      product.createBatch({ projectId: project.id, options: short, records: many }),
    );
    await measure('first page of 50', () => product.listItems(batch.id, 1, 50));
    await measure('last page of 50', () => product.listItems(batch.id, 200, 50));
    await measure('a chunk of 104 taken by a renderer', () => product.takeChunk(batch.id, 0));
    await measure('cancelled', () => product.cancelBatch(batch.id));
    await measure('removed', () => product.removeBatch(batch.id));
  });
  console.log(
    JSON.stringify({
      bench: 'personalised',
      records,
      seconds,
      cpus: cpus().length,
      scenes: result,
      ms: measured,
    }),
  );
} finally {
  await cloud.stop();
  rmSync(folder, { recursive: true, force: true });
}
