import { nameOrder, sortable } from '#functions/leads/api.ts';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadSort } from '#shared/model/lead-filter.ts';

type Ranked = Pick<
  Lead,
  'id' | 'createdAt' | 'updatedAt' | 'firstName' | 'lastName' | 'score' | 'dealAmount'
>;

/** Letters of a name that count in a descending order; what is beyond ASCII comes last there. */
const namedBy = 24;
const first = 0x20;
const last = 0x7e;

/** A text that sorts the other way round. */
const inverted = (text: string): string =>
  [...text.slice(0, namedBy)]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      return code < first || code > last ? letter : String.fromCharCode(first + last - code);
    })
    .join('')
    .padEnd(namedBy, String.fromCharCode(last));

/**
 * Where a lead that was not called yet stands in a list: the lowest first. It follows from the lead alone, so that one
 * that comes later finds its place among those that are there. Without a value it comes last.
 */
export function placeOf(lead: Ranked, { field, direction }: LeadSort): string {
  const isDescending = direction === 'desc';
  const number = (value: number | null) => (value === null ? '~' : sortable(isDescending ? -value : value));
  const places: Readonly<Record<LeadSort['field'], () => string>> = {
    createdAt: () => number(Date.parse(lead.createdAt)),
    updatedAt: () => number(Date.parse(lead.updatedAt)),
    score: () => number(lead.score),
    dealAmount: () => number(lead.dealAmount),
    lastName: () => (isDescending ? inverted(nameOrder(lead)) : nameOrder(lead)),
  };
  return `${places[field]()}#${lead.id}`;
}
