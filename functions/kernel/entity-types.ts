/* What is said of a stored thing and asked of it (entity.ts). */

/** Where an item lies: what its partition's key holds after the tenant, and what it is sorted by there. */
export interface KeyLayout<Name extends string = string> {
  partition: readonly Name[];
  sort: readonly Name[];
  /** 'none' where the sort key tells small letters from capitals; ElectroDB writes keys in small letters else. */
  casing?: 'none';
}

export interface IndexLayout<Name extends string = string> extends KeyLayout<Name> {
  index: 'gsi1' | 'gsi2' | 'gsi3';
  /** Nothing is written into it any more; items of earlier versions lie there. */
  retired?: true;
  /** Only items whose field of this name is not empty lie in it; each write of its fields names all of them. */
  onlyWith?: Name;
}

/** A condition on what is stored, as ElectroDB takes it. */
export type Condition<T> = (
  at: { [Name in keyof T]-?: T[Name] },
  op: Record<
    'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'begins' | 'contains',
    (name: unknown, value: unknown) => string
  > &
    Record<'exists' | 'notExists', (name: unknown) => string>,
) => string;

/** What has to hold for a write, and what `commit` throws where it does not. */
export interface Guard<T> {
  where: Condition<T>;
  error?: Error;
}

export interface ReadOptions {
  order?: 'asc' | 'desc';
  /** Items of one read. */
  limit?: number;
  /** With `pages: 'all'`: items in all. */
  count?: number;
  consistent?: boolean;
  /** Only these fields are read. */
  attributes?: string[];
  data?: 'includeKeys';
}

export interface Query<T> {
  begins(sort: Partial<T>): Query<T>;
  gt(sort: Partial<T>): Query<T>;
  gte(sort: Partial<T>): Query<T>;
  lt(sort: Partial<T>): Query<T>;
  lte(sort: Partial<T>): Query<T>;
  between(from: Partial<T>, to: Partial<T>): Query<T>;
  where(condition: Condition<T>): Query<T>;
  /** One read: a page from `cursor` on, or with `pages: 'all'` everything. */
  go(
    options?: ReadOptions & { pages?: 'all'; cursor?: string | null },
  ): Promise<{ data: T[]; cursor: string | null }>;
}

/** A change of some fields of an item; what is set to null is taken away. */
export interface Change<T> {
  set(fields: Partial<T>): Change<T>;
  add(fields: Partial<T>): Change<T>;
  /** Adds to the end of lists. */
  append(fields: Partial<T>): Change<T>;
  /** Sets fields that are not there yet. */
  ifNotExists(fields: Partial<T>): Change<T>;
  /** Fields as they stand that an index's key is made of beside those which change; refused where they differ. */
  composite(fields: Partial<T>): Change<T>;
  /** Of a set of texts: takes these out. */
  delete(fields: { [Name in keyof T]?: unknown }): Change<T>;
  remove(names: readonly (Extract<keyof T, string> | 'duepk' | 'duesk')[]): Change<T>;
  where(condition: Condition<T>): Change<T>;
  params(guard?: Guard<T>): object;
  go(options?: { response: 'all_new' | 'all_old' | 'updated_new' | 'updated_old' }): Promise<{ data: T }>;
}
