import { describe, expect, it } from 'vitest';
import { decodeText } from '#shared/csv.ts';
import { partsOf } from './list-parts.ts';

const texts = (parts: ReturnType<typeof partsOf>) => Promise.all(parts.map(({ file }) => file.text()));

describe('a long do-not-contact list', () => {
  it('is cut into pieces that each begin with its heading', async () => {
    const parts = partsOf('name,phone\nAnn,+13055550123\n"B, C",+12125550123\nD,+12125550124\n', 2);
    expect(parts.map(({ firstRow, rows }) => [firstRow, rows])).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(await texts(parts)).toEqual([
      'name,phone\r\nAnn,+13055550123\r\n"B, C",+12125550123',
      'name,phone\r\nD,+12125550124',
    ]);
  });

  it('may have no heading, and may be empty', async () => {
    expect(await texts(partsOf('(305) 555-0123\n\n212 555 0123\n', 1))).toEqual([
      '(305) 555-0123',
      '212 555 0123',
    ]);
    expect(partsOf('\n\n')).toEqual([]);
  });

  it('is read in the encodings that spreadsheets write', () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeffphone', 'utf16le'));
    expect(decodeText(utf16).text).toBe('phone');
    expect(decodeText(new Uint8Array([0x4a, 0x6f, 0x73, 0xe9])).text).toBe('José');
  });
});
