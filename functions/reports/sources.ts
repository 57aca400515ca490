import { z } from 'zod';
import { endedCall, endedCalls } from '#functions/calls/api.ts';
import { allJourneys, enteredBetween } from '#functions/journeys/api.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { findLeads, leadSettings, queryLeads } from '#functions/leads/api.ts';
import { textsBetween } from '#functions/messages/api.ts';
import { deliveriesOfAll } from '#functions/webhooks/api.ts';
import type { Call } from '#shared/model/call.ts';
import { callFigures, partFigures } from '#shared/model/call-figures.ts';
import { enrolmentStatuses } from '#shared/model/journey/journey.ts';
import { funnelStages } from '#shared/model/lead.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import type { Message } from '#shared/model/message.ts';
import type { RowKind } from '#shared/model/report-measures.ts';
import { deals } from './deals.ts';
import { ownOnly } from './own.ts';
import type { Reader } from './reader.ts';
import type { TextEvent } from './records.ts';
import type { Fact, Sums } from './tally.ts';

function factOfCall(call: Call, me: string | undefined): Fact {
  const ended = endedCall(call);
  const parts = [...partFigures(ended)]
    .filter(([agent]) => !me || agent === me)
    .map(([agent, figures]) => ({ agent, adds: { ...figures } }));
  const own = me ? parts[0] : undefined;
  return {
    at: Date.parse(call.startedAt),
    of: {
      source: call.source,
      direction: call.direction,
      status: call.status,
      disposition: call.disposition,
      number: call.direction === 'inbound' ? call.to : call.from,
    },
    adds: own?.adds ?? { ...callFigures(ended) },
    parts,
    record: { kind: 'calls', call },
  };
}

const calls: Reader = async ({ begins, ends }, cursor, limit) => {
  const me = ownOnly();
  const page = await endedCalls({ from: begins, before: cursor ?? ends, agentId: me }, limit);
  return { facts: page.calls.map((call) => factOfCall(call, me)), read: page.seen, cursor: page.before };
};

/** The stages up to the last one that a lead has had; every lead has come to the first. */
function stagesReached(funnel: readonly string[], had: readonly string[]): string[] {
  const last = Math.max(0, ...had.map((status) => funnel.indexOf(status)));
  return funnel.slice(0, last + 1);
}

const leads: Reader = async ({ begins, ends }, cursor, limit) => {
  const me = ownOnly();
  const last = new Date(Date.parse(ends) - 1).toISOString();
  const all: LeadFilter[] = [{ field: 'createdAt', op: 'between', value: [begins, last] }];
  if (me) all.push({ field: 'ownerId', op: 'is', value: me });
  const sort = { field: 'createdAt', direction: 'asc' } as const;
  const [page, { statuses }] = await Promise.all([
    queryLeads({ all }, sort, { limit, cursor: cursor ?? undefined }),
    leadSettings(),
  ]);
  const funnel = funnelStages(statuses).map(({ key }) => key);
  const facts = page.leads.map((lead): Fact => {
    const { ownerId, source, status, brand, address, won, reached } = lead;
    return {
      at: Date.parse(lead.createdAt),
      stages: stagesReached(funnel, [...reached, status]),
      of: { agent: ownerId ?? '', source, status, brand, state: address.state },
      adds: { leadsCreated: 1, leadsConverted: won ? 1 : 0, wonAmount: won?.amount ?? 0 },
      record: { kind: 'leads', lead },
    };
  });
  return { facts, read: page.leads.length, cursor: page.nextCursor };
};

/** Whose leads are now, by the leads' ids. */
async function ownersOf(leadIds: readonly (string | null)[]): Promise<(leadId: string | null) => string> {
  const ids = [...new Set(leadIds.flatMap((id) => id ?? []))];
  const owners = new Map((await findLeads(ids)).map(({ id, ownerId }) => [id, ownerId ?? '']));
  return (leadId) => (leadId && owners.get(leadId)) || '';
}

/** A text is sent, and arrives or fails, at most so long after it was written: it may wait for its hours. ms */
const latestMs = 8 * 86_400_000;

/** What became of a text, each at its own instant. */
function happeningsOf(text: Message): { happened: TextEvent; at: string; adds: Sums }[] {
  const { direction, at, sentAt, deliveredAt, failedAt, status, segments } = text;
  if (direction === 'inbound') return [{ happened: 'received', at, adds: { textsReceived: 1 } }];
  const of = (happened: TextEvent, when: string | null, adds: Sums) =>
    when ? [{ happened, at: when, adds }] : [];
  return [
    ...of('sent', sentAt, { textsSent: 1, segments: segments?.count ?? 0 }),
    ...of('delivered', deliveredAt, { textsDelivered: 1 }),
    ...(status === 'failed' ? of('failed', failedAt, { textsFailed: 1 }) : []),
  ];
}

const sms: Reader = async ({ begins, ends }, cursor, limit) => {
  const me = ownOnly();
  const from = new Date(Date.parse(begins) - latestMs).toISOString();
  const page = await textsBetween({ from, before: ends }, { limit, cursor });
  const ownerOf = await ownersOf(page.texts.map(({ leadId }) => leadId));
  const facts = page.texts
    .filter(({ leadId }) => !me || ownerOf(leadId) === me)
    .flatMap((text) =>
      happeningsOf(text)
        .filter(({ at }) => at >= begins && at < ends)
        .map(({ happened, at, adds }): Fact => {
          const { direction, ownAddress: number, leadId, source } = text;
          const of = { agent: ownerOf(leadId), source: source.kind, direction, number };
          return { at: Date.parse(at), of, adds, record: { kind: 'sms', text, happened } };
        }),
    );
  return { facts, read: page.texts.length, cursor: page.nextCursor };
};

/** Where a list of several lists goes on. A caller may have made it up: it names places of their own workspace alone. */
const journeyPlace = placeCursor(
  z.strictObject({
    journeyId: z.string().max(100),
    status: z
      .number()
      .int()
      .min(0)
      .max(enrolmentStatuses.length - 1),
    inner: z.string().max(2_000).nullable(),
  }),
);
type JourneyPlace = ReturnType<typeof journeyPlace.placeOf>;

const journeys: Reader = async ({ begins, ends }, cursor, limit) => {
  const me = ownOnly();
  const ids = (await allJourneys()).map(({ journeyId }) => journeyId).sort();
  const first = ids[0] && { journeyId: ids[0], status: 0, inner: null };
  let place: JourneyPlace | undefined = cursor ? journeyPlace.placeOf(cursor) : first || undefined;
  const found: Awaited<ReturnType<typeof enteredBetween>>['data'] = [];
  while (place && found.length < limit) {
    const { journeyId, status, inner }: JourneyPlace = place;
    const page = await enteredBetween(
      { journeyId, status: enrolmentStatuses[status]! },
      { from: begins, before: ends },
      { limit: limit - found.length, cursor: inner },
    );
    found.push(...page.data);
    if (page.cursor) place = { journeyId, status, inner: page.cursor };
    else if (status + 1 < enrolmentStatuses.length) place = { journeyId, status: status + 1, inner: null };
    else {
      const next = ids.find((id) => id > journeyId);
      place = next ? { journeyId: next, status: 0, inner: null } : undefined;
    }
  }
  const ownerOf = await ownersOf(found.map(({ leadId }) => leadId));
  const facts = found
    .filter(({ leadId }) => !me || ownerOf(leadId) === me)
    .map((entry): Fact => {
      const { journeyId, leadId, status, enteredAt } = entry;
      const completed = status === 'completed' ? 1 : 0;
      const exited = status === 'exited' ? 1 : 0;
      return {
        at: Date.parse(enteredAt),
        of: { agent: ownerOf(leadId), source: journeyId, status },
        adds: { entered: 1, stillIn: 1 - completed - exited, completed, exited },
        record: { kind: 'journeys', entry },
      };
    });
  return { facts, read: found.length, cursor: place ? journeyPlace.cursorOf(place) : null };
};

const webhookPlace = placeCursor(
  z.strictObject({ webhookId: z.string().max(100), before: z.string().max(100) }),
);

const webhooks: Reader = async ({ begins, ends }, cursor, limit) => {
  const place = cursor ? webhookPlace.placeOf(cursor) : null;
  const page = await deliveriesOfAll({ from: begins, before: ends }, place, limit);
  const facts = page.deliveries
    .filter(({ status }) => status !== 'rejected')
    .map((delivery): Fact => {
      const { webhookId, at, status, succeeded, failed } = delivery;
      return {
        at: Date.parse(at),
        of: { source: webhookId, status },
        adds: {
          deliveries: 1,
          deliveriesFailed: status === 'failed' ? 1 : 0,
          rows: succeeded + failed,
          rowsSucceeded: succeeded,
          rowsFailed: failed,
        },
        record: { kind: 'webhooks', delivery },
      };
    });
  return { facts, read: page.deliveries.length, cursor: page.next && webhookPlace.cursorOf(page.next) };
};

export const readers: Readonly<Record<RowKind, Reader>> = { calls, leads, deals, journeys, sms, webhooks };

/** What a record of each kind is called, of many. */
export const recordNouns: Readonly<Record<RowKind, string>> = {
  calls: 'calls',
  leads: 'leads',
  deals: 'deals',
  journeys: 'entries of journeys',
  sms: 'texts',
  webhooks: 'deliveries',
};
