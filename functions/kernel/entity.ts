import { Entity } from 'electrodb';
import type { z } from 'zod';
import { tenantOf } from './actor.ts';
import { dueAttributes } from './due.ts';
import type { Change, Guard, IndexLayout, KeyLayout, Query, ReadOptions } from './entity-types.ts';
import { keys } from './partitions.ts';
import { isSharingReads, keepAhead, takeAhead } from './shared-reads.ts';
import { connection, decisive, model, orElse, readEvery } from './table.ts';

/*
 * How a stored thing is declared, and what can be done with it then:
 *
 *   const Views = entity('leadView', {
 *     fields: z.object({ viewId: z.string(), name: z.string(), version: z.number() }),
 *     key: { partition: [], sort: ['viewId'] },
 *   });
 *   type StoredView = Stored<typeof Views>;
 *
 *   await Views.find({ viewId });                                       // or undefined
 *   await Views.all('key');                                             // every view of the tenant
 *   await commit(Views.insert(view), event('view.created', …));
 *   await commit(Views.put(after, ifVersion(before.version, changedSince)));
 *
 * The tenant is the actor's: it begins each partition and is never named. `insert`, `put`, `remove` and a change's
 * `params()` are writes for `commit`, or, where there is but one, for `writeOne`.
 */

type Fields = z.ZodObject;
type Field<F extends Fields> = Extract<keyof z.output<F>, string>;

interface Declaration<F extends Fields, K, I> {
  /**
   * What is stored. A field that is null is left out of the table and read as null; one that has a default is read as
   * that where an earlier version did not write it.
   */
  fields: F;
  key: K;
  indexes?: I;
  /** Fields that are sets of texts in the table, which two writers may add to at once; arrays here. */
  sets?: readonly Field<F>[];
  /** Numbers that stand in a key with so many digits, so that they are sorted as numbers. */
  padded?: Partial<Record<Field<F>, number>>;
  /** Its items may be due (functions/kernel/due.ts): `dueAt(…)` is written with them. */
  due?: true;
}

/** The fields of an item that a key names. */
type Part<T, L, P extends 'partition' | 'sort'> =
  L extends Record<P, readonly (infer N)[]> ? Pick<T, Extract<N, keyof T>> : never;
/** A partition that holds nothing but the tenant is not named. The first fields of the sort key narrow it down. */
type PartitionArgument<P, S = object> = keyof P extends never
  ? [partition?: Partial<S>]
  : [partition: P & Partial<S>];
type Within<T, L> = PartitionArgument<Part<T, L, 'partition'>, Part<T, L, 'sort'>>;

/** Refuses a write with `error` when the stored version is not the one that was read; 0 stands for none at all. */
export const ifVersion = (version: number, error?: Error): Guard<{ version: number }> => ({
  where: (at, { eq, notExists }) => (version === 0 ? notExists(at.version) : eq(at.version, version)),
  error,
});

/** Refuses a write with `error` when there is nothing stored under its key. */
export const ifThere = (error?: Error): Guard<object> => ({
  where: (at, { exists }) => exists((at as { tenantId: number }).tenantId),
  error,
});

/** What `dueAt` answers, and what takes the place of a due item away. */
type Due = { duepk?: string; duesk?: string };
type Item<T> = T & Due;

/** What this file uses of an ElectroDB entity: its own types know the attributes that it declares one by one. */
interface Electro {
  query: Record<string, (partition: object) => Query<unknown>>;
  get(keys: object[]): {
    go(options: object): Promise<{ data: unknown[]; unprocessed: object[] }>;
  };
  get(key: object): { go(options: object): Promise<{ data: unknown }>; params(): object };
  create(item: object): Refusable;
  put(items: object[]): { go(options: object): Promise<{ unprocessed: object[] }> };
  put(item: object): Refusable;
  delete(keys: object[]): { go(options: object): Promise<{ unprocessed: object[] }> };
  delete(key: object): Refusable;
  patch(key: object): Change<never>;
  update(key: object): Change<never>;
  upsert(key: object): Change<never>;
}

interface Refusable {
  where(condition: never): Refusable;
  params(): object;
}

type Type = z.core.$ZodType;
const definitionOf = (field: Type) =>
  field._zod.def as { type: string; innerType?: Type; defaultValue?: unknown };

interface Attribute {
  type: string;
  required: boolean;
  items?: string;
  padding?: { length: number; char: string };
}

/** The ElectroDB type of a field; what is not one value goes into the table as it is. */
function attributeOf(field: Type): Attribute {
  const { type, innerType } = definitionOf(field);
  if (innerType) return { ...attributeOf(innerType), required: false };
  if (type === 'string' || type === 'number' || type === 'boolean') return { type, required: true };
  return { type: type === 'enum' ? 'string' : 'any', required: true };
}

/** What stands for a field that was left out: null or its default; undefined where it is optional. */
function absent(field: Type): unknown {
  const { type, innerType, defaultValue } = definitionOf(field);
  if (type === 'nullable') return null;
  return type === 'default' ? defaultValue : innerType && absent(innerType);
}

const layoutOf = ({
  index,
  partition,
  sort,
  casing,
  retired,
  onlyWith,
}: Partial<IndexLayout> & KeyLayout) => {
  const at = keys[index ?? 'primary'];
  const isIn = onlyWith && ((item: Record<string, unknown>) => Boolean(item[onlyWith]));
  const condition = retired ? () => false : isIn;
  return {
    ...(index ? { index } : {}),
    ...(condition ? { condition } : {}),
    pk: { ...at.pk, composite: ['tenantId', ...partition] },
    sk: { ...at.sk, composite: sort, ...(casing ? { casing } : {}) },
  };
};

const guarded = <T>(operation: Refusable, guard?: Guard<T>): object => {
  const write = (guard ? operation.where(guard.where as never) : operation).params();
  return guard?.error ? orElse(write, guard.error) : write;
};

/** Declares a stored thing. `name` is a part of its keys: it never changes. */
export function entity<
  F extends Fields,
  const K extends KeyLayout<Field<F>>,
  const I extends Record<string, IndexLayout<Field<F>>> = Record<never, never>,
>(name: string, declaration: Declaration<F, K, I>) {
  type T = z.output<F>;
  type Key = Part<T, K, 'partition'> & Part<T, K, 'sort'>;
  type Indexes = { key: K } & I;

  const { fields, key, indexes = {}, sets = [], padded = {}, due } = declaration;
  const shape = Object.entries(fields.shape) as [string, Type][];
  const attributes = Object.fromEntries(shape.map(([field, type]) => [field, attributeOf(type)]));
  for (const field of sets) attributes[field] = { ...attributes[field]!, type: 'set', items: 'string' };
  for (const [field, length] of Object.entries<number | undefined>(padded))
    attributes[field] = { ...attributes[field]!, padding: { length: length!, char: '0' } };
  const absentValues = shape.map(([field, type]) => [field, absent(type)] as const);
  const fill = Object.fromEntries(absentValues.filter(([, value]) => value !== undefined));

  const electro = new Entity(
    {
      model: model(name),
      attributes: {
        tenantId: { type: 'number', required: true, hidden: true },
        ...attributes,
        ...(due ? dueAttributes : {}),
      },
      indexes: {
        key: layoutOf(key),
        ...Object.fromEntries(
          Object.entries<IndexLayout>(indexes).map(([index, layout]) => [index, layoutOf(layout)]),
        ),
      },
    } as never,
    connection,
  ) as unknown as Electro;

  const read = (stored: unknown): T => ({ ...fill, ...(stored as object) }) as T;
  const ofTenant = <O extends object>(item: O) => ({ ...item, tenantId: tenantOf() });
  const stored = (item: object) =>
    ofTenant(Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)));

  const keyFields = [...key.partition, ...key.sort] as Field<F>[];
  /** A name of where one lies, which costs less than its keys. */
  const placeOf = (at: object): string =>
    JSON.stringify([tenantOf(), name, ...keyFields.map((field) => (at as Record<string, unknown>)[field])]);
  /** Whoever writes one has read it; what was read ahead of it is not to be believed any more. */
  const forgetAhead = <O extends object>(at: O): O => {
    if (isSharingReads()) takeAhead(placeOf(at));
    return at;
  };

  const readMany = async (wanted: readonly Key[], options: object): Promise<T[]> => {
    const data = await readEvery(wanted.map(ofTenant) as object[], (some) =>
      electro.get(some).go({ ...decisive, ...options }),
    );
    return data.map(read);
  };

  const reading = (query: Query<unknown>): Query<T> => ({
    begins: (sort) => reading(query.begins(sort)),
    gt: (sort) => reading(query.gt(sort)),
    gte: (sort) => reading(query.gte(sort)),
    lt: (sort) => reading(query.lt(sort)),
    lte: (sort) => reading(query.lte(sort)),
    between: (from, to) => reading(query.between(from, to)),
    where: (condition) => reading(query.where(condition as never)),
    async go(options) {
      const { data, cursor } = await query.go(options);
      return { data: data.map(read), cursor };
    },
  });

  const changing = (change: Change<never>): Change<Item<T>> => ({
    set(some) {
      const gone = Object.entries(some).flatMap(([field, value]) => (value === null ? [field] : []));
      const set = Object.fromEntries(Object.entries(some).filter(([field]) => !gone.includes(field)));
      const changed = Object.keys(set).length > 0 ? change.set(set as never) : change;
      return changing(gone.length > 0 ? changed.remove(gone as never) : changed);
    },
    add: (some) => changing(change.add(some as never)),
    append: (some) => changing(change.append(some as never)),
    ifNotExists: (some) => changing(change.ifNotExists(some as never)),
    composite: (some) => changing(change.composite(some as never)),
    delete: (some) => changing(change.delete(some as never)),
    remove: (names) => changing(change.remove(names as never)),
    where: (condition) => changing(change.where(condition as never)),
    params: (guard) => guarded(change, guard as never),
    async go(options) {
      const { data } = await change.go(options);
      return { data: read(data) };
    },
  });

  const query = <N extends Extract<keyof Indexes, string>>(
    index: N,
    ...[partition]: Within<T, Indexes[N]>
  ): Query<T> => reading(electro.query[index]!(ofTenant(partition ?? {})));

  return {
    /** As it stands in the table at this moment. */
    async find(at: Key, options: { attributes?: Field<F>[] } = {}): Promise<T | undefined> {
      const ahead = isSharingReads() ? takeAhead(placeOf(at)) : undefined;
      if (ahead) return ahead.item as T | undefined;
      const { data } = await electro.get(ofTenant(at)).go({ consistent: true, ...options });
      return data ? read(data) : undefined;
    },
    /** Those of them that are there, in any order. */
    async findMany(wanted: readonly Key[], options: { attributes?: Field<F>[] } = {}): Promise<T[]> {
      if (!isSharingReads()) return readMany(wanted, options);
      const kept = wanted.map((at) => ({ at, ahead: takeAhead(placeOf(at)) }));
      const rest = kept.flatMap(({ at, ahead }) => (ahead ? [] : [at]));
      const found = kept.flatMap(({ ahead }) => (ahead?.item ? [ahead.item as T] : []));
      return rest.length > 0 ? [...found, ...(await readMany(rest, options))] : found;
    },
    /** Reads some for the `find`s that follow within `sharingReads`, in one request for all of them. */
    async readAhead(wanted: readonly Key[]): Promise<T[]> {
      const places = wanted.map(placeOf);
      const items = await readMany(wanted, {});
      const found = new Map(items.map((item) => [placeOf(item as object), item]));
      // Asked for in other capitals than it is stored with: nobody can say then which of them are not there.
      const isKnown = [...found.keys()].every((place) => places.includes(place));
      if (isKnown) for (const place of places) keepAhead(place, found.get(place));
      return items;
    },
    /** Of the table's own key, or of an index; `begins`, `gte` … and `go` follow. */
    query,
    /** Everything of a partition; of the table's own key as it stands at this moment. */
    async all<N extends Extract<keyof Indexes, string>>(
      index: N,
      ...[partition, options]: [...Within<T, Indexes[N]>, options?: ReadOptions]
    ): Promise<T[]> {
      const consistent = index === 'key';
      const { data } = await query(index, ...([partition] as never)).go({
        pages: 'all',
        consistent,
        ...options,
      });
      return data;
    },
    /** The write of a new one; refused, with the guard's error, when it is there already. */
    insert: (item: Item<T>, error?: Error): object => {
      const write = electro.create(stored(forgetAhead(item))).params();
      return error ? orElse(write, error) : write;
    },
    /** The write of a whole item, new or not. */
    put: (item: Item<T>, guard?: Guard<T>): object => guarded(electro.put(stored(forgetAhead(item))), guard),
    /** The write that takes one away; of one that is not there it does nothing. */
    remove: (at: Key, guard?: Guard<T>): object => guarded(electro.delete(ofTenant(forgetAhead(at))), guard),
    /** Lets the transaction that it is a part of through only where the guard's condition holds. */
    check: (at: Key, guard: Guard<T>): object => {
      const check = {
        ...electro
          .delete(ofTenant(at))
          .where(guard.where as never)
          .params(),
        CheckOnly: true,
      };
      return guard.error ? orElse(check, guard.error) : check;
    },
    /** Writes many whole items, new or not, without a transaction. @throws when the table did not take all of them */
    async putEvery(items: readonly Item<T>[]): Promise<void> {
      if (items.length === 0) return;
      const { unprocessed } = await electro.put(items.map(stored) as object[]).go({ concurrency: 4 });
      if (unprocessed.length > 0) throw new Error('The table is too busy to take all of them.');
    },
    /** Takes many away at once, without a condition or a transaction. */
    async removeEvery(gone: readonly Key[]): Promise<void> {
      await readEvery(gone.map(ofTenant) as object[], async (some) => {
        const { unprocessed } = await electro.delete(some).go({ concurrency: decisive.concurrency });
        return { data: [], unprocessed };
      });
    },
    /** Where one lies in the table. */
    keyOf: (at: Key): { pk: string; sk: string } =>
      (electro.get(ofTenant(at)).params() as { Key: { pk: string; sk: string } }).Key,
    /** A change of some fields of one that is there. */
    patch: (at: Key): Change<Item<T>> => changing(electro.patch(ofTenant(forgetAhead(at)))),
    /** A change of some fields; one that is not there is made of them, so all but optional ones are given. */
    upsert: (at: Key): Change<Item<T>> => changing(electro.upsert(ofTenant(forgetAhead(at)))),
    /** A change of some fields, whatever is there: others may be missing after it. */
    update: (at: Key): Change<Item<T>> => changing(electro.update(ofTenant(forgetAhead(at)))),
  };
}

/** What an entity holds. */
export type Stored<E extends { find: (key: never) => Promise<unknown> }> = Exclude<
  Awaited<ReturnType<E['find']>>,
  undefined
>;
