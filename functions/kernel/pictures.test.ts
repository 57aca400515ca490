import { describe, expect, it } from 'vitest';
import { pictureProblem } from './pictures.ts';

/** The heads of pictures that say to be so many px, made by their formats' own specifications. */
const heads = {
  'image/png': (width: number, height: number) => {
    const head = Buffer.alloc(33);
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  },
  'image/gif': (width: number, height: number) => {
    const head = Buffer.alloc(13);
    head.write('GIF89a');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    return head;
  },
  'image/jpeg': (width: number, height: number, metadataBytes = 0) => {
    const start = Buffer.from([0xff, 0xd8]);
    const metadata = Array.from({ length: Math.ceil(metadataBytes / 60_000) }, () => {
      const segment = Buffer.alloc(60_002);
      segment.writeUInt16BE(0xffe1, 0);
      segment.writeUInt16BE(60_000, 2);
      return segment;
    });
    const frame = Buffer.alloc(19);
    frame.writeUInt16BE(0xffc0, 0);
    frame.writeUInt16BE(17, 2);
    frame[4] = 8;
    frame.writeUInt16BE(height, 5);
    frame.writeUInt16BE(width, 7);
    return Buffer.concat([start, ...metadata, frame]);
  },
  'image/webp': (width: number, height: number) => {
    const head = Buffer.alloc(30);
    head.write('RIFF', 0);
    head.writeUInt32LE(22, 4);
    head.write('WEBPVP8X', 8);
    head.writeUInt32LE(10, 16);
    head.writeUIntLE(width - 1, 24, 3);
    head.writeUIntLE(height - 1, 27, 3);
    return head;
  },
  'image/bmp': (width: number, height: number) => {
    const head = Buffer.alloc(54);
    head.write('BM');
    head.writeUInt32LE(40, 14);
    head.writeInt32LE(width, 18);
    head.writeInt32LE(-height, 22);
    return head;
  },
};

describe('a picture that is not decoded yet', () => {
  it.each(Object.entries(heads))('%s may have 64 megapixels and 10,000 px on a side', (mimeType, head) => {
    expect(pictureProblem(head(8_000, 8_000), mimeType)).toBeUndefined();
    expect(pictureProblem(head(8_001, 8_000), mimeType)).toContain('8001 × 8000 px');
    expect(pictureProblem(head(30_000, 30_000), mimeType)).toContain('64 megapixels at most');
    expect(pictureProblem(head(10_001, 10), mimeType)).toContain('10000 px on a side');
  });

  it('is judged behind the metadata of a camera', () => {
    expect(pictureProblem(heads['image/jpeg'](30_000, 30_000, 900_000), 'image/jpeg')).toContain('30000');
  });

  it('is refused when its size cannot be read', () => {
    const cut = heads['image/png'](10, 10).subarray(0, 18);
    expect(pictureProblem(cut, 'image/png')).toMatch(/^The size of this picture cannot be read\./);
    expect(pictureProblem(Buffer.alloc(64), 'image/x-icon')).toMatch(/cannot be read/);
  });

  it('costs nothing when it is a drawing or nothing that browsers decode', () => {
    expect(
      pictureProblem(Buffer.from('<svg width="30000" height="30000"/>'), 'image/svg+xml'),
    ).toBeUndefined();
    expect(pictureProblem(Buffer.alloc(64), 'image/tiff')).toBeUndefined();
  });
});
