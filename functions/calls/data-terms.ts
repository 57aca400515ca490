import { clock } from '#functions/kernel/clock.ts';
import type { Aged, TermKind } from '#functions/kernel/retention.ts';
import { type Call, isActiveCall } from '#shared/model/call.ts';
import { callsBefore } from './store.ts';
import { transcriptsOf } from './transcripts/store.ts';

const pageSize = 100;

export const keptRecords =
  'Who makes telemarketing calls has to keep the called number, time, length and outcome of each for five years: 16 CFR 310.5(a)(2) and (b); Art. 17(3)(b) GDPR.';

/** For how long 16 CFR 310.5 has the record of a telemarketing call kept; ms. */
const recordMs = 5 * 365.25 * 86_400_000;

/** Whether the law asks for the number, time, length and outcome of a call still. */
export const isRecord = ({ direction, startedAt }: Call): boolean =>
  direction === 'outbound' && Date.parse(startedAt) > clock.now() - recordMs;

const agedOf = ({ id, startedAt, leadId }: Call): Aged => ({ id, at: startedAt, leadId });

/** A page of the older calls of which something holds; one that goes on is the exchange's still. */
const olderCalls =
  (holds: (call: Call) => boolean | Promise<boolean>): TermKind['older'] =>
  async (before, cursor) => {
    const page = await callsBefore(before, cursor, pageSize);
    const ended = page.calls.filter(({ status }) => !isActiveCall(status));
    const held = await Promise.all(ended.map(holds));
    return { found: ended.filter((_, n) => held[n]).map(agedOf), cursor: page.cursor };
  };

const hasTexts = async ({ id, notes, script, callbackAt, recordingUrl }: Call): Promise<boolean> =>
  Boolean(notes || script || callbackAt) || (recordingUrl !== null && (await transcriptsOf(id)).length > 0);

/** A call that was erased names nobody, neither by lead nor by number. */
const namesSomebody = (call: Call): boolean =>
  Boolean(call.leadId || call.leadName || call.phone) && !isRecord(call);

export const callTerms: TermKind[] = [
  {
    kind: 'callNotes',
    title: 'Notes and transcripts of calls',
    goes: 'Notes, answers to scripts, transcripts and the comments on recordings. That there was a call, with whom, when and with what outcome stays.',
    covers: ['calls'],
    older: olderCalls(hasTexts),
  },
  {
    kind: 'callRecords',
    title: 'Who was called',
    goes: 'The lead, the number, the notes and the recording of each call. When it was, how long and with what outcome stays for the figures.',
    covers: ['calls', 'callRecords'],
    least: { term: { unit: 'months', count: 60 }, why: keptRecords },
    older: olderCalls(namesSomebody),
  },
];
