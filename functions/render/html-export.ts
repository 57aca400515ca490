import { zipSync } from 'fflate';
import type { ExportSource } from '#functions/content/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { fetchImage } from '#functions/proxy/api.ts';
import { pageDrawing } from '#shared/model/pages.ts';
import type { AssetSource, FontSource, SceneData } from '#shared/scene/env.ts';
import { defaultFont, fontFiles, fontOfFamily, fonts } from '#shared/scene/fonts.ts';
import fontBytes from '#shared/scene/fonts.ts?files';
import { imagesOf } from '#shared/scene/needs.ts';
import { withoutPrivate } from '#shared/scene/registry.ts';
import { filesUsed, scriptFilesFor } from '#shared/scene/script-fonts.ts';
import script from './html-page.ts?page';
import type { Drawn } from './scene-job.ts';
import { isElsewhere } from './site.ts';

/* A page's pictures are given inside the script as data: a page opened from a folder may not read files into a
   canvas. Fonts likewise, since a font of another origin (every file: is one) is refused. */

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dealbell</title>
<style>html,body{margin:0;height:100%;background:#000}#sign{position:fixed;inset:0;overflow:hidden}</style></head>
<body><main id="sign"></main><script src="content.js"></script><script src="sign.js"></script></body></html>
`;

/** What a scene is asked with for the pictures that it will show. */
const noAssets: AssetSource = { image: () => ({ state: 'loading', width: 0, height: 0 }) };
const noFonts: FontSource = { version: 0 };

const dataUrl = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** Digits and punctuation of clocks and counters, which no text of the project may hold. */
const always = '0123456789 .,:;%$+-–—…';

/** The font files that a page needs: of the families it names, and of the scripts it is written in. */
function fontsUsed({ project, data }: ExportSource): Record<string, string> {
  const text = JSON.stringify([project.name, project.elements, data]);
  const families = [...text.matchAll(/"([^"\\]{1,80})"/g)].map(([, name]) => fontOfFamily(name!));
  const catalogue = fonts.filter((font) => font.family === defaultFont || families.includes(font));
  const all = [...fontFiles(catalogue), ...scriptFilesFor(text)];
  const files = filesUsed(all, `${always}${text}${text.toUpperCase()}`);
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

/** A picture that is not there: an exported page asks no other site for anything. */
const nothing = 'data:,';

/** Pictures of other sites that a project shows, by address. */
async function picturesUsed(
  source: ExportSource,
): Promise<{ media: Record<string, string>; failed: string[] }> {
  const media: Record<string, string> = {};
  const failed: string[] = [];
  const env = { data: source.data as SceneData, seed: source.seed, t: 0, assets: noAssets, fonts: noFonts };
  const addresses = imagesOf(source.project, env).filter(isElsewhere);
  const fetching = addresses.map(async (address) => {
    try {
      const { bytes, contentType } = await fetchImage(address);
      media[address] = dataUrl(bytes, contentType);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      media[address] = nothing;
      failed.push(address);
    }
  });
  await Promise.all(fetching);
  return { media, failed };
}

/** Where the forms of an exported page are sent: to the sign as it is published; nowhere while it is not. */
function formsBase({ project: { publicId, publicUrl } }: ExportSource): string | null {
  if (!publicId || !publicUrl) return null;
  return `${new URL(publicUrl).origin}/api/content/public/${encodeURIComponent(publicId)}`;
}

/** One folder that plays offline, as a zip. */
export async function htmlZip(whole: ExportSource, pageId?: string): Promise<Drawn> {
  const project = pageId
    ? { ...whole.project, ...pageDrawing(whole.project, pageId), pages: [] }
    : whole.project;
  const source = { ...whole, project };
  const { name, canvasSize, canvasBackground, pages, elements } = project;
  const [own, others] = await Promise.all([mediaUsed(source), picturesUsed(source)]);
  const media = { ...own.media, ...others.media };
  const failed = [...own.failed, ...others.failed];
  const shown = elements.map(withoutPrivate);
  const content = { name, canvasSize, canvasBackground, pages, elements: shown, data: source.data };
  const given = { content, fonts: fontsUsed(source), media, forms: formsBase(source) };
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
