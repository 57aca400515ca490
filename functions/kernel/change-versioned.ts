import { clock } from './clock.ts';
import { retryOnConflict, wasOvertaken } from './retry.ts';

/** What a stored thing has whose changes are counted. */
interface Versioned {
  /** From 1, one more with each change. */
  version: number;
  /** ISO 8601. */
  updatedAt: string;
}

export interface VersionedChange<T extends Versioned> {
  /** The thing as it is now. @throws 404 */
  read: () => Promise<T>;
  /** What becomes of it; whatever this throws is the caller's answer. */
  change: (before: T) => Partial<T> | Promise<Partial<T>>;
  /** Writes it under the condition that it is still as it was read. @throws `changedSince` where it is not */
  write: (before: T, after: T) => Promise<unknown>;
  /** The noun's answer to who comes too late: one object, thrown by its store. */
  changedSince: Error;
  /** The version that somebody has seen and changes; left out, the change is made to whatever is there. */
  version?: number | undefined;
}

/**
 * Changes a stored thing by one version. Where somebody else is quicker it is read and changed again, unless the caller
 * has seen a version: then the change was meant for that one alone.
 * @returns the thing as it was and as it is now
 * @throws `changedSince` where it is not of `version`; and what `read`, `change` and `write` throw
 */
export const changeVersioned = <T extends Versioned>({
  read,
  change,
  write,
  changedSince,
  version,
}: VersionedChange<T>): Promise<{ before: T; after: T }> =>
  retryOnConflict(
    async () => {
      const before = await read();
      if (version !== undefined && version !== before.version) throw changedSince;
      const changes = await change(before);
      const after = { ...before, ...changes, version: before.version + 1, updatedAt: clock.iso() };
      await write(before, after);
      return { before, after };
    },
    {
      // What is written beside it may be overtaken as well, and no version speaks of that.
      isOvertaken: (error) => wasOvertaken(error) || (error === changedSince && version === undefined),
    },
  );
