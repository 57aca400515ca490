import { AsyncLocalStorage } from 'node:async_hooks';
import { tenantOf } from './actor.ts';

/*
 * A step that texts many people asks for the same settings for each of them. Within one, what was read stands for all of
 * it: a second or two, in which nothing is changed. Whatever holds for one person only is read for each, but in one
 * request for all of them, ahead of the step (`Entity.readAhead`): it serves the first who asks for it, once.
 */
interface Shared {
  once: Map<string, Promise<unknown>>;
  ahead: Map<string, { item: unknown; readAt: number }>;
}
const storage = new AsyncLocalStorage<Shared>();

/** What was read ahead is as good as read now for so long, by the real clock; ms. */
const aheadMs = 3_000;

/** Does a short piece of work in which `readOnce` reads each thing once, and what was read ahead serves `find`. */
export const sharingReads = <T>(work: () => Promise<T>): Promise<T> =>
  storage.run({ once: new Map(), ahead: new Map() }, work);

/**
 * Reads something of the actor's tenant; within `sharingReads` once, and else each time. What is answered is shared, and
 * so is not to be changed. A read that fails is not kept.
 */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const shared = storage.getStore()?.once;
  if (!shared) return read();
  const key = `${tenantOf()} ${name}`;
  const known = shared.get(key) as Promise<T> | undefined;
  if (known) return known;
  const reading = read();
  shared.set(key, reading);
  reading.catch(() => shared.delete(key));
  return reading;
}

/** Whether a piece of work that shares reads is going on. */
export const isSharingReads = (): boolean => storage.getStore() !== undefined;

/** Keeps an item, or that there is none, for the first who asks for it within this piece of work. */
export function keepAhead(place: string, item: unknown): void {
  storage.getStore()?.ahead.set(place, { item, readAt: Date.now() });
}

/** What was read ahead of a place, and takes it away: whoever asks again reads it. */
export function takeAhead(place: string): { item: unknown } | undefined {
  const ahead = storage.getStore()?.ahead;
  const kept = ahead?.get(place);
  if (!kept) return undefined;
  ahead!.delete(place);
  return Date.now() - kept.readAt < aheadMs ? kept : undefined;
}
