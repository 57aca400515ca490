import * as z from 'zod';
import { entityId, exportOptions, timestamp } from './content.ts';

/** Bounds of a batch of personalised videos. */
export const personalisedLimits = {
  records: 10_000,
  /** Characters of one record as JSON. */
  recordLength: 4_000,
  /** Characters of all records as JSON: a call takes 6 MB. */
  totalLength: 5_000_000,
  /** Bytes of a CSV file that records are read from: 10,000 rows of 2,000 characters. */
  csvBytes: 20_000_000,
  /** Columns of a CSV file. */
  csvColumns: 200,
  /** Frames of all videos together: a day of one renderer at 60 frames a second. */
  frames: 5_000_000,
  /** Bytes that are packed into one zip; above it the download is a list of links. */
  zipBytes: 2_000_000_000,
  /** Days that a batch and its files are kept, as the bucket's lifecycle rule for exports says. */
  keptDays: 30,
} as const;

/** One video: the data its merge fields read (`{lead: {name: 'Ada'}}`), and what its file is called. */
export const personalisedRecord = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  data: z.record(z.string().max(100), z.record(z.string().max(100), z.unknown())),
});

export const personalisedBatch = z.strictObject({
  id: entityId,
  projectId: entityId,
  /** The project's name as it was when the batch was asked for. */
  name: z.string(),
  status: z.enum(['processing', 'completed', 'cancelled']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Percent. */
  progress: z.number(),
  /** What the finished batch is downloaded as by itself; too large a zip is a list of links. */
  download: z.enum(['zip', 'links']).nullable(),
  options: exportOptions,
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The batch and its files are removed then. */
  expiresAt: timestamp,
});

export const personalisedItem = z.strictObject({
  /** Its place among the records, from 0. */
  n: z.number().int(),
  filename: z.string(),
  status: z.enum(['waiting', 'completed', 'failed']),
  fileSize: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
  downloadUrl: z.string().nullable(),
});

export type PersonalisedRecord = z.output<typeof personalisedRecord>;
export type PersonalisedBatch = z.output<typeof personalisedBatch>;
export type PersonalisedItem = z.output<typeof personalisedItem>;
