import { AsyncLocalStorage } from 'node:async_hooks';
import { tenantOf } from './actor.ts';

/*
 * A step that texts many people asks for the same settings for each of them. Within one, what was read stands for all of
 * it: a second or two, in which nothing is changed. Whatever holds for one person only is read for each.
 */
const storage = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** Does a short piece of work in which `readOnce` reads each thing once. */
export const sharingReads = <T>(work: () => Promise<T>): Promise<T> => storage.run(new Map(), work);

/**
 * Reads something of the actor's tenant; within `sharingReads` once, and else each time. What is answered is shared, and
 * so is not to be changed. A read that fails is not kept.
 */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const shared = storage.getStore();
  if (!shared) return read();
  const key = `${tenantOf()} ${name}`;
  const known = shared.get(key) as Promise<T> | undefined;
  if (known) return known;
  const reading = read();
  shared.set(key, reading);
  reading.catch(() => shared.delete(key));
  return reading;
}
