import { erasedMark, type Found } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { chunkTextWrite, refusedChunks, type StoredChunk } from './chunk-store.ts';
import { exampleWrite, type StoredReason, storedReasons } from './reasons.ts';
import { importsPage } from './store.ts';

/*
 * Why rows of a file were refused, with some of their values, is all that the table keeps of them. It is found by looking
 * through the imports of the last months: rows have no index by the person that they tell of.
 */

const importsAtOnce = 5;

export interface ImportedTexts {
  importId: string;
  /** What tells of the person. */
  texts: unknown[];
  reasons: StoredReason[];
  chunks: StoredChunk[];
}

/** A page of imports with what they hold of a person. */
export async function importedTexts(
  tellsOf: (held: unknown) => boolean,
  cursor: string | null,
): Promise<Found<ImportedTexts>> {
  const page = await importsPage(importsAtOnce, cursor ?? undefined);
  const found: ImportedTexts[] = [];
  for (const { importId } of page.imports) {
    const reasons = (await storedReasons(importId)).filter(({ reason, examples }) =>
      tellsOf([reason, examples]),
    );
    const chunks: StoredChunk[] = [];
    for await (const chunk of refusedChunks(importId))
      if (tellsOf([chunk.failures, chunk.refused ?? ''])) chunks.push(chunk);
    if (reasons.length + chunks.length === 0) continue;
    const texts = [
      ...reasons.flatMap(({ examples }) => examples),
      ...chunks.flatMap(({ failures }) => failures),
    ].filter(tellsOf);
    found.push({ importId, texts, reasons, chunks });
  }
  return { found, cursor: page.nextCursor };
}

/** Takes the person out of why rows were refused; that they were, and how many, stays. */
export async function eraseImported(
  found: readonly ImportedTexts[],
  tellsOf: (held: unknown) => boolean,
  redact: (text: string) => string,
): Promise<void> {
  const clean = (text: string) => (tellsOf(text) ? redact(text) : text);
  for (const { reasons, chunks } of found) {
    for (const reason of reasons) {
      const examples = reason.examples.map((example) =>
        tellsOf(example)
          ? { ...example, reason: redact(example.reason), values: example.values.map(() => erasedMark) }
          : example,
      );
      await commit(exampleWrite(reason, clean(reason.reason), examples));
    }
    for (const chunk of chunks)
      await commit(
        chunkTextWrite(chunk, {
          failures: chunk.failures.map(([row, reason]) => [row, clean(reason)]),
          ...(chunk.refused === undefined ? {} : { refused: clean(chunk.refused) }),
        }),
      );
  }
}
