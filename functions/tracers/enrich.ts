import { badRequest } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { type LeadRecord, timelineEvent } from '#functions/leads/api.ts';
import { applyConfidence, type Proposal, type Purpose, personProblem } from '#shared/model/tracer.ts';
import { searchableLead } from './about.ts';
import { acceptProposals } from './accept.ts';
import type { Query } from './persons.ts';
import { proposalsFor, shown } from './proposals.ts';
import { type Found, lookUp } from './search.ts';
import { findProposals, proposalsWrite } from './store.ts';

/** What a lead is looked for by: itself as a person where that is enough, else its first number. @throws 400 */
function queryOf({ firstName, lastName, address, emails, phones }: LeadRecord): Query {
  const { street, city, state, postcode } = address;
  const person = { firstName, lastName, address: street, city, state, postcode, email: emails[0] ?? '' };
  if (!personProblem(person)) return person;
  const [phone] = phones;
  if (phone) return { phone: phone.number };
  throw badRequest(
    'Too little is known of this lead to look for it: a number, an e-mail address, or a name with a place.',
  );
}

export interface Enriching {
  purpose: Purpose;
  again?: boolean;
  apply: boolean;
  enrichmentId?: string;
}

const sourceOf = ({ sandbox }: Found): string => (sandbox ? 'Skip tracing (sandbox)' : 'Skip tracing');

/** Keeps what is proposed for a lead, which takes the place of what was proposed before, and notes the timeline. */
async function keep(lead: LeadRecord, found: Found) {
  const [match] = found.matches;
  const proposed = proposalsFor(lead, match);
  const proposals = proposed.map(shown);
  const values = Object.fromEntries(proposed.map(({ id, written }) => [id, written]));
  const text = match
    ? `Traced: ${match.name}, ${match.confidence} % sure; ${proposals.length} proposed`
    : 'Traced: nobody was found';
  await retryOnConflict(async () => {
    const before = await findProposals(lead.id);
    const isNews = before?.searchId !== found.searchId && !(found.cached && before);
    await commit(
      proposalsWrite(before, {
        leadId: lead.id,
        searchId: found.searchId,
        proposals,
        values,
        source: sourceOf(found),
      }),
      isNews
        ? timelineEvent(lead.id, 'traced', text, { searchId: found.searchId, source: sourceOf(found) })
        : [],
    );
  });
  return { match: match ?? null, proposals };
}

/**
 * Looks a lead up and proposes values for its empty fields. With `apply` they are written where the match is sure and
 * the only one that is.
 * @throws as `lookUp` and `acceptProposals`
 */
export async function enrichLead(leadId: string, { purpose, again, apply, enrichmentId }: Enriching) {
  const lead = await searchableLead(leadId);
  const found = await lookUp({ query: queryOf(lead), purpose, leadId, enrichmentId, again });
  const { match, proposals } = await keep(lead, found);
  const { searchId, cost, cached, sandbox, matches } = found;
  const sure = matches.filter(({ confidence }) => confidence >= applyConfidence);
  const isSure = apply && sure.length === 1 && proposals.length > 0;
  const done = isSure
    ? await acceptProposals(
        leadId,
        proposals.map(({ id }) => id),
      )
    : { applied: [] as Proposal[], proposals };
  return { searchId, match, matches: matches.length, ...done, cost, cached, sandbox };
}

/** Accepts proposals; nothing is searched. */
export async function acceptFor(leadId: string, ids: readonly string[]) {
  const done = await acceptProposals(leadId, ids);
  return { searchId: null, match: null, matches: 0, ...done, cost: 0, cached: false, sandbox: false };
}
