import { endedCall, endedCalls } from '#functions/calls/api.ts';
import { eventsOf } from '#functions/kernel/events.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import {
  findLeads,
  gatheredOutcomes,
  keepOutcomes,
  leadSettings,
  queryLeads,
  saveTraining,
} from '#functions/leads/api.ts';
import type { Call } from '#shared/model/call.ts';
import type { LeadSettings } from '#shared/model/lead.ts';
import { type HourCounts, noCalls } from '#shared/model/lead-score/best-hours.ts';
import { hourWhere } from '#shared/model/lead-score/features.ts';
import { hourOptions, scoreOptions } from '#shared/model/lead-score/options.ts';
import { train } from '#shared/model/lead-score/train.ts';
import { outcomeOf } from './outcome.ts';

/*
 * How scores are learned: closed leads, newest first, a page at a time, each page an item; then calls, counted in the
 * place of the next page; then all at once what was gathered, which fits into memory by the bounds of `scoreOptions`. A
 * page that comes twice writes the same again.
 */

/** Leads of a page: with 30 tags of 50 letters each, what is kept of them stays below the 400 KB of an item. */
const leadsAtOnce = 100;
const callsAtOnce = 500;
/** Arrivals that are read at the same time. */
const readAtOnce = 10;

type Place =
  | { at: 'leads'; next: string | null; page: number; outcomes: number }
  | { at: 'calls'; pages: number; isCapped: boolean; before: string | null; seen: number; counts: HourCounts }
  | { at: 'fit'; pages: number; isCapped: boolean; counts: HourCounts };

const first: Place = { at: 'leads', next: null, page: 0, outcomes: 0 };

interface Page extends Pick<PageAsked, 'jobId'> {
  /** When the training was asked for, ISO 8601: later calls are not counted. */
  begun: string;
}

/** The leads that stand in a closed status, newest first. */
const closedLeads = (settings: LeadSettings, cursor: string | null) =>
  queryLeads(
    {
      field: 'status',
      op: 'in',
      value: settings.statuses.filter(({ kind }) => kind !== 'open').map(({ key }) => key),
    },
    { field: 'createdAt', direction: 'desc' },
    { limit: leadsAtOnce, cursor: cursor ?? undefined },
  );

const handOn = (place: Place, seen: number, changed: number): PageDone => ({
  cursor: JSON.stringify(place),
  ...{ seen, changed, isSerial: true },
});

async function gatherLeads({ jobId }: Page, { next, page, outcomes }: Extract<Place, { at: 'leads' }>) {
  const settings = await leadSettings();
  const { leads, nextCursor } = await closedLeads(settings, next);
  const found = [];
  for (let at = 0; at < leads.length; at += readAtOnce)
    found.push(
      ...(await Promise.all(
        leads
          .slice(at, at + readAtOnce)
          .map(async (lead) => outcomeOf(lead, (await eventsOf(lead.id, null, 5)).events, settings)),
      )),
    );
  const room = scoreOptions.outcomesAtMost - outcomes;
  const rows = found.filter((one) => one !== undefined).slice(0, room);
  await keepOutcomes(jobId, page, rows);
  const isFull = rows.length === room;
  const place: Place =
    nextCursor && !isFull
      ? { at: 'leads', next: nextCursor, page: page + 1, outcomes: outcomes + rows.length }
      : {
          ...{ at: 'calls', pages: page + 1, isCapped: isFull && nextCursor !== null },
          ...{ before: null, seen: 0, counts: noCalls() },
        };
  return handOn(place, leads.length, rows.length);
}

/** Whether somebody could have answered: one that failed or was hung up before says nothing of the hour. */
const isCounted = ({ direction, status, leadId }: Call): boolean =>
  direction === 'outbound' && leadId !== null && status !== 'failed' && status !== 'cancelled';

/** Counts calls by the hours where their leads are; those in whose hour nobody can be sure of are left out. */
async function countCalls(counts: HourCounts, calls: readonly Call[]): Promise<HourCounts> {
  const counted = calls.filter(isCounted);
  const leads = await findLeads([...new Set(counted.map(({ leadId }) => leadId!))]);
  const zones = new Map(leads.map(({ id, timeZones }) => [id, timeZones]));
  const after = { calls: [...counts.calls], answered: [...counts.answered] };
  for (const call of counted) {
    const there = hourWhere(zones.get(call.leadId!) ?? [], Date.parse(call.startedAt));
    if (!there) continue;
    const at = there.weekday * 24 + there.hour;
    after.calls[at]!++;
    if (endedCall(call).answered) after.answered[at]!++;
  }
  return after;
}

const dayMs = 86_400_000;

async function gatherCalls({ begun }: Page, place: Extract<Place, { at: 'calls' }>) {
  const from = new Date(Date.parse(begun) - hourOptions.days * dayMs).toISOString();
  const page = await endedCalls({ from, before: place.before ?? begun }, callsAtOnce);
  const counts = await countCalls(place.counts, page.calls);
  const seen = place.seen + page.seen;
  const { pages, isCapped } = place;
  const goesOn = page.before !== null && seen < hourOptions.callsAtMost;
  return handOn(
    goesOn ? { ...place, before: page.before, seen, counts } : { at: 'fit', pages, isCapped, counts },
    page.seen,
    0,
  );
}

async function learn({ jobId }: Page, { pages, isCapped, counts }: Extract<Place, { at: 'fit' }>) {
  const rows = await gatheredOutcomes(jobId, pages);
  const outcomes = rows.map(({ features, ...row }) => ({
    ...row,
    features: features.map(([group, value]) => ({ group, value })),
  }));
  await saveTraining(jobId, { training: train(outcomes), hours: counts, isCapped });
  return { cursor: null, seen: 0, changed: 0, isSerial: true };
}

function trainPage({ jobId, input, cursor }: PageAsked): Promise<PageDone> {
  const page = { jobId, begun: (input as { at: string }).at };
  const place: Place = cursor ? JSON.parse(cursor) : first;
  switch (place.at) {
    case 'leads':
      return gatherLeads(page, place);
    case 'calls':
      return gatherCalls(page, place);
    case 'fit':
      return learn(page, place);
    default:
      return place satisfies never;
  }
}

/** It learns from all leads of the workspace, whoever began it. */
export const leadScoringJobs: JobDefinitions = { 'leads.train': { page: trainPage, asProduct: true } };
