/** Reads lines, counted bytes and delimited bytes from a stream of chunks, holding one chunk at a time. */
import { S3Error } from './errors.ts';

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Leaves the source where it is; what follows can be discarded by its owner. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Appends the next chunk; false at the end of the source. */
  async #fill(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
    return true;
  }

  /** A line without its CRLF. Throws when it is longer than `limit` bytes or the source ends first. */
  async line(limit: number): Promise<string> {
    return (await this.until('\r\n', limit)).toString('utf8');
  }

  /** All bytes before the delimiter, which is consumed. Throws `tooLong()` above `limit` bytes. */
  async until(
    delimiter: string,
    limit: number,
    tooLong = () => new S3Error('InvalidRequest', 'A part of the request framing is too long.'),
  ): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.delimited(delimiter)) {
      size += chunk.length;
      if (size > limit) throw tooLong();
      parts.push(chunk);
    }
    return Buffer.concat(parts);
  }

  /** Exactly `count` bytes, in the chunks they come in. Throws IncompleteBody when the source ends first. */
  async *take(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (this.#buffer.length === 0 && !(await this.#fill())) throw new S3Error('IncompleteBody');
      const chunk = this.#buffer.subarray(0, left);
      this.#buffer = this.#buffer.subarray(chunk.length);
      left -= chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  /** The bytes before the delimiter, streamed; the delimiter is consumed. Throws IncompleteBody without it. */
  async *delimited(delimiter: string): AsyncGenerator<Buffer> {
    const mark = Buffer.from(delimiter, 'latin1');
    for (;;) {
      const at = this.#buffer.indexOf(mark);
      if (at >= 0) {
        const chunk = this.#buffer.subarray(0, at);
        this.#buffer = this.#buffer.subarray(at + mark.length);
        if (chunk.length > 0) yield chunk;
        return;
      }
      // What could be the delimiter's beginning stays until the next chunk decides.
      const sure = this.#buffer.length - (mark.length - 1);
      if (sure > 0) {
        const chunk = this.#buffer.subarray(0, sure);
        this.#buffer = this.#buffer.subarray(sure);
        yield chunk;
      }
      if (!(await this.#fill())) throw new S3Error('IncompleteBody');
    }
  }
}
