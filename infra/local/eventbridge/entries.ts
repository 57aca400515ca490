import { z } from 'zod';

/** Quotas of PutEvents: ten entries, together at most 1 MB since January 2026. */
export const PUT_EVENTS_LIMITS = { entries: 10, bytes: 1_048_576 } as const;

/** One entry of PutEvents as it comes in; what is wrong with it is answered for it alone. */
export const putEventsEntry = z.object({
  Time: z.number().optional(),
  Source: z.string().optional(),
  Resources: z.array(z.string()).nullish(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  EventBusName: z.string().optional(),
  TraceHeader: z.string().optional(),
});
export type PutEventsEntry = z.infer<typeof putEventsEntry>;

/** Bytes an entry counts, as the user guide computes them. */
export function entryBytes(entry: PutEventsEntry): number {
  const texts = [entry.Source, entry.DetailType, entry.Detail, ...(entry.Resources ?? [])];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), entry.Time === undefined ? 0 : 14);
}

export interface EntryError {
  ErrorCode: string;
  ErrorMessage: string;
}

/** What AWS would answer for a bad entry; undefined for a good one, with its detail parsed. */
export function checkEntry(
  entry: PutEventsEntry,
  allowAwsSource: boolean,
): { error: EntryError } | { detail: Record<string, unknown> } {
  const invalid = (name: string, reason: string) => ({
    error: {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${name} is not valid. Reason: ${reason}`,
    },
  });
  for (const name of ['Source', 'DetailType', 'Detail'] as const)
    if (!entry[name]) return invalid(name, `${name} is a required argument.`);
  if (Buffer.byteLength(entry.DetailType!) > 128)
    return invalid('DetailType', 'it is longer than 128 characters.');
  if (Buffer.byteLength(entry.Source!) > 256) return invalid('Source', 'it is longer than 256 characters.');
  if (!allowAwsSource && entry.Source!.startsWith('aws.'))
    return {
      error: {
        ErrorCode: 'NotAuthorizedForSourceException',
        ErrorMessage: 'Not authorized for the source.',
      },
    };
  let detail: unknown;
  try {
    detail = JSON.parse(entry.Detail!);
  } catch {
    return { error: { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' } };
  }
  if (detail === null || typeof detail !== 'object' || Array.isArray(detail))
    return { error: { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' } };
  return { detail: detail as Record<string, unknown> };
}
