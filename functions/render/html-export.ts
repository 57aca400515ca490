import { zipSync } from 'fflate';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { defaultFont, fontFiles } from '#shared/scene/fonts.ts';
import fontBytes from '#shared/scene/fonts.ts?files';
import { withoutPrivate } from '#shared/scene/registry.ts';
import type { Drawn } from './draw.ts';
import script from './html-page.ts?page';

/* A page's pictures are given inside the script as data: a page opened from a folder may not read files into a
   canvas. Fonts likewise, since a font of another origin (every file: is one) is refused. */

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dealbell</title>
<style>html,body{margin:0;height:100%;background:#000}#sign{position:fixed;inset:0;overflow:hidden}</style></head>
<body><main id="sign"></main><script src="content.js"></script><script src="sign.js"></script></body></html>
`;

const dataUrl = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** The font families that a project names, and the one everything falls back to. */
function fontsUsed(source: ExportSource): Record<string, string> {
  const text = JSON.stringify(source.project.elements);
  const files = fontFiles().filter(({ family }) => family === defaultFont || text.includes(`"${family}"`));
  return Object.fromEntries(
    files.flatMap(({ file }) => {
      const bytes = fontBytes[file];
      return bytes ? [[file, dataUrl(bytes, 'font/woff2')]] : [];
    }),
  );
}

/** The tenant's own media that a project names, by address. */
async function mediaUsed(source: ExportSource): Promise<{ media: Record<string, string>; failed: string[] }> {
  const prefix = `/media/${tenantOf()}/`;
  const addresses = new Set(JSON.stringify(source.project).match(/\/media\/[^"\\]+/g) ?? []);
  const media: Record<string, string> = {};
  const failed: string[] = [];
  for (const address of addresses) {
    const key = address.startsWith(prefix) && decodeURIComponent(address.slice(prefix.length));
    const stat = key ? await bucket('media').stat(key) : undefined;
    const bytes = key && stat ? await bucket('media').get(key) : undefined;
    if (bytes && stat) media[address] = dataUrl(bytes, stat.contentType);
    else failed.push(address);
  }
  return { media, failed };
}

/** One folder that plays offline, as a zip. */
export async function htmlZip(source: ExportSource): Promise<Drawn> {
  const { name, canvasSize, canvasBackground, elements } = source.project;
  const { media, failed } = await mediaUsed(source);
  const shown = elements.map(withoutPrivate);
  const content = { name, canvasSize, canvasBackground, elements: shown, data: source.data };
  const given = { content, fonts: fontsUsed(source), media };
  // `<` is written as an escape, so that no text can end the script.
  const json = JSON.stringify(given).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');
  const text = (value: string) => Buffer.from(value);
  const files = {
    'index.html': text(html),
    'content.js': text(`var dealbellContent = ${json};\n`),
    'sign.js': text(script),
  };
  // A fixed date: the same project gives the same bytes.
  const body = zipSync(files, { mtime: new Date('2026-01-01T00:00:00Z'), level: 6 });
  return { body: Buffer.from(body), contentType: 'application/zip', failed };
}
