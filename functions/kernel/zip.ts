import type { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  name: string;
  content: Readable | AsyncIterable<Uint8Array> | readonly Uint8Array[];
}

/**
 * A zip, piece by piece as it is asked for: an entry is read no further than what has been taken out, so memory
 * holds a piece and not a file. Entries are stored as they are; pictures, videos and PDFs hardly pack.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failed: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else if (piece.length > 0) ready.push(piece);
  });
  function* taken() {
    if (failed) throw failed;
    yield* ready.splice(0);
  }
  for await (const { name, content } of entries) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    for await (const piece of content) {
      file.push(piece as Uint8Array);
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** Names that differ in any file system: the second `Lobby.png` is `Lobby (2).png`. */
export function distinctNames(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let at = 2; used.has(free.toLowerCase()); at++) free = `${stem} (${at})${end}`;
    used.add(free.toLowerCase());
    return free;
  };
}
