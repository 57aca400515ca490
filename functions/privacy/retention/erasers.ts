import { callTermErasers } from '#functions/calls/api.ts';
import { contentTermErasers } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { TermEraser } from '#functions/kernel/retention.ts';
import { messageTermErasers } from '#functions/messages/api.ts';
import { tracerTermErasers } from '#functions/tracers/api.ts';
import { type PersonOfLead, subjectOf } from '../person.ts';
import { personalData } from '../registry.ts';

/** What erases each kind of data that can have a term; leads are erased as persons. */
export const termErasers: Readonly<Record<string, TermEraser>> = {
  ...messageTermErasers,
  ...callTermErasers,
  ...contentTermErasers,
  ...tracerTermErasers,
};

/** Where the erasure of persons goes on: at a kind of personal data, by its place in the registry. */
interface Place {
  part: number;
  cursor: string | null;
}

/**
 * Erases persons, kind by kind of what the nouns hold of them, until it is done or `until` (ms since 1970). It bears to be
 * called twice. @param at where it goes on; null at the beginning
 * @returns where it goes on; null when all is gone
 */
export async function erasePersons(
  persons: readonly PersonOfLead[],
  at: string | null,
  until: number,
): Promise<string | null> {
  const subject = subjectOf(persons);
  let { part, cursor }: Place = at ? JSON.parse(at) : { part: 0, cursor: null };
  while (part < personalData.length) {
    const one = personalData[part]!;
    if (one.erase && !one.isOfRequests) {
      const page = await one.find(subject, cursor);
      if (page.found.length > 0) await one.erase(page.found, subject);
      cursor = page.cursor;
    }
    if (cursor === null) part++;
    if (part < personalData.length && clock.now() > until) return JSON.stringify({ part, cursor });
  }
  return null;
}
