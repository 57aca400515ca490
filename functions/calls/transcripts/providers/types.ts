import type { TranscriptSegment } from '#shared/model/transcript.ts';

/** The provider is busy, has a fault, or cannot be reached: it wants to be asked again later. */
export class TranscriberBusy extends Error {}

/** The provider will not do this however often it is asked. */
export class TranscriberRefused extends Error {}

/** What has become of a job. */
export type Heard =
  | { state: 'running' }
  | { state: 'done'; segments: TranscriptSegment[] }
  | { state: 'failed'; reason: string };

/**
 * Who makes transcripts. A further one is a file beside this and a word in index.ts. Each call throws TranscriberBusy and
 * TranscriberRefused.
 */
export interface TranscriptProvider {
  label: string;
  /** Begins a job; one of the same name that was begun already goes on, and is not charged for twice. */
  begin(job: string, file: { bucket: string; key: string }): Promise<void>;
  hear(job: string): Promise<Heard>;
  /** Has the provider forget a job and what it made of it. One that it does not know is forgotten already. */
  forget(job: string): Promise<void>;
}
