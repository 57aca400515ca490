import type { LeastTerm, SpareReason } from '#shared/model/retention.ts';
import type { Found } from './personal-data.ts';

/*
 * What a noun says of how long its data is kept. Kinds that can have a term say what is older than an instant; what erases
 * it is named beside it and not in it, so that the function which previews a rule cannot erase. All other kinds say how
 * long they live, and why. `functions/privacy/retention/kinds.ts` lists what all nouns say; a test holds every kind of
 * personal data against that list.
 */

/** Something that is old enough to go. */
export interface Aged {
  /** What the kind's eraser finds it again by. */
  id: string;
  /** Since when its term counts; ISO 8601. */
  at: string;
  /** The lead that it is of, where it is of one. */
  leadId: string | null;
  /** Why the noun itself has it stay. */
  spare?: SpareReason | undefined;
}

/** A kind of data that can have a term. */
export interface TermKind {
  /** Rules, certificates and the audit log name it: it never changes. */
  kind: string;
  title: string;
  /** What goes, and what of it stays; in sentences. */
  goes: string;
  /** The kinds of personal data that it is, by their names in the registry. */
  covers: readonly string[];
  /** The law asks that it be kept for so long. */
  least?: LeastTerm;
  /** Its ids are leads: each is erased as a person, with all that every noun holds of them. */
  isOfPersons?: true;
  /**
   * One page of what happened before an instant (ISO 8601), the oldest first where there is an order. What was erased is
   * not found any more. `cursor` is null at the end, and bears that what came before it is gone.
   */
  older(before: string, cursor: string | null): Promise<Found<Aged>>;
}

/** Erases items of a kind by their ids, and bears to be called twice. */
export type TermEraser = (ids: readonly string[]) => Promise<void>;

/** A kind of data whose life nobody sets. */
export interface FixedLife {
  title: string;
  covers: readonly string[];
  /** “90 days” */
  life: string;
  /** Why so long; where the law has it kept, with the source. */
  why: string;
  byLaw?: true;
}
