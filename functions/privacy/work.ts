import { leadsOfCalls } from '#functions/calls/api.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { onePage, type PersonalData, redactor, type Subject } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { deletedLeads, findLeads, view } from '#functions/leads/api.ts';
import type { PrivacyKind } from '#shared/model/privacy.ts';
import { keepRows, removeRows } from './files.ts';
import { packExport } from './pack.ts';
import { personalData } from './registry.ts';
import {
  findRequest,
  findStep,
  jobKind,
  putStep,
  type RequestRecord,
  replaceRequest,
  stepsOf,
} from './store.ts';

/*
 * A request is worked kind by kind of data:
 *
 *   access:   gather ──▶ export ──▶ pack ──▶ done
 *   erasure:  gather ──▶ count ──▶ erase ──▶ check ──▶ done
 *                                             └ something is left: erased again, some seconds later
 *
 * First the leads of theirs are gathered that were deleted and could be had back; no index finds those by a number.
 *
 * What was there is counted before anything is erased, and what is left afterwards: both are looked up and not added up,
 * so a page that comes twice, after a kill or by a message given twice, changes no figure of the certificate.
 */

type Stage = 'gather' | 'export' | 'pack' | 'count' | 'erase' | 'check';

const stagesOf: Readonly<Record<PrivacyKind, readonly Stage[]>> = {
  access: ['gather', 'export', 'pack'],
  erasure: ['gather', 'count', 'erase', 'check'],
};

/** Stages that go through every kind of data. */
const isByKind = (stage: Stage): boolean => stage !== 'pack' && stage !== 'gather';

/** Steps that a request of a kind takes: one for each kind of data and stage. */
const stepCount = (kind: PrivacyKind): number =>
  stagesOf[kind].reduce((sum, stage) => sum + (isByKind(stage) ? personalData.length : 1), 0);

/** Where the work goes on. */
interface Place {
  stage: Stage;
  /** The kind of data, by its place in the registry. */
  part: number;
  cursor: string | null;
  /** Pages of this part so far, and items that they found. */
  page: number;
  items: number;
  /** Of a check: how often it has looked before. */
  round: number;
}

const startOf = (stage: Stage, part = 0, round = 0): Place => ({
  stage,
  part,
  cursor: null,
  page: 0,
  items: 0,
  round,
});

/** What follows the end of a part; null after the last. */
function following(kind: PrivacyKind, { stage, part }: Place): Place | null {
  if (isByKind(stage) && part + 1 < personalData.length) return startOf(stage, part + 1);
  const next = stagesOf[kind][stagesOf[kind].indexOf(stage) + 1];
  return next ? startOf(next) : null;
}

/** A page of the job ends after so many looks at the data, or so long; ms. */
const looksAtMost = 200;
const gatheredAtOnce = 200;
const pageMs = 8_000;

/** Indexes tell of what was erased a moment late, and messages may be on their way: it is looked again, later each time. */
const roundsAtMost = 6;
const roundMs = 1_500;

interface Looked {
  next: Place | null;
  /** Parts that came to their end. */
  ended: number;
  erased: number;
  waitMs?: number;
}

interface Work {
  request: RequestRecord;
  subject: Subject;
}

const stepOf = ({ request: { requestId } }: Work, part: PersonalData, found: number, left: number | null) =>
  putStep({
    requestId,
    kind: part.kind,
    place: personalData.indexOf(part),
    title: part.title,
    kept: part.kept ?? '',
    found,
    left,
  });

async function exportPage(work: Work, part: PersonalData, found: unknown[], page: number): Promise<void> {
  const rows = [];
  const files = [];
  for (const item of found) {
    rows.push(await part.row(item));
    files.push(...((await part.files?.(item)) ?? []));
  }
  if (rows.length > 0) await keepRows(work.request.requestId, part.kind, page, { rows, files });
}

async function noteFound(work: Work, part: PersonalData, items: number): Promise<void> {
  const step = await findStep(work.request.requestId, part.kind);
  // A request that is resumed finds what the first try left, and tells what there was.
  const found = work.request.kind === 'erasure' ? Math.max(step?.found ?? 0, items) : items;
  await commit(stepOf(work, part, found, null));
}

/** What an erasure left of a kind of data that is not kept by law. */
const mustBeGone = (part: PersonalData): boolean => part.erase !== undefined;

async function noteLeft(work: Work, part: PersonalData, left: number): Promise<void> {
  const step = await findStep(work.request.requestId, part.kind);
  // What came only while it was worked was found as well.
  await commit(stepOf(work, part, Math.max(step?.found ?? 0, left), left));
}

/** One look at the data of a part, and what is done with it. */
async function look(work: Work, place: Place): Promise<Looked> {
  const { subject, request } = work;
  const part = personalData[place.part]!;
  // A copy has what another kind tells already once.
  const isLeftOut = place.stage === 'export' && part.isOfErasure;
  const { found, cursor } = isLeftOut ? onePage<unknown>([]) : await part.find(subject, place.cursor);
  const items = place.items + found.length;
  const more = { ...place, cursor, page: place.page + 1, items };
  let erased = 0;
  if (place.stage === 'export') await exportPage(work, part, found, place.page);
  if ((place.stage === 'erase' || place.stage === 'check') && part.erase && found.length > 0) {
    await part.erase(found, subject);
    erased = found.length;
  }
  if (cursor !== null) return { next: more, ended: 0, erased };
  const next = following(request.kind, place);
  switch (place.stage) {
    case 'export':
    case 'count':
      await noteFound(work, part, items);
      return { next, ended: 1, erased };
    case 'check': {
      if (!mustBeGone(part) || items === 0) {
        await noteLeft(work, part, items);
        return { next, ended: 1, erased };
      }
      if (place.round < roundsAtMost)
        return {
          next: startOf('check', place.part, place.round + 1),
          ended: 0,
          erased,
          waitMs: roundMs * (place.round + 1),
        };
      await noteLeft(work, part, items);
      throw conflict(
        `Some of “${part.title}” could not be erased yet: it is in use at this moment. Please resume the request later.`,
      );
    }
    default:
      return { next, ended: 1, erased };
  }
}

/** As it is stored now: gathering leads adds to it. */
async function workOf(requestId: string): Promise<Work> {
  const request = await findRequest(requestId);
  if (!request?.subject) throw notFound('The request');
  return { request, subject: request.subject };
}

/** Leads that are gone for good: what is left of them is found by their ids, which calls still name. */
async function goneLeads({ phones, leadIds }: Subject): Promise<string[]> {
  const named = [...(await leadsOfCalls(phones))].filter((id) => !leadIds.includes(id));
  const there = new Set((await findLeads(named)).map(({ id }) => id));
  return named.filter((id) => !there.has(id));
}

/**
 * Adds leads to a request that were deleted: those that can be had back and have a number or an address of the person, and
 * those that are gone for good. @returns where it goes on
 */
async function gatherDeleted(requestId: string, cursor: string | null): Promise<string | null> {
  const { request, subject } = await workOf(requestId);
  const page = await deletedLeads(cursor, gatheredAtOnce);
  const own = page.leads.filter(
    ({ id, phones, emails }) =>
      !subject.leadIds.includes(id) &&
      (phones.some(({ number }) => subject.phones.includes(number)) ||
        emails.some((email) => subject.emails.includes(email))),
  );
  const gone = cursor === null ? await goneLeads(subject) : [];
  if (own.length + gone.length > 0) {
    const leadIds = [...new Set([...subject.leadIds, ...own.map(({ id }) => id), ...gone])];
    const names = own.map((lead) => view(lead).fullName).filter(Boolean);
    const after = { ...subject, leadIds, names: [...new Set([...subject.names, ...names])] };
    await commit(replaceRequest(request, { subject: after, leadIds }));
  }
  return page.cursor;
}

async function requestPage({ input, cursor }: PageAsked): Promise<PageDone> {
  const { requestId } = input as { requestId: string };
  const request = await findRequest(requestId);
  if (!request) throw notFound('The request');
  const nothing = { cursor: null, seen: 0, changed: 0, isSerial: true };
  if (request.subject === null) return nothing;
  const total = stepCount(request.kind);
  let place: Place | null = cursor ? JSON.parse(cursor) : startOf(stagesOf[request.kind][0]!);
  let [seen, changed] = [0, 0];
  let waitMs: number | undefined;
  const until = clock.now() + pageMs;
  for (let looks = 0; place && looks < looksAtMost && clock.now() < until && waitMs === undefined; looks++) {
    if (place.stage === 'gather') {
      // Of a try before this one.
      if (place.cursor === null) await removeRows(requestId);
      const gathered: string | null = await gatherDeleted(requestId, place.cursor);
      place = gathered === null ? following(request.kind, place) : { ...place, cursor: gathered };
      if (gathered === null) seen++;
      continue;
    }
    if (place.stage === 'pack') {
      // A page by itself: it takes longest.
      if (looks > 0) break;
      await packExport(request);
      place = following(request.kind, place);
      seen++;
      continue;
    }
    const looked = await look(await workOf(requestId), place);
    seen += looked.ended;
    changed += looked.erased;
    waitMs = looked.waitMs;
    place = looked.next;
  }
  if (!place) await complete(requestId);
  return {
    cursor: place && JSON.stringify(place),
    seen,
    changed,
    isSerial: true,
    total,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

/** Ends a request: what named the person goes, what was done stays. Called again, it changes nothing. */
async function complete(requestId: string): Promise<void> {
  const request = await findRequest(requestId);
  if (!request || request.subject === null) return;
  const steps = await stepsOf(requestId);
  const sum = (of: (step: (typeof steps)[number]) => number) =>
    steps.reduce((all, step) => all + of(step), 0);
  const isErasure = request.kind === 'erasure';
  await commit(
    replaceRequest(request, {
      subject: null,
      reason: isErasure ? redactor(request.subject)(request.reason) : request.reason,
      completedAt: clock.iso(),
    }),
    auditEntry(
      'privacy.completed',
      { kind: 'privacyRequest', id: requestId, name: request.label },
      {
        kind: request.kind,
        found: sum(({ found }) => found),
        kept: isErasure ? sum(({ left }) => left ?? 0) : 0,
      },
    ),
  );
}

/** The product itself works it: who began it may have lost their rights since, and the person is owed an answer. */
export const privacyJobs: JobDefinitions = { [jobKind]: { page: requestPage, asProduct: true } };
