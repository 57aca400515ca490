import { type JourneyFields, journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import { referencesIn } from '#shared/model/reference.ts';

/** What an exported journey may weigh, bytes; the draft itself weighs less. */
const mostBytes = 2 * journeyLimits.bytes;

export type JourneyFile = { ok: true; journey: JourneyFields } | { ok: false; problem: string };

/** Reads a journey that was exported: the file of an export, or the journey in it alone. */
export function journeyOf(text: string): JourneyFile {
  if (text.length > mostBytes) return { ok: false, problem: 'This file is too large for a journey.' };
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'This is not a JSON file.' };
  }
  const { format, journey } = (found ?? {}) as { format?: unknown; journey?: unknown };
  if (format !== undefined && format !== 'dealbell-journey-1')
    return { ok: false, problem: 'This is not the file of a journey.' };
  const read = journeyFields.safeParse(journey ?? found ?? {});
  if (read.success) return { ok: true, journey: read.data };
  const [issue] = read.error.issues;
  const where = issue?.path.join(' › ');
  return {
    ok: false,
    problem: `This is not the file of a journey: ${where ? `${where}: ` : ''}${issue?.message ?? 'unreadable.'}`,
  };
}

const written = (path: readonly PropertyKey[]) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at ? '.' : ''}${String(key)}`)).join('');

/**
 * A journey from another workspace without the templates, people and other things that are not in this one.
 * @param refused the fields that name them, as in `steps[2].config.templateId`
 */
export function withoutMissing(journey: JourneyFields, refused: readonly string[]): JourneyFields {
  const named = referencesIn(journeyFields, journey);
  const missing = new Set(named.filter(({ path }) => refused.includes(written(path))).map(({ id }) => id));
  const cleared = JSON.stringify(journey, (_, value) => {
    if (Array.isArray(value)) return value.filter((one) => !missing.has(one));
    return missing.has(value) ? null : value;
  });
  return journeyFields.parse(JSON.parse(cleared));
}
