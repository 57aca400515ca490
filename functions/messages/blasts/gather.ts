import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { countChanged, createLead, finder, leadIdOf } from '#functions/leads/api.ts';
import { messageLimits } from '#shared/model/message.ts';
import { type Contact, contactsIn, rowReason } from './contacts.ts';
import { followUpPage } from './follow-up.ts';
import { type BlastRecord, chunkSize, failedAs, putChunk } from './store.ts';
import type { Stepped } from './work.ts';

/** Contacts of a file that are made leads of in one step. */
const rowsAtOnce = 50;

const nextChunk = ({ id, chunks }: BlastRecord, leadIds: readonly string[]) =>
  leadIds.length > 0 ? [putChunk(id, chunks, leadIds)] : [];

/** What a step that found leads changes. */
const gatheredSoFar = ({ found, chunks }: BlastRecord, leadIds: readonly string[]) => ({
  found: found + leadIds.length,
  chunks: chunks + (leadIds.length > 0 ? 1 : 0),
});

/** Why a blast that finds so many is not sent. */
function whyTooMany({ found, audience: { expected } }: BlastRecord): string | undefined {
  if (found > messageLimits.blastMost)
    return `A blast reaches at most ${messageLimits.blastMost} leads. Please narrow the filter.`;
  return expected !== undefined && found > expected ? countChanged(found, expected).message : undefined;
}

function tooMany(blast: BlastRecord) {
  const why = whyTooMany(blast);
  return why && { status: 'failed' as const, why, leaseUntil: 0, endedAt: clock.iso() };
}

async function gatherFilter(start: BlastRecord, until: number, beat: () => Promise<void>, step: Stepped) {
  let blast = start;
  while (clock.now() < until) {
    await beat();
    const { cursor, ...whom } = blast.audience;
    const page = await finder().query(
      whom.filter!,
      { field: 'createdAt', direction: 'desc' },
      { limit: chunkSize, cursor },
    );
    const ids = page.leads.map(({ id }) => id);
    const next = page.nextCursor;
    blast = await step(
      blast,
      {
        ...gatheredSoFar(blast, ids),
        audience: { ...whom, ...(next ? { cursor: next } : {}) },
        ...(next ? {} : { status: 'sending' as const }),
      },
      nextChunk(blast, ids),
    );
    const over = tooMany(blast);
    if (over) return step(blast, over);
    if (!next) return blast;
  }
  return blast;
}

async function gatherFollowUp(start: BlastRecord, until: number, beat: () => Promise<void>, step: Stepped) {
  let blast = start;
  while (clock.now() < until) {
    await beat();
    const { cursor = null, ...whom } = blast.audience;
    const page = await followUpPage(whom.followUp!, cursor, chunkSize);
    const { message: text } = notFound('The lead');
    const code = failedAs(text);
    const count = (blast.reasons[code]?.count ?? 0) + page.unusable;
    const change = gatheredSoFar(blast, page.leadIds);
    blast = await step(
      blast,
      {
        ...change,
        found: change.found + page.unusable,
        failed: blast.failed + page.unusable,
        unusable: (blast.unusable ?? 0) + page.unusable,
        reasons: page.unusable > 0 ? { ...blast.reasons, [code]: { count, text } } : blast.reasons,
        audience: { ...whom, ...(page.cursor ? { cursor: page.cursor } : {}) },
        ...(page.cursor ? {} : { status: 'sending' as const }),
      },
      nextChunk(blast, page.leadIds),
    );
    if (!page.cursor) return blast;
  }
  return blast;
}

/** The contacts of a blast's file; of several with one number the first. */
async function contactsOf(blast: BlastRecord): Promise<Contact[]> {
  const numbers = new Set<string>();
  const contacts: Contact[] = [];
  const originOf = (row: number) => ({
    id: leadIdOf({ importId: blast.id, createdAt: blast.createdAt }, row),
  });
  for await (const contact of contactsIn(blast.audience.file!, originOf)) {
    const number = 'lead' in contact.read ? contact.read.lead.phones[0]!.number : undefined;
    if (number === undefined || !numbers.has(number)) contacts.push(contact);
    if (number !== undefined) numbers.add(number);
  }
  return contacts;
}

/** The lead of a contact: a new one, or the one that has the number; or why there is none. */
async function leadOf({ read }: Contact): Promise<{ leadId: string } | { reason: string }> {
  if ('reason' in read) return read;
  try {
    const { lead } = await createLead(read.fields, { onDuplicate: 'skip', id: read.lead.id });
    return { leadId: lead.id };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'busy') throw error;
    // A turn that died had made it already.
    return error.code === 'lead_exists' ? { leadId: read.lead.id } : { reason: error.message };
  }
}

async function gatherFile(start: BlastRecord, until: number, beat: () => Promise<void>, step: Stepped) {
  let blast = start;
  const contacts = await contactsOf(blast);
  while (clock.now() < until) {
    const from = blast.audience.row ?? 0;
    const group = contacts.slice(from, from + rowsAtOnce);
    if (group.length === 0) return step(blast, { status: 'sending' });
    await beat();
    const ids = new Set<string>();
    const reasons = { ...blast.reasons };
    let failed = 0;
    for (const contact of group) {
      const one = await leadOf(contact);
      if ('leadId' in one) ids.add(one.leadId);
      else {
        failed++;
        const { code, text } = rowReason(one.reason);
        reasons[code] = { count: (reasons[code]?.count ?? 0) + 1, text };
      }
    }
    const change = gatheredSoFar(blast, [...ids]);
    blast = await step(
      blast,
      {
        ...change,
        // What could not be a lead belongs to the whole all the same.
        found: change.found + failed,
        failed: blast.failed + failed,
        unusable: (blast.unusable ?? 0) + failed,
        reasons,
        audience: { ...blast.audience, row: from + group.length },
      },
      nextChunk(blast, [...ids]),
    );
  }
  return blast;
}

/**
 * Finds whom a blast is for and writes them down, so that what it will reach is fixed and known before the first
 * text goes out. Answers the blast as it is when the time is up or everybody is found.
 */
export async function gather(
  blast: BlastRecord,
  until: number,
  beat: () => Promise<void>,
  step: Stepped,
): Promise<BlastRecord> {
  if (blast.audience.followUp) return gatherFollowUp(blast, until, beat, step);
  return blast.audience.file ? gatherFile(blast, until, beat, step) : gatherFilter(blast, until, beat, step);
}
