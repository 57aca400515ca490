import type { Period } from './period.ts';
import type { Fact } from './tally.ts';

/** A page of records: what happened by them in the period, how many were read, and where the next page begins. */
export interface FactPage {
  facts: Fact[];
  read: number;
  cursor: string | null;
}

/** @param cursor an earlier page's; null at the beginning */
export type Reader = (period: Period, cursor: string | null, limit: number) => Promise<FactPage>;
