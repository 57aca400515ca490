import type { z } from 'zod';
import { journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';

/** What an exported journey may weigh, bytes; the draft itself weighs less. */
const mostBytes = 2 * journeyLimits.bytes;

export type JourneyFile =
  | { ok: true; journey: z.input<typeof journeyFields> }
  | { ok: false; problem: string };

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
