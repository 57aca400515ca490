import { same } from './same.ts';

/** Free maps of an element: two people may change two of their keys without being in each other's way. */
const maps = new Set(['styles', 'properties', 'metadata', 'constraints']);
/** What a change is never made of. */
const ownOfRecord = new Set(['id', 'version']);

type Fields = Record<string, unknown>;

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One changed place: a field, or a key of one of the free maps. `undefined` stands for a key that is gone. */
interface Place {
  field: string;
  key?: string;
  value: unknown;
}

const placeName = ({ field, key }: Place) => (key === undefined ? field : `${field}.${key}`);

function placesOf(base: object, changed: object): Place[] {
  const from = base as Fields;
  const to = changed as Fields;
  const places: Place[] = [];
  for (const field of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (ownOfRecord.has(field) || same(from[field], to[field])) continue;
    const [before, after] = [from[field], to[field]];
    if (!maps.has(field) || !isMap(before) || !isMap(after)) places.push({ field, value: after });
    else {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (!same(before[key], after[key])) places.push({ field, key, value: after[key] });
      }
    }
  }
  return places;
}

function put<T extends object>(target: T, places: readonly Place[]): T {
  if (places.length === 0) return target;
  const result: Fields = { ...(target as Fields) };
  for (const { field, key, value } of places) {
    if (key === undefined) result[field] = value;
    else {
      const map: Fields = { ...(result[field] as Fields) };
      if (value === undefined) delete map[key];
      else map[key] = value;
      result[field] = map;
    }
  }
  return result as T;
}

/** Makes the change from `base` to `changed` on another state of the same thing; its id and version stay. */
export function overlay<T extends object>(base: T, changed: T): (target: T) => T {
  const places = placesOf(base, changed);
  return (target) => put(target, places);
}

/** Lays the change from `base` to `changed` under a target that was itself changed from `from`: the target wins. */
export function underlay<T extends object>(change: { base: T; changed: T }, target: T, from: T): T {
  const taken = new Set(placesOf(from, target).map(placeName));
  return put(
    target,
    placesOf(change.base, change.changed).filter((place) => !taken.has(placeName(place))),
  );
}

/**
 * Two changes of one state as one, where they are in different places or alike.
 * @returns undefined where both changed the same place to something else: a person has to decide then
 */
export function merge<T extends object>(base: T, mine: T, theirs: T): T | undefined {
  const others = new Map(placesOf(base, theirs).map((place) => [placeName(place), place]));
  const own = placesOf(base, mine);
  const clash = own.some((place) => {
    const other = others.get(placeName(place));
    return other !== undefined && !same(other.value, place.value);
  });
  return clash ? undefined : put(theirs, own);
}
