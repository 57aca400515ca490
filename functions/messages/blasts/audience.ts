import { addressee, decide, factsOfAll } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import {
  finder,
  findLeads,
  type LeadRecord,
  leadsOfNumbers,
  mayShareNumbers,
  personOf,
  usableIds,
} from '#functions/leads/api.ts';
import { campaignLimits } from '#shared/model/campaign.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { assertFollowUp } from './campaign-change.ts';
import { contactsIn, rowReason } from './contacts.ts';
import { type FollowUp, followUpPage } from './follow-up.ts';
import { ofHours } from './step.ts';

const pageSize = 200;

interface Choice {
  filter?: LeadFilter | undefined;
  leadIds?: readonly string[] | undefined;
  followUp?: FollowUp | undefined;
}

/** Leads of a choice, a page after another. */
async function* pagesOf({
  filter,
  leadIds,
  followUp,
}: Choice): AsyncGenerator<{ leads: LeadRecord[]; more: boolean }> {
  if (leadIds) {
    const there = await usableIds([...new Set(leadIds)]);
    for (let at = 0; at < there.length; at += pageSize)
      yield { leads: await findLeads(there.slice(at, at + pageSize)), more: at + pageSize < there.length };
    return;
  }
  if (followUp) {
    let place: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof followUpPage>> = await followUpPage(followUp, place, pageSize);
      place = page.cursor;
      yield { leads: await findLeads(page.leadIds), more: place !== null };
    } while (place);
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
const notFound = { code: 'not_found', text: 'The lead was not found.' };
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

/** How many there are so far, how many of them would be texted, and why the others would not. */
class Tally {
  looked = 0;
  reachable = 0;
  sample: string | null = null;
  more = false;
  readonly #leftOut = new Map<string, { code: string; text: string; count: number }>();

  leaveOut({ code, text }: { code: string; text: string }): void {
    this.looked++;
    this.#leftOut.set(code, { code, text, count: (this.#leftOut.get(code)?.count ?? 0) + 1 });
  }

  reach(leadId: string): void {
    this.looked++;
    this.reachable++;
    this.sample ??= leadId;
  }

  get isFull(): boolean {
    return this.looked >= campaignLimits.counted;
  }

  get result() {
    const { looked: leads, reachable, more, sample } = this;
    const leftOut = [...this.#leftOut.values()].sort((one, other) => other.count - one.count);
    return { leads, reachable, leftOut, more, sample };
  }
}

async function countLeads(tally: Tally, leads: readonly LeadRecord[], numbers: Set<string>): Promise<void> {
  for (const [at, obstacle] of (await obstaclesOf(leads, numbers)).entries())
    if (obstacle) tally.leaveOut(obstacle);
    else tally.reach(leads[at]!.id);
}

/**
 * How many of a choice would be texted as things stand, and who is left out and why. The hour is not among the reasons,
 * since it passes. Nothing is kept of it, and everybody is asked about again when it is their turn.
 * @throws 400
 */
export async function countAudience(choice: Choice) {
  const given = [choice.filter, choice.leadIds, choice.followUp].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw badRequest('Please say whom it is for: leads, a filter, or those of another campaign.');
  if (choice.followUp) await assertFollowUp('', choice.followUp);
  const numbers = new Set<string>();
  const tally = new Tally();
  for await (const { leads, more } of pagesOf(choice)) {
    await countLeads(tally, leads, numbers);
    tally.more = more;
    if (tally.isFull) break;
  }
  return tally.result;
}

/** Would-be leads of a file as the leads that there are with their numbers already; those of colleagues are left out. */
async function asLeads(read: readonly LeadRecord[], tally: Tally): Promise<LeadRecord[]> {
  const idOf = await leadsOfNumbers(
    read.map(({ phones }) => phones[0]!.number),
    await mayShareNumbers(),
  );
  const usable = new Set(await usableIds([...new Set(idOf.values())]));
  const known = new Map((await findLeads([...usable])).map((lead) => [lead.id, lead]));
  return read.flatMap((lead) => {
    const id = idOf.get(lead.phones[0]!.number);
    if (id === undefined) return [lead];
    const there = known.get(id);
    if (!there) tally.leaveOut(notFound);
    return there ? [there] : [];
  });
}

/** The same of a file of contacts in the bucket, whose `sample` is none: its people are no leads yet. @throws 400 */
export async function countContacts(file: string) {
  const numbers = new Set<string>();
  const tally = new Tally();
  let page: LeadRecord[] = [];
  const countPage = async () => {
    await countLeads(tally, await asLeads(page, tally), numbers);
    page = [];
  };
  for await (const { read } of contactsIn(file, (row) => ({ id: `row ${row}` }))) {
    if (tally.isFull) {
      tally.more = true;
      break;
    }
    if ('lead' in read) page.push(read.lead);
    else tally.leaveOut(rowReason(read.reason));
    if (page.length === pageSize) await countPage();
  }
  await countPage();
  const { reachable, leftOut, more } = tally.result;
  return { reachable, leftOut, more };
}
