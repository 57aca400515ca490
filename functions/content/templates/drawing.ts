import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { badRequest } from '#functions/kernel/errors.ts';
import { contentLimits } from '#shared/model/content.ts';
import type { TemplateData } from '#shared/model/templates.ts';
import { propertyProblems } from '#shared/scene/registry.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Characters of one part: an item of the table holds at most 400 kB. */
const partLength = 350_000;

/**
 * A template's drawing as texts that each fit into an item; all of them fit into one transaction.
 * @throws 400 for a property that an element's type does not take, or for a drawing that is too large
 */
export async function pack({ elements, canvasBackground, pages }: TemplateData): Promise<string[]> {
  for (const element of elements) {
    const [problem] = propertyProblems(element);
    if (problem) throw badRequest(problem);
  }
  const drawn = elements.map(({ id: _id, version: _version, ...element }) => element);
  const packed = (await compress(JSON.stringify({ elements: drawn, canvasBackground, pages }))).toString(
    'base64',
  );
  if (packed.length > contentLimits.templateBytes)
    throw badRequest(`A template may hold at most ${contentLimits.templateBytes / 1_000_000} MB.`);
  return Array.from({ length: Math.ceil(packed.length / partLength) }, (_, n) =>
    packed.slice(n * partLength, (n + 1) * partLength),
  );
}

export async function unpack(parts: readonly string[]): Promise<TemplateData> {
  return JSON.parse((await decompress(Buffer.from(parts.join(''), 'base64'))).toString()) as TemplateData;
}
