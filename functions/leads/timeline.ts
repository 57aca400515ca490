import type { EventDetail } from '#events/index.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { Events, event } from '#functions/kernel/events.ts';
import { fromCursor } from '#functions/kernel/paging.ts';

/** What other nouns write on a lead's timeline; hand the write to `commit` with what it tells of. */
export const timelineEvent = (
  leadId: string,
  kind: string,
  text: string,
  data?: Record<string, unknown>,
): object => event('lead.activity', leadId, { kind, text, data });

interface Stored {
  eventId: string;
  type: string;
  at: string;
  actor: string;
  data: unknown;
}

export interface TimelineEntry {
  id: string;
  at: string;
  kind: string;
  text: string;
  actor: string;
  changes?: { field: string; before: unknown; after: unknown }[];
  data?: Record<string, unknown>;
}

const assigned = ({ before, ownerId, how }: EventDetail<'lead.assigned'>) =>
  ownerId === null ? 'Given back' : before === null ? `Assigned (${how})` : `Handed over (${how})`;

/** An event as the timeline tells it; undefined for events that tell people nothing. */
function entryOf({ eventId, type, at, actor, data }: Stored): TimelineEntry | undefined {
  const base = { id: eventId, at, actor };
  switch (type) {
    case 'lead.created': {
      const created = data as EventDetail<'lead.created'>;
      const by = created.importId ? ' by an import' : created.source ? ` from ${created.source}` : '';
      return { ...base, kind: 'created', text: `Added${by}`, data: created };
    }
    case 'lead.updated': {
      const { changes } = data as EventDetail<'lead.updated'>;
      const fields = changes.map(({ field }) => field);
      const kind = fields.length === 1 && fields[0] === 'tags' ? 'tagged' : 'edited';
      return { ...base, kind, text: `Changed ${fields.join(', ')}`, changes: changes as never };
    }
    case 'lead.assigned':
      return {
        ...base,
        kind: 'assigned',
        text: assigned(data as EventDetail<'lead.assigned'>),
        data: data as never,
      };
    case 'lead.deleted':
      return { ...base, kind: 'deleted', text: 'Deleted' };
    case 'lead.restored':
      return { ...base, kind: 'restored', text: 'Had back' };
    case 'lead.activity': {
      const activity = data as EventDetail<'lead.activity'>;
      return { ...base, kind: activity.kind, text: activity.text, data: activity.data };
    }
    default:
      return undefined;
  }
}

/** Events of one lead, newest first; with `kinds` only those. */
export async function timeline(
  leadId: string,
  { limit, cursor, kinds }: { limit: number; cursor?: string | undefined; kinds?: readonly string[] },
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> {
  const query = Events.query.byEntity({ tenantId: tenantOf(), entityId: leadId });
  const entries: TimelineEntry[] = [];
  let place: string | null = cursor ?? null;
  do {
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go({ ...options, order: 'desc', consistent: true }),
      place,
      limit - entries.length,
    );
    for (const stored of page.data) {
      const entry = entryOf(stored as Stored);
      if (entry && (!kinds || kinds.includes(entry.kind))) entries.push(entry);
    }
    place = page.cursor;
  } while (place && entries.length < limit);
  return { entries, nextCursor: place };
}
