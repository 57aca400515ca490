/**
 * The files that hold the bytes. A body is written once, under a name nobody else has, and never
 * changed: it counts from the moment a row of the database names it. So a crash leaves at worst a file
 * that no row names, which the next start removes.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { copyFile, link, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Segment } from './types.ts';

const READ_CHUNK_BYTES = 256 * 1024;
const UNFINISHED = '.part';

/** A body being written; `seal` makes it durable, `discard` forgets it. */
export interface BodyWriter {
  write(chunk: Uint8Array): Promise<void>;
  seal(): Promise<Segment | null>;
  discard(): Promise<void>;
}

/** Bodies held open for reading: they outlive their object until `release`. */
export interface BodyReader {
  /** Bytes `start` to `end`, both included, across the segments. Releases when it ends. */
  stream(start: number, end: number): AsyncGenerator<Buffer>;
  release(): void;
}

export class BodyFiles {
  readonly #dir: string;
  readonly #pins = new Map<string, number>();
  readonly #doomed = new Set<string>();
  readonly #removals = new Set<Promise<void>>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  /** Removes every file that `known` does not name. Only for the start, before anything is written. */
  sweep(known: ReadonlySet<string>): number {
    const orphans = readdirSync(this.#dir).filter((name) => !known.has(name));
    for (const name of orphans) unlinkSync(join(this.#dir, name));
    return orphans.length;
  }

  async create(): Promise<BodyWriter> {
    const body = randomUUID();
    const path = join(this.#dir, body);
    const file = await open(path + UNFINISHED, 'wx');
    let size = 0;
    const discard = async () => {
      await file.close();
      await unlink(path + UNFINISHED);
    };
    return {
      write: async (chunk) => {
        for (let from = 0; from < chunk.length; ) {
          from += (await file.write(chunk, from)).bytesWritten;
        }
        size += chunk.length;
      },
      discard,
      seal: async () => {
        if (size === 0) {
          await discard();
          return null;
        }
        await file.sync();
        await file.close();
        await rename(path + UNFINISHED, path);
        await this.#syncDirectory();
        return { body, size };
      },
    };
  }

  /** A second name for the same bytes, for a copy: bodies never change, so they can be shared. */
  async duplicate(segment: Segment): Promise<Segment> {
    const body = randomUUID();
    const [from, to] = [join(this.#dir, segment.body), join(this.#dir, body)];
    // Not every file system has hard links.
    await link(from, to).catch(() => copyFile(from, to));
    await this.#syncDirectory();
    return { ...segment, body };
  }

  /**
   * Holds bodies for a reader. Call it in the same turn that read the row: from then on a replaced
   * object's bytes stay until the reader is done.
   */
  hold(segments: Segment[]): BodyReader {
    for (const { body } of segments) this.#pins.set(body, (this.#pins.get(body) ?? 0) + 1);
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      for (const { body } of segments) {
        const count = this.#pins.get(body)! - 1;
        if (count > 0) this.#pins.set(body, count);
        else {
          this.#pins.delete(body);
          if (this.#doomed.delete(body)) this.#unlink(body);
        }
      }
    };
    return { release, stream: (start, end) => this.#stream(segments, start, end, release) };
  }

  async *#stream(
    segments: Segment[],
    start: number,
    end: number,
    release: () => void,
  ): AsyncGenerator<Buffer> {
    try {
      let offset = 0;
      for (const { body, size } of segments) {
        const from = Math.max(start - offset, 0);
        const to = Math.min(end - offset, size - 1);
        offset += size;
        if (from > to) continue;
        const options = { start: from, end: to, highWaterMark: READ_CHUNK_BYTES };
        for await (const chunk of createReadStream(join(this.#dir, body), options)) yield chunk as Buffer;
      }
    } finally {
      release();
    }
  }

  /** Forgets bodies that no row names any more; those being read go when their readers end. */
  remove(segments: Segment[]): void {
    for (const { body } of segments) {
      if (this.#pins.has(body)) this.#doomed.add(body);
      else this.#unlink(body);
    }
  }

  #unlink(body: string): void {
    // A file that cannot be removed now is an orphan, and the next start sweeps it.
    const removal = unlink(join(this.#dir, body))
      .catch(() => {})
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #syncDirectory(): Promise<void> {
    // Windows has no fsync of directories, and needs none for a rename.
    if (process.platform === 'win32') return;
    const directory = await open(this.#dir, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals);
  }
}
