import { inflateSync } from 'node:zlib';

/*
 * Reads a PDF's words back as a reader's search does: the codes of each text operator by the font's ToUnicode map, and
 * what marked content says of itself (ActualText). Of the PDFs that Chromium writes, which are plain objects.
 */

interface PdfObject {
  dictionary: string;
  stream: Buffer | undefined;
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const begin = /(?:^|\n)(\d+) 0 obj\s/g;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const start = found.index + found[0].length;
    const end = text.indexOf('endobj', start);
    const streamAt = text.indexOf('stream', start);
    if (streamAt < 0 || streamAt > end) {
      objects.set(Number(found[1]), { dictionary: text.slice(start, end), stream: undefined });
      continue;
    }
    const dictionary = text.slice(start, streamAt);
    const from = streamAt + (text[streamAt + 6] === '\r' ? 8 : 7);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const raw = pdf.subarray(from, from + length);
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw;
    objects.set(Number(found[1]), { dictionary, stream });
    begin.lastIndex = from + length;
  }
  return objects;
}

const fromHex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** What the codes of a font stand for. */
function mapOf(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code, to] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      map.set(Number.parseInt(code!, 16), fromHex(to!));
  for (const [, block] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first, last, to] of block!.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    ))
      for (let code = Number.parseInt(first!, 16), n = 0; code <= Number.parseInt(last!, 16); code++, n++)
        map.set(code, String.fromCodePoint(fromHex(to!).codePointAt(0)! + n));
  return map;
}

interface PdfFont {
  digits: 2 | 4;
  map: Map<number, string>;
}

const unescaped = (text: string): string =>
  text.replace(/\\(\d{1,3}|.)/gs, (_, code: string) =>
    /^\d/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );

const tokens =
  /\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f\s]+)>\s*Tj|\(((?:\\.|[^\\)])*)\)\s*Tj|\[((?:<[^>]*>|\((?:\\.|[^\\)])*\)|[^\]])*)\]\s*TJ|\/ActualText\s*<FEFF([0-9A-Fa-f]*)>[\s\S]*?BDC|\bEMC\b|\bET\b/g;

function wordsOf(content: string, fonts: Map<string, PdfFont>): string {
  let text = '';
  let font: PdfFont | undefined;
  let isSaid = false;
  const show = (hex: string) => {
    if (isSaid || !font) return;
    for (const code of hex.replace(/\s/g, '').match(new RegExp(`.{${font.digits}}`, 'g')) ?? [])
      text += font.map.get(Number.parseInt(code, 16)) ?? '\uFFFD';
  };
  const showPlain = (plain: string) => show(Buffer.from(unescaped(plain), 'latin1').toString('hex'));
  for (const [token, name, hex, plain, list, actual] of content.matchAll(tokens)) {
    if (name) font = fonts.get(name);
    else if (hex !== undefined) show(hex);
    else if (plain !== undefined) showPlain(plain);
    else if (list !== undefined)
      for (const [, part, words] of list.matchAll(/<([^>]*)>|\(((?:\\.|[^\\)])*)\)/g))
        if (part !== undefined) show(part);
        else showPlain(words!);
    else if (actual !== undefined) {
      text += fromHex(actual);
      isSaid = true;
    } else if (token === 'EMC') isSaid = false;
    else text += '\n';
  }
  return text;
}

/** What a PDF says: its title, and the words of each page. */
export function readPdf(pdf: Buffer): { title: string; pages: string[] } {
  const objects = objectsOf(pdf);
  const referred = (id: string | undefined) => objects.get(Number(id));
  const pages = [...objects.values()]
    .filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const resources = referred(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1])?.dictionary ?? dictionary;
      const fontList = /\/Font\s*<<([\s\S]*?)>>/.exec(resources)?.[1] ?? '';
      const fonts = new Map<string, PdfFont>();
      for (const [, name, id] of fontList.matchAll(/\/(\w+) (\d+) 0 R/g)) {
        const font = referred(id)!.dictionary;
        const cmap = referred(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1])?.stream?.toString('latin1') ?? '';
        fonts.set(name!, { digits: /\/Type0\b/.test(font) ? 4 : 2, map: mapOf(cmap) });
      }
      const content =
        referred(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1])?.stream?.toString('latin1') ?? '';
      return wordsOf(content, fonts);
    });
  const info =
    [...objects.values()].find(({ dictionary }) => /\/Producer\b/.test(dictionary))?.dictionary ?? '';
  const [, hex, plain] = /\/Title\s*(?:<FEFF([0-9A-Fa-f]*)>|\(((?:\\.|[^\\)])*)\))/.exec(info) ?? [];
  return { title: hex ? fromHex(hex) : unescaped(plain ?? ''), pages };
}
