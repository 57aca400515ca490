import * as z from 'zod';

/**
 * - failed: what it was asked to do was refused
 * - cancelled: somebody stopped it; what was done stays
 * - dead: it failed again and again through our fault, and was given up
 */
const jobStatuses = ['running', 'completed', 'failed', 'cancelled', 'dead'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Work on many items in the background, and how far it is. */
export const job = z.object({
  id: z.string(),
  kind: z
    .string()
    .describe(
      'what is done: leads.change, leads.import, leads.export, journeys.enrol, sms.blast, content.videos …',
    ),
  title: z.string(),
  status: z.enum(jobStatuses),
  subjectId: z.string().nullable().describe('what it is about, such as a journey'),
  total: z.number().int().nullable().describe('items in all; null while they are still being found'),
  seen: z.number().int().describe('items looked at so far'),
  changed: z.number().int().describe('of which so many were done'),
  failed: z.number().int().describe('and so many refused'),
  problems: z.array(z.object({ id: z.string(), reason: z.string() })).describe('the first 100 refused'),
  error: z.string().nullable().describe('why it ended before the end'),
  isCancellable: z.boolean(),
  secondsLeft: z.number().int().nullable().describe('by the pace so far; null while nobody knows'),
  startedBy: z.string(),
  startedByName: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  link: z.string().nullable().describe('the page of the product that shows it'),
});
export type Job = z.output<typeof job>;
