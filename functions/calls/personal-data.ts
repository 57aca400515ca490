import {
  type HeldFile,
  type PersonalData,
  type Subject,
  throughEach,
} from '#functions/kernel/personal-data.ts';
import type { Call } from '#shared/model/call.ts';
import { isActiveCall } from '#shared/model/call.ts';
import { onlyRecording } from '#shared/model/recording.ts';
import { isRecord, keptRecords } from './data-terms.ts';
import { changed } from './placed-calls.ts';
import { recordingKey } from './recording-marks.ts';
import { commentsOf, findRecording, partsOfRecording } from './recording-store.ts';
import { deleteRecording } from './retention.ts';
import { buckets, findAll, readBucket } from './store.ts';
import { segmentsOf, transcriptsOf } from './transcripts/store.ts';

const pageSize = 50;

/** What of a call tells of the person; of one whose record is kept, all but that record. */
const holdsPerson = async (call: Call): Promise<boolean> =>
  Boolean(
    call.leadId || call.leadName || call.notes || call.script || call.recordingUrl || call.callbackAt,
  ) ||
  Boolean(call.numberReason) ||
  (call.phone !== '' && !isRecord(call)) ||
  (await findRecording(call.id)) !== undefined;

/** A page of the calls in some buckets that are of the person. */
const callsIn = (
  places: readonly string[],
  cursor: string | null,
  isOwn: (call: Call, bucket: string) => boolean,
) =>
  throughEach(places, cursor, async (bucket, before) => {
    const entries = await readBucket(bucket, before ? { before } : {}, pageSize);
    const calls = await findAll(entries.map(({ callId }) => callId));
    return {
      found: calls.filter((call) => isOwn(call, bucket)),
      cursor: entries.length < pageSize ? null : entries.at(-1)!.entry,
    };
  });

/** Calls of their leads, and calls of no lead with their numbers: each once. */
const callsWith = ({ leadIds, phones }: Subject, cursor: string | null) =>
  callsIn(
    [...leadIds.map(buckets.lead), ...phones.map(buckets.number)],
    cursor,
    ({ leadId }, bucket) => leadId === null || bucket === buckets.lead(leadId),
  );

/** The leads that calls with some numbers name, gone or not. */
export async function leadsOfCalls(phones: readonly string[]): Promise<Set<string>> {
  const leadIds = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof callsIn>> = await callsIn(
      phones.map(buckets.number),
      cursor,
      () => true,
    );
    for (const { leadId } of page.found) if (leadId !== null) leadIds.add(leadId);
    cursor = page.cursor;
  } while (cursor);
  return leadIds;
}

async function recordingFiles({ id, startedAt }: Call): Promise<HeldFile[]> {
  if (!(await findRecording(id))) return [];
  const named = (await partsOfRecording(id)).map(({ recordingId }) => recordingId);
  return (named.length > 0 ? named : [onlyRecording]).map((recordingId, n) => ({
    area: 'recordings',
    key: recordingKey(id, recordingId),
    name: `${startedAt.slice(0, 16).replaceAll(':', '-')} ${id}${n > 0 ? ` ${n + 1}` : ''}.wav`,
  }));
}

async function transcriptOf(callId: string): Promise<string[]> {
  const transcripts = await transcriptsOf(callId);
  const segments = (await Promise.all(transcripts.map(segmentsOf))).flat();
  return segments.map(({ text }) => text);
}

/** Takes the person out of a call; who called when, for how long and with what outcome stays for the figures. */
export async function eraseCall(call: Call): Promise<void> {
  await deleteRecording(call.id);
  await changed(call.id, (before) => {
    const stays = isRecord(before);
    const own = before.direction === 'outbound' ? 'to' : 'from';
    return {
      ...before,
      leadId: null,
      leadName: '',
      notes: '',
      script: null,
      recordingUrl: null,
      callbackAt: null,
      numberReason: '',
      ...(stays ? {} : { phone: '', [own]: '' }),
    };
  });
}

export const callPersonalData: PersonalData<Call>[] = [
  {
    kind: 'calls',
    title: 'Calls, their notes, recordings and transcripts',
    stored: [
      'call',
      'callEntry',
      'callRecording',
      'callRecordingPart',
      'recordingComment',
      'callTranscript',
      'callNumberDraw',
    ],
    async find(subject, cursor) {
      const page = await callsWith(subject, cursor);
      const held = await Promise.all(page.found.map(holdsPerson));
      return { ...page, found: page.found.filter((_, n) => held[n]) };
    },
    async row(call) {
      const comments = (await commentsOf(call.id)).map(({ text }) => text);
      const { id, direction, from, to, status, disposition, notes, startedAt, endedAt, talkSeconds } = call;
      return {
        id,
        direction,
        from,
        to,
        name: call.leadName,
        status,
        outcome: disposition,
        startedAt,
        endedAt,
        talkSeconds,
        notes,
        answersToScript: call.script,
        transcript: await transcriptOf(id),
        comments,
      };
    },
    files: recordingFiles,
    async erase(calls) {
      // One that goes on is written by the exchange until it ends.
      for (const call of calls) if (!isActiveCall(call.status)) await eraseCall(call);
    },
  },
  {
    kind: 'callRecords',
    title: 'Records of telemarketing calls: number, time, length and outcome',
    stored: [],
    find({ leadIds, phones }, cursor) {
      return callsIn(
        phones.map(buckets.number),
        cursor,
        (call) => isRecord(call) && (call.leadId === null || leadIds.includes(call.leadId)),
      );
    },
    row: ({ id, from, to, startedAt, talkSeconds, status, disposition }) => ({
      id,
      from,
      to,
      startedAt,
      talkSeconds,
      status,
      outcome: disposition,
    }),
    isOfErasure: true,
    kept: keptRecords,
  },
];
