import { spellingsOf } from '#shared/model/compliance/places.ts';
import type { Condition, LeadFilter } from '#shared/model/lead-filter.ts';
import { everyLive, hasBucket, nobody, readBucket, valueBucket } from '../entries.ts';

/**
 * Ids of leads in one order, and a jump forward: `seek(id)` answers the first at or after `id`. Streams of different
 * fields meet by jumping to each other's place (a zig-zag join), so `and` costs about what its rarest part costs.
 */
export interface Stream {
  seek(from: string): Promise<string | undefined>;
}

export interface Order {
  descending: boolean;
}

/** Before every id in an order. */
export const start = ({ descending }: Order): string => (descending ? 'led_\uffff' : '');

/** The place just after an id in an order. */
export function after(id: string, { descending }: Order): string {
  if (!descending) return `${id}\u0000`;
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}\uffff`;
}

const later = (one: string, other: string, { descending }: Order) =>
  descending ? (one < other ? one : other) : one > other ? one : other;
const sooner = (one: string, other: string, order: Order) => (later(one, other, order) === one ? other : one);

/** Entries fetched at once; more when the reading goes on in a row. */
const firstRead = 100;
const longestRead = 1_000;

/** The leads of one bucket that holds ids. */
export function bucketStream(bucket: string, order: Order): Stream {
  let buffer: string[] = [];
  let at = 0;
  let done = false;
  let size = firstRead;
  const reached = (id: string, from: string) => later(id, from, order) === id;
  const fill = async (from: string) => {
    const range = order.descending ? { to: from } : { from };
    const page = await readBucket(bucket, { ...range, descending: order.descending }, size);
    buffer = page.entries.map(({ leadId }) => leadId);
    at = 0;
    done = !page.more;
    size = Math.min(longestRead, size * 2);
  };
  return {
    async seek(from) {
      for (;;) {
        while (at < buffer.length && !reached(buffer[at]!, from)) at++;
        if (at < buffer.length) return buffer[at];
        if (done) return undefined;
        await fill(from);
        if (buffer.length === 0) return undefined;
      }
    },
  };
}

/** Leads that all streams have. */
function intersection(streams: readonly Stream[]): Stream {
  return {
    async seek(from) {
      let target = from;
      for (let agreed = 0, turn = 0; agreed < streams.length; turn++) {
        const id = await streams[turn % streams.length]!.seek(target);
        if (id === undefined) return undefined;
        agreed = id === target ? agreed + 1 : 1;
        target = id;
      }
      return target;
    },
  };
}

/** Leads that any of the streams has, each once. */
export function either(streams: readonly Stream[], order: Order): Stream {
  return {
    async seek(from) {
      const ids = await Promise.all(streams.map((stream) => stream.seek(from)));
      return ids.reduce<string | undefined>(
        (first, id) => (id === undefined ? first : first === undefined ? id : sooner(first, id, order)),
        undefined,
      );
    },
  };
}

/** Fields whose values have a bucket each; see entries.ts. */
const bucketFields = new Set(['status', 'ownerId', 'brand', 'source', 'state', 'importId', 'tags']);

function ofCondition({ field, op, value }: Condition, order: Order): Stream | undefined {
  if (!(bucketFields.has(field) || field.startsWith('custom.')) || (op !== 'is' && op !== 'in'))
    return undefined;
  const asked = Array.isArray(value) ? value : [value ?? null];
  const values = field === 'state' ? asked.flatMap((one) => spellingsOf(String(one ?? ''))) : asked;
  const buckets = values.map((one) => {
    if (field.startsWith('custom.') && !hasBucket(String(one))) return undefined;
    if (one !== null && one !== '') return valueBucket(field, String(one));
    return field === 'ownerId' ? valueBucket(field, nobody) : undefined;
  });
  // Who asks for a field that is empty, or for a long text, asks for what no bucket holds.
  if (buckets.some((bucket) => bucket === undefined)) return undefined;
  const streams = (buckets as string[]).map((bucket) => bucketStream(bucket, order));
  return streams.length === 1 ? streams[0] : either(streams, order);
}

/**
 * A stream that holds every lead which passes the filter, and perhaps others; undefined when no index narrows it.
 */
export function streamOf(filter: LeadFilter, order: Order): Stream | undefined {
  if ('all' in filter) {
    const parts = filter.all.flatMap((part) => streamOf(part, order) ?? []);
    return parts.length > 1 ? intersection(parts) : parts[0];
  }
  if ('any' in filter) {
    const parts = filter.any.map((part) => streamOf(part, order));
    if (parts.some((part) => part === undefined)) return undefined;
    return either(parts as Stream[], order);
  }
  return ofCondition(filter, order);
}

/** Every live lead. */
export const everyone = (order: Order): Stream => bucketStream(everyLive, order);
