import type { z } from 'zod';
import type { envelope } from '#events/index.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { tenantById } from '#functions/tenants/api.ts';
import type { Figures } from '#shared/api/dashboard.ts';
import { type CallFigures, callFigures, partFigures } from '#shared/model/call-figures.ts';
import { shortCallSeconds } from '#shared/model/number-figures.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { add, type Counted, type Counts, count } from './counters.ts';

type Of<T extends Parameters<typeof envelope>[0]> = z.output<ReturnType<typeof envelope<T>>>;
export type ToldEvent =
  | Of<'lead.created'>
  | Of<'lead.deleted'>
  | Of<'lead.restored'>
  | Of<'lead.deal'>
  | Of<'call.ended'>
  | Of<'call.disposed'>;

/** Where in the tenant's calendar an instant lies; `figure` names a counter of its hour. */
function placeOf(zone: string, at: string) {
  const { date, minute } = localTime(zone, Date.parse(at));
  const hour = String(Math.floor(minute / 60)).padStart(2, '0');
  return { day: date, figure: (name: keyof Figures) => `h:${hour}:${name}` };
}

function countsOfLead(eventId: string, at: string, sign: 1 | -1, zone: string): Counted {
  const { day, figure } = placeOf(zone, at);
  return { eventId, day, counts: add(new Map(), figure('leadsCreated'), sign) };
}

const figuresIn = (figures: CallFigures) => Object.entries(figures) as [keyof CallFigures, number][];

function countsOfCall(event: Of<'call.ended'>, zone: string): Counted {
  const { data } = event;
  const { day, figure } = placeOf(zone, data.startedAt);
  const counts: Counts = new Map();
  for (const [name, by] of figuresIn(callFigures(data))) add(counts, figure(name), by);
  add(counts, `s:${data.status}`);
  add(counts, `d:${data.direction}`);
  if (data.disposition) add(counts, `p:${data.disposition}`);
  for (const [agentId, part] of partFigures(data))
    for (const [name, by] of figuresIn(part)) add(counts, `a:${agentId}:${name}`, by);
  return { eventId: event.eventId, day, counts, number: countsOfNumber(event) };
}

/** Of a call that went out, what it adds to the figures of the number that was shown. */
function countsOfNumber({ data: { direction, number, answered, talkSeconds } }: Of<'call.ended'>) {
  if (direction !== 'outbound' || !number) return undefined;
  const isShort = answered && talkSeconds <= shortCallSeconds;
  return { number, calls: 1, answered: answered ? 1 : 0, short: isShort ? 1 : 0 };
}

function countsOfDisposition(event: Of<'call.disposed'>, zone: string): Counted {
  const { before, disposition, startedAt } = event.data;
  const counts: Counts = new Map();
  if (before) add(counts, `p:${before}`, -1);
  if (disposition) add(counts, `p:${disposition}`);
  return { eventId: event.eventId, day: placeOf(zone, startedAt).day, counts };
}

/**
 * A deal counts in the hour when it was won and for whom it was won, as long as it is: what changes it later, or takes
 * it back, changes that hour.
 */
function countsOfDeal({ eventId, data }: Of<'lead.deal'>, zone: string): Counted[] {
  const part = (deal: typeof data.after, sign: 1 | -1): Counted[] => {
    if (!deal) return [];
    const { day, figure } = placeOf(zone, deal.at);
    const counts: Counts = new Map();
    for (const [name, value] of [
      ['dealsWon', sign],
      ['dealAmount', sign * deal.amount],
    ] as const) {
      add(counts, figure(name), value);
      if (deal.by) add(counts, `a:${deal.by}:${name}`, value);
    }
    return [{ eventId: `${eventId}${sign}`, day, counts }];
  };
  return [...part(data.before, -1), ...part(data.after, 1)];
}

function countsOf(event: ToldEvent, zone: string): Counted[] {
  switch (event.type) {
    case 'lead.created':
      return [countsOfLead(event.eventId, event.data.createdAt ?? event.at, 1, zone)];
    case 'lead.deleted': {
      // Who was a lead and is deleted has been one; who came by an import that was undone has not.
      const { undoneFrom } = event.data;
      return undoneFrom ? [countsOfLead(event.eventId, undoneFrom, -1, zone)] : [];
    }
    case 'lead.restored': {
      const { undoneFrom } = event.data;
      return undoneFrom ? [countsOfLead(event.eventId, undoneFrom, 1, zone)] : [];
    }
    case 'lead.deal':
      return countsOfDeal(event, zone);
    case 'call.ended':
      return [countsOfCall(event, zone)];
    case 'call.disposed':
      return [countsOfDisposition(event, zone)];
  }
}

/** Adds events of the actor's tenant to its figures, each once, by the clock of the tenant's own zone. */
export async function countEvents(events: readonly ToldEvent[]): Promise<void> {
  const { timeZone } = await tenantById(tenantOf());
  await count(events.flatMap((event) => countsOf(event, timeZone)));
}
