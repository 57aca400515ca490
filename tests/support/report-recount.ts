import type { Raw, Told } from './raw-items.ts';

/*
 * A second count of what reports say, from the items as they lie in the table. Nothing of the product is imported: what a
 * figure means stands here once more, by hand. `report-sums.ts` adds up what this file finds.
 */

export type Figures = Record<string, number>;

/** What happened once, and what it adds to figures. */
export interface Happening {
  /** ISO 8601 in UTC */
  at: string;
  /** What it can be grouped by besides its time. */
  of: Record<string, string>;
  adds: Figures;
  /** Stages of the funnel that a lead has come to; it counts in each. */
  stages?: string[];
  /** What each agent did of it; empty where nobody had a part. */
  parts?: Map<string, Figures>;
}

export const kinds = ['calls', 'leads', 'deals', 'journeys', 'sms', 'webhooks'] as const;
export type Kind = (typeof kinds)[number];

/** Of one tenant: what there is by now, and of leads also how many there ever were. */
export type Recounted = Record<Kind | 'leadsEver', Happening[]>;

/** Items that are read. */
export const countedItems = ['event', 'call', 'lead', 'message', 'enrolment', 'webhookDelivery'] as const;

type Item = Record<string, unknown>;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

const inOrder = (told: readonly Told[]) => told.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));

/** What became of each thing last, by events of some types. */
function lastOf(told: readonly Told[], type: string): Map<string, Told> {
  const some = inOrder(told).filter((one) => one.type === type);
  return new Map(some.map((one) => [one.entityId, one]));
}

interface Leg {
  agentId: string;
  answeredAt?: string | null;
  talkSeconds: number;
}

const ended = ['completed', 'busy', 'no-answer', 'failed', 'voicemail', 'cancelled'];

function callFigures(direction: unknown, answered: boolean, talkSeconds: number): Figures {
  const inbound = direction === 'inbound' ? 1 : 0;
  return { calls: 1, inbound, outbound: 1 - inbound, callsAnswered: answered ? 1 : 0, talkSeconds };
}

/** A call counts when it began, once it has ended; a machine that takes it is nobody. */
function callsOf(items: readonly Item[]): Happening[] {
  return items.flatMap(({ call }): Happening[] => {
    const { status, direction, from, to, source, disposition, startedAt, answeredAt, legs, talkSeconds } =
      call as Item;
    if (!ended.includes(text(status))) return [];
    const isPerson = status !== 'voicemail';
    const parts = new Map<string, Figures>();
    for (const { agentId } of legs as Leg[]) {
      const own = (legs as Leg[]).filter((leg) => leg.agentId === agentId);
      const seconds = own.reduce((sum, leg) => sum + leg.talkSeconds, 0);
      parts.set(agentId, callFigures(direction, isPerson && own.some((leg) => leg.answeredAt), seconds));
    }
    const of = {
      source: text(source),
      direction: text(direction),
      status: text(status),
      disposition: text(disposition),
      number: text(direction === 'inbound' ? to : from),
    };
    const adds = callFigures(direction, isPerson && Boolean(answeredAt), Number(talkSeconds));
    return [{ at: text(startedAt), of, adds, parts }];
  });
}

interface Deal {
  at: string;
  by: string | null;
  amount: number;
}
const dealOf = (told: Told | undefined) => (told?.data.after ?? null) as Deal | null;

/** What a workspace begins with; being lost is no stage. */
const funnel = ['new', 'contacted', 'qualified', 'proposal', 'won'];

function leadsOf(items: readonly Item[], deals: Map<string, Told>): Happening[] {
  return items.flatMap(({ lead }): Happening[] => {
    const { id, state, createdAt, ownerId, source, status, brand, address, reached } = lead as Item;
    if (state !== 'live') return [];
    const of = {
      agent: text(ownerId),
      source: text(source),
      status: text(status),
      brand: text(brand),
      state: text((address as Item | undefined)?.state),
    };
    const deal = dealOf(deals.get(text(id)));
    const adds = { leadsCreated: 1, leadsConverted: deal ? 1 : 0, wonAmount: deal?.amount ?? 0 };
    const last = Math.max(0, ...[...(reached as string[]), text(status)].map((one) => funnel.indexOf(one)));
    return [{ at: text(createdAt), of, adds, stages: funnel.slice(0, last + 1) }];
  });
}

/** Leads that there have been, those that were deleted among them, but not those of an import that is undone. */
function leadsEver(told: readonly Told[], items: readonly Item[]): Happening[] {
  const madeAt = new Map(items.map(({ lead }) => [(lead as Item).id, text((lead as Item).createdAt)]));
  const undone = new Set<string>();
  for (const { type, entityId, data } of inOrder(told)) {
    if (type === 'lead.deleted' && data.undoneFrom) undone.add(entityId);
    if (type === 'lead.restored') undone.delete(entityId);
  }
  return told
    .filter(({ type, entityId }) => type === 'lead.created' && !undone.has(entityId))
    .map(({ entityId, at }) => ({ at: madeAt.get(entityId) ?? at, of: {}, adds: { leadsCreated: 1 } }));
}

/** A deal lies in the hour when it was won, for as long as it is won, and also when its lead is gone. */
const dealsOf = (deals: Map<string, Told>): Happening[] =>
  [...deals.values()].flatMap((told): Happening[] => {
    const deal = dealOf(told);
    if (!deal) return [];
    return [{ at: deal.at, of: { agent: deal.by ?? '' }, adds: { dealsWon: 1, dealAmount: deal.amount } }];
  });

type OwnerOf = (leadId: unknown) => string;

function textsOf(items: readonly Item[], ownerOf: OwnerOf): Happening[] {
  return items.flatMap(({ message }): Happening[] => {
    const one = message as Item;
    if (one.channel !== 'sms') return [];
    const of = {
      agent: ownerOf(one.leadId),
      source: text((one.source as Item).kind),
      direction: text(one.direction),
      number: text(one.ownAddress),
    };
    if (one.direction === 'inbound') return [{ at: text(one.at), of, adds: { textsReceived: 1 } }];
    const happened: [unknown, Figures][] = [
      [one.sentAt, { textsSent: 1, segments: Number((one.segments as Item | null)?.count ?? 0) }],
      [one.deliveredAt, { textsDelivered: 1 }],
      [one.failedAt, { textsFailed: 1 }],
    ];
    return happened.flatMap(([at, adds]) => (at ? [{ at: text(at), of, adds }] : []));
  });
}

function entriesOf(items: readonly Item[], ownerOf: OwnerOf): Happening[] {
  return items.map(({ leadId, journeyId, status, enteredAt }) => {
    const completed = status === 'completed' ? 1 : 0;
    const exited = status === 'exited' ? 1 : 0;
    return {
      at: text(enteredAt),
      of: { agent: ownerOf(leadId), source: text(journeyId), status: text(status) },
      adds: { entered: 1, completed, exited, stillIn: 1 - completed - exited },
    };
  });
}

const deliveriesOf = (items: readonly Item[]): Happening[] =>
  items
    .filter(({ status }) => status !== 'rejected')
    .map(({ at, webhookId, status, succeeded, failed }) => ({
      at: text(at),
      of: { source: text(webhookId), status: text(status) },
      adds: {
        deliveries: 1,
        deliveriesFailed: status === 'failed' ? 1 : 0,
        rowsSucceeded: Number(succeeded),
        rowsFailed: Number(failed),
        rows: Number(succeeded) + Number(failed),
      },
    }));

/** Counts a tenant's items of `countedItems`. */
export function recount(raw: Raw): Recounted {
  const told = raw.event as unknown as Told[];
  const deals = lastOf(told, 'lead.deal');
  const owners = new Map(raw.lead!.map(({ lead }) => [(lead as Item).id, text((lead as Item).ownerId)]));
  const ownerOf: OwnerOf = (leadId) => owners.get(leadId) ?? '';
  return {
    calls: callsOf(raw.call!),
    leads: leadsOf(raw.lead!, deals),
    leadsEver: leadsEver(told, raw.lead!),
    deals: dealsOf(deals),
    journeys: entriesOf(raw.enrolment!, ownerOf),
    sms: textsOf(raw.message!, ownerOf),
    webhooks: deliveriesOf(raw.webhookDelivery!),
  };
}
