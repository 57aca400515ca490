import { createHash } from 'node:crypto';
import { AppError } from '#functions/kernel/errors.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import {
  ConditionFailed,
  commit,
  maxTransactionItems,
  readPartition,
  tableName,
} from '#functions/kernel/table.ts';

/**
 * Where the counters of leads are stored. A write to an item is paid by the whole item's size, so the counters are
 * spread over many small items:
 *
 * | sort key | holds | one for each |
 * |---|---|---|
 * | `metrics#<turn>` | total, statuses, funnel, deal amounts | lead hash |
 * | `owner#<id>#<turn>` | `all` and `s:<status>` of one owner | owner and lead hash |
 * | `names#<bucket>#<turn>` | tags, sources, brands | name hash and lead hash |
 * | `mixed#<turn>` | whatever a transaction had no room for | lead hash |
 *
 * The lead hash (the turn) lets transactions of several leads go on side by side: two cannot write one item at the
 * same instant. A counter is the sum of its parts in all items, so a part may be negative.
 */

/** A change of counters: name → by how much. */
export type Counts = Map<string, number>;

/** Partition keys that the items are spread over: one takes 1,000 write units a second. */
const partitions = 8;
/** Lead hashes of each kind of item. All leads change the metrics, few at an instant those of one owner. */
const turns = { metrics: 16, owner: 4, names: 8, mixed: 16 } as const;
/** Items of a turn that names are spread over; some 50 names fill 1 KB. */
const nameBuckets = 16;

interface Item {
  pk: string;
  sk: string;
}

const byteHash = (text: string): number => createHash('sha1').update(text).digest()[0]!;

/** The item of a kind for a lead's hash. `stem` is what names it beside the kind, such as an owner's id. */
function itemOf(kind: keyof typeof turns, stem: string, hash: number): Item {
  const turn = hash % turns[kind];
  const partition = (byteHash(stem) + turn) % partitions;
  return {
    pk: partitionOf(`leadcounts#${partition}`),
    sk: [kind, ...(stem ? [stem] : []), String(turn).padStart(2, '0')].join('#'),
  };
}

/** The item that has a counter, and what the counter is called there. */
function placeOf(name: string, hash: number): { item: Item; attribute: string } {
  const kind = name.slice(0, name.indexOf(':'));
  const rest = name.slice(kind.length + 1);
  switch (kind) {
    case 'owner':
      return { item: itemOf('owner', rest, hash), attribute: 'all' };
    case 'owned': {
      const [owner = '', status = ''] = rest.split('/');
      return { item: itemOf('owner', owner, hash), attribute: `s:${status}` };
    }
    case 'tag':
    case 'source':
    case 'brand':
      return { item: itemOf('names', String(byteHash(name) % nameBuckets), hash), attribute: name };
    default:
      return { item: itemOf('metrics', '', hash), attribute: name };
  }
}

/** What an attribute of an item counts; undefined for a key or anything else that is not a counter. */
function counterName(sk: string, attribute: string): string | undefined {
  if (sk.startsWith('owner#')) {
    const owner = sk.slice('owner#'.length, sk.lastIndexOf('#'));
    if (attribute === 'all') return `owner:${owner}`;
    return attribute.startsWith('s:') ? `owned:${owner}/${attribute.slice(2)}` : undefined;
  }
  return attribute.includes(':') ? attribute : undefined;
}

/** Amounts of money are decimals: what binary fractions leave over must not add up in the table. */
const exact = (amount: number) => Number(amount.toFixed(6));

/** The attributes to add to, by item. */
type Additions = Map<string, { item: Item; by: Map<string, number> }>;

function additionsOf(counts: Counts, hash: number, place = placeOf): Additions {
  const additions: Additions = new Map();
  for (const [name, amount] of counts) {
    const by = exact(amount);
    if (by === 0) continue;
    const { item, attribute } = place(name, hash);
    const addition = additions.get(item.sk) ?? { item, by: new Map() };
    additions.set(item.sk, addition);
    addition.by.set(attribute, by);
  }
  return additions;
}

/** Counters under their own names in one item, for a transaction without room for more. */
const mixedPlace: typeof placeOf = (name, hash) => ({ item: itemOf('mixed', '', hash), attribute: name });

/** Counts the changes of an item, so that names are only dropped from the item that was read. */
const changes = 'changes';

function addition({ item, by }: { item: Item; by: Map<string, number> }): object {
  const added = [...by, [changes, 1] as const];
  return {
    TableName: tableName(),
    Key: item,
    UpdateExpression: `ADD ${added.map((_, n) => `#c${n} :c${n}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(added.map(([name], n) => [`#c${n}`, name])),
    ExpressionAttributeValues: Object.fromEntries(added.map(([, amount], n) => [`:c${n}`, amount])),
  };
}

/**
 * The writes that add to the counters, none when there is nothing to add. `id` chooses the lead hash: the same lead
 * always comes to the same items. Where the writes are more than `room`, all goes into one item.
 */
export function addingCounts(counts: Counts, id: string, room: number = maxTransactionItems): object[] {
  const hash = byteHash(id);
  const additions = additionsOf(counts, hash);
  const fitting = additions.size <= room ? additions : additionsOf(counts, hash, mixedPlace);
  return [...fitting.values()].map(addition);
}

/** How many writes `addingCounts` makes where there is room for them. */
export const countWrites = (counts: Counts, id: string): number => additionsOf(counts, byteHash(id)).size;

/** A part of a counter: what one item has of it, at a change of the item. */
interface Part {
  item: Item;
  attribute: string;
  by: number;
  at: number;
}

async function readParts(pk: string): Promise<[string, Part][]> {
  return (await readPartition(pk)).flatMap(({ pk: _, sk: key, ...attributes }) => {
    const sk = String(key);
    const at = Number(attributes[changes]);
    return Object.entries(attributes).flatMap(([attribute, by]): [string, Part][] => {
      const name = counterName(sk, attribute);
      if (name === undefined || typeof by !== 'number') return [];
      return [[name, { item: { pk, sk }, attribute, by, at }]];
    });
  });
}

/**
 * All counters by name, those at zero left out. Earlier versions kept the counters in 16 larger items of one partition,
 * `shard_00` to `shard_15`: they are added to the others and never written again.
 */
export async function readLeadCounts(): Promise<Counts> {
  const [early, ...parts] = await Promise.all([
    readParts(partitionOf('leadcounts')),
    ...Array.from({ length: partitions }, (_, n) => readParts(partitionOf(`leadcounts#${n}`))),
  ]);
  const counts: Counts = new Map();
  const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const partsOf = new Map<string, Part[]>();
  for (const [name, { by }] of early) add(name, by);
  for (const [name, part] of parts.flat()) {
    add(name, part.by);
    const known = partsOf.get(name);
    if (known) known.push(part);
    else partsOf.set(name, [part]);
  }
  for (const [name, by] of counts) if (exact(by) === 0) counts.delete(name);
  const zeros = [...partsOf].filter(([name, some]) => isOpenEnded(name) && exact(sumOf(some)) === 0);
  await dropZeros(zeros.map(([, some]) => some));
  return counts;
}

/** There may be any number of such names, unlike statuses, whose counters stay: all changes meet in their items. */
const isOpenEnded = (name: string): boolean => /^(?:tag|source|brand|owner|owned):/.test(name);

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { by }) => sum + by, 0);

/** Names that one write takes out: an expression has at most 4 KB. */
const namesAtOnce = 250;
/** Transactions that one read makes; what is left, the next read drops. */
const dropsAtOnce = 24;
const dropsSideBySide = 4;

/**
 * Takes counters out of their items whose parts add up to zero, such as tags that nobody has any more; otherwise the
 * items would grow with every tag that ever was.
 */
async function dropZeros(zeros: readonly Part[][]): Promise<void> {
  const ofSameItems = Map.groupBy(zeros, (parts) => parts.map(({ item }) => item.sk).join(' '));
  const batches: Part[][][] = [];
  for (const some of ofSameItems.values())
    for (let at = 0; at < some.length; at += namesAtOnce) batches.push(some.slice(at, at + namesAtOnce));
  const next = batches.slice(0, dropsAtOnce).values();
  await Promise.all(
    Array.from({ length: dropsSideBySide }, async () => {
      for (const batch of next) await drop(batch.flat());
    }),
  );
}

/** Drops parts in one transaction; none of them when one of their items has changed since it was read. */
async function drop(parts: readonly Part[]): Promise<void> {
  const removals = [...Map.groupBy(parts, ({ item }) => item.sk).values()].map((some) => ({
    TableName: tableName(),
    Key: some[0]!.item,
    UpdateExpression: `REMOVE ${some.map((_, n) => `#c${n}`).join(', ')}`,
    ConditionExpression: '#changes = :at',
    ExpressionAttributeNames: {
      '#changes': changes,
      ...Object.fromEntries(some.map(({ attribute }, n) => [`#c${n}`, attribute])),
    },
    ExpressionAttributeValues: { ':at': some[0]!.at },
  }));
  try {
    await commit(removals);
  } catch (error) {
    // Somebody counts in these items at this moment; a later read tries again.
    if (!(error instanceof ConditionFailed || error instanceof AppError)) throw error;
  }
}
