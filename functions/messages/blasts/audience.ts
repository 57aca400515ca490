import { addressee, decide, factsOfAll } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { finder, findLeads, type LeadRecord, personOf, usableIds } from '#functions/leads/api.ts';
import { campaignLimits } from '#shared/model/campaign.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { ofHours } from './step.ts';

const pageSize = 200;

interface Choice {
  filter?: LeadFilter | undefined;
  leadIds?: readonly string[] | undefined;
}

/** Leads of a choice, a page after another. */
async function* pagesOf({ filter, leadIds }: Choice): AsyncGenerator<{ leads: LeadRecord[]; more: boolean }> {
  if (leadIds) {
    const there = await usableIds([...new Set(leadIds)]);
    for (let at = 0; at < there.length; at += pageSize)
      yield { leads: await findLeads(there.slice(at, at + pageSize)), more: at + pageSize < there.length };
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await finder().query(
      filter!,
      { field: 'createdAt', direction: 'desc' },
      { limit: pageSize, cursor },
    );
    cursor = page.nextCursor ?? undefined;
    yield { leads: page.leads, more: cursor !== undefined };
  } while (cursor);
}

const noPhone = { code: 'no_phone', text: 'There is no phone number.' };
const sameNumber = { code: 'same_number', text: 'Another of them has the same number.' };

/** Why each of some leads would get no text, apart from the hour; undefined for who would. */
async function obstaclesOf(leads: readonly LeadRecord[], numbers: Set<string>) {
  const people: ReturnType<typeof addressee>[] = [];
  const obstacles = leads.map((lead) => {
    const number = lead.phones[0]?.number;
    if (!number) return noPhone;
    if (numbers.has(number)) return sameNumber;
    numbers.add(number);
    try {
      people.push(addressee(personOf(lead, number, undefined), 'sms'));
      return people.length - 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: 'unreachable', text: error.message };
    }
  });
  const facts = await factsOfAll(people, 'sms');
  return obstacles.map((one) => {
    if (typeof one !== 'number') return one;
    const { reasons } = decide(people[one]!, facts[one]!, clock.now());
    return reasons.find(({ code }) => !ofHours.includes(code));
  });
}

/**
 * How many of a choice would be texted as things stand, and who is left out and why. The hour is not among the reasons,
 * since it passes. Nothing is kept of it, and everybody is asked about again when it is their turn.
 * @throws 400
 */
export async function countAudience(choice: Choice) {
  if ((choice.filter === undefined) === (choice.leadIds === undefined))
    throw badRequest('Please say whom it is for: leads, or a filter.');
  const numbers = new Set<string>();
  const leftOut = new Map<string, { code: string; text: string; count: number }>();
  let [looked, reachable] = [0, 0];
  let sample: string | null = null;
  let isMore = false;
  for await (const { leads, more } of pagesOf(choice)) {
    for (const [at, obstacle] of (await obstaclesOf(leads, numbers)).entries()) {
      if (!obstacle) {
        reachable++;
        sample ??= leads[at]!.id;
        continue;
      }
      const { code, text } = obstacle;
      leftOut.set(code, { code, text, count: (leftOut.get(code)?.count ?? 0) + 1 });
    }
    looked += leads.length;
    isMore = more;
    if (looked >= campaignLimits.counted) break;
  }
  return {
    leads: looked,
    reachable,
    leftOut: [...leftOut.values()].sort((one, other) => other.count - one.count),
    more: isMore,
    sample,
  };
}
