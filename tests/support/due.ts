import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type DueKind, type DueWork, lookAt } from '#functions/kernel/due.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { client, tableName } from '#functions/kernel/table.ts';
import { readDue } from '#functions/sweeper/read-due.ts';
import { eventually } from './eventually.ts';
import type { timeTravel } from './time.ts';

type Kinds = Partial<Record<DueKind, Pick<DueWork, 'look'>>>;

/**
 * The sweeper's minute for the actor's tenant and some kinds of work: `sweepDue({ export: exportWork })`.
 * @param atOnce how many items are looked at at the same time; the sweeper takes eight of a tenant
 * @returns how many were looked at
 */
export async function sweepDue(kinds: Kinds, atOnce = 1): Promise<number> {
  const { entries } = await readDue(clock.iso());
  const own = entries.filter(({ tenantId, kind }) => tenantId === tenantOf() && kinds[kind as DueKind]);
  let looked = 0;
  for (let first = 0; first < own.length; first += atOnce) {
    const outcomes = await Promise.all(
      own.slice(first, first + atOnce).map(async (entry) => {
        let cause: unknown;
        const noted = (error: unknown) => {
          cause = error;
          throw error;
        };
        const { look } = kinds[entry.kind as DueKind]!;
        const outcome = await lookAt(entry, { look: (id) => look(id).catch(noted) });
        if (outcome === 'failed') throw new Error(`The look at ${entry.kind} ${entry.id} failed.`, { cause });
        return outcome;
      }),
    );
    looked += outcomes.filter((outcome) => outcome === 'looked').length;
  }
  return looked;
}

/** The index of what is due tells of a write so much later at most; ms. */
const indexLagMs = 60;

/** Until the index has told of what was written, on a machine that is not busy beyond measure. */
export const indexTold = (): Promise<void> => new Promise((done) => setTimeout(done, indexLagMs));

/**
 * Until the index of what is due has told of an item of the actor's tenant as it is stored. On a busy machine it may take
 * half a second and more, and a sweep before that looks at nothing: it finds the item at a place where it is no longer.
 */
export async function indexToldOf(of: DueKind, id: string, sk: string): Promise<void> {
  const Key = { pk: partitionOf('').slice(0, -1), sk };
  await eventually(async () => {
    const { Item } = await client.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
    const { entries } = await readDue('9');
    const places = entries.flatMap(({ tenantId, kind, id: own, duesk }) =>
      tenantId === tenantOf() && kind === of && own === id ? [duesk] : [],
    );
    expect(places).toEqual(Item?.duesk ? [Item.duesk] : []);
  });
}

/** Minutes of the sweeper for a tenant, one after another, with what its work leaves to others done in between. */
export async function sweepMinutes(
  count: number,
  { kinds, clock, inTenant, between }: SweptMinutes,
): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await indexTold();
    await inTenant(() => sweepDue(kinds));
    if (between) await inTenant(between);
    clock.forward({ minutes: 1 });
  }
}

interface SweptMinutes {
  kinds: Kinds;
  clock: Pick<ReturnType<typeof timeTravel>, 'forward'>;
  inTenant: <T>(work: () => Promise<T>) => Promise<T>;
  between?: () => Promise<void>;
}

/** Sweeps until so many items were looked at: the index tells of them some milliseconds late. */
export async function sweepItems(count: number, kinds: Kinds): Promise<void> {
  let looked = 0;
  await eventually(async () => {
    looked += await sweepDue(kinds);
    expect(looked).toBe(count);
  });
}

/** What of a kind is to be looked at some day, of the actor's tenant. */
export async function dueIds(of: DueKind): Promise<string[]> {
  const { entries } = await readDue('9');
  return entries.flatMap(({ tenantId, kind, id }) => (tenantId === tenantOf() && kind === of ? [id] : []));
}

/** Waits until nothing of a kind is to be looked at any more: the index tells of a removal some milliseconds late. */
export const expectNoneDue = (of: DueKind): Promise<void> =>
  eventually(async () => expect(await dueIds(of)).toEqual([]));
