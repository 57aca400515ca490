import { describe, expect, it } from 'vitest';
import { sniffDelimiter } from './columns.ts';
import { encodingOf } from './encoding.ts';
import { type Format, type RawRow, type Read, rowsOf, rowsWithin, valuesOf } from './records.ts';

const format = (given: Partial<Format> = {}): Format => ({
  encoding: { name: 'utf-8', unit: 1, bigEndian: false, mark: 0 },
  delimiter: 'comma',
  ...given,
});
const reader =
  (bytes: Uint8Array): Read =>
  async (start, length) =>
    bytes.subarray(start, start + length);

async function read(text: string | Uint8Array, given: Partial<Format> = {}, piece = 16) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const rows: RawRow[] = [];
  for await (const row of rowsOf(reader(bytes), 0, format(given), piece)) rows.push(row);
  const decode = (part: Uint8Array | undefined) => new TextDecoder(format(given).encoding.name).decode(part);
  return rows.map((row) => row.refused ?? valuesOf(decode(row.bytes), 'comma'));
}

describe('rows', () => {
  it.each([1, 2, 3, 7, 1_000])(
    'are the same however a file comes, here %i bytes at a time',
    async (piece) => {
      const text = 'a,b\r\n"x\r\ny","say ""hi"""\n5" pipe,6\r\r\nlast,"one"';
      expect(await read(text, {}, piece)).toEqual([
        ['a', 'b'],
        ['x\r\ny', 'say "hi"'],
        ['5" pipe', '6'],
        [''],
        ['last', 'one'],
      ]);
    },
  );

  it('end where their bytes say, so that each can be read again alone', async () => {
    const bytes = Buffer.from('a,b\n"x\ny",2\nlast,3');
    const found: RawRow[] = [];
    for await (const row of rowsOf(reader(bytes), 0, format(), 5)) found.push(row);
    expect(found.at(-1)!.end).toBe(bytes.length);
    for (const { start, end } of found)
      expect([...rowsWithin(bytes.subarray(start, end), start, format())]).toHaveLength(1);
  });

  it('lose no more than its own line to a quotation mark that is not closed', async () => {
    const rows = await read(`a,b\n"open,1\nnext,2\n${'more,3\n'.repeat(40)}`, { rowBytes: 100 });
    expect(rows[1]).toBe('A quotation mark opens here and is not closed.');
    expect(rows.slice(2)).toEqual([['next', '2'], ...Array(40).fill(['more', '3'])]);
    expect(await read('a,b\n"open,1\nlast,2')).toEqual([
      ['a', 'b'],
      'A quotation mark opens here and is not closed.',
      ['last', '2'],
    ]);
  });

  it('longer than the limit are refused, and what follows is read: a line of 1 GB is never held', async () => {
    const size = 1_000_000_000;
    const tail = Buffer.from('\nnext,2\n');
    let most = 0;
    const endless: Read = async (start, length) => {
      most = Math.max(most, length);
      const filler = Math.max(0, Math.min(length, size - start));
      const rest = tail.subarray(Math.max(0, start - size), Math.max(0, start - size) + length - filler);
      return Buffer.concat([Buffer.alloc(filler, 'x'), rest]);
    };
    const rows: RawRow[] = [];
    for await (const row of rowsOf(endless, 0, format())) rows.push(row);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({ start: 0, end: size + 1, refused: 'The row is longer than 100 KB.' });
    expect(Buffer.from(rows[1]!.bytes!).toString()).toBe('next,2');
    expect(most).toBeLessThan(5_000_000);
  });

  it('of UTF-16 are cut by letters, not by bytes', async () => {
    const text = '\uFEFFname,city\r\nਊ ੊,Łódź 🎉\r\n';
    for (const bigEndian of [false, true]) {
      const bytes = Buffer.from(text, 'utf16le');
      if (bigEndian) bytes.swap16();
      const encoding = encodingOf(bytes);
      expect(encoding).toMatchObject({ unit: 2, bigEndian, mark: 2 });
      const rows = await read(bytes.subarray(2), { encoding }, 6);
      expect(rows).toEqual([
        ['name', 'city'],
        ['ਊ ੊', 'Łódź 🎉'],
      ]);
    }
  });
});

describe('a file is known', () => {
  it.each([
    ['a;b\n1,5;2\n3,5;4', 'semicolon'],
    ['a\tb, c\n1\t2', 'tab'],
    ['a|b\n1|2', 'pipe'],
    ['only\none', 'comma'],
    ['name,note\nAnn,"a;b;c"\nBob,x', 'comma'],
  ])('by its separator: %j', (text, delimiter) => expect(sniffDelimiter(text)).toBe(delimiter));

  it('by its encoding', () => {
    const spanish = 'nombre,ciudad\nJosé Muñoz,Bogotá\nMaría Peña,Medellín\n'.repeat(20);
    expect(encodingOf(Buffer.from(spanish)).name).toBe('utf-8');
    expect(encodingOf(Buffer.from(`\uFEFF${spanish}`))).toMatchObject({ name: 'utf-8', mark: 3 });
    expect(encodingOf(Buffer.from(spanish, 'latin1')).name).toMatch(/^windows-125/);
    expect(encodingOf(Buffer.from(spanish, 'utf16le'))).toMatchObject({ name: 'utf-16le', mark: 0 });
  });
});
