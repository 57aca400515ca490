import type { Job } from '#shared/model/job.ts';
import type { Permission } from '#shared/model/permissions.ts';
import { seesWorkOf } from './actor.ts';
import { firstThat } from './paging.ts';

/* How a noun's own work that takes a while (an import, a blast) comes into the list of all of it, functions/jobs. */

/** A place in the list: it is sorted by when work began, newest first. */
export interface JobPlace {
  /** ISO 8601. */
  at: string;
  id: string;
}

/** Work that began from an instant on, and before a place. */
export interface JobRange {
  /** ISO 8601. */
  from: string;
  before: JobPlace;
  limit: number;
}

export interface JobSource {
  /** What the noun's own list asks for; whoever has it not is shown none. */
  permission: Permission;
  /** Of these the newest that the caller may see, newest first. */
  newest(range: JobRange): Promise<Job[]>;
}

type Options = { cursor: string | null; limit: number; order: 'desc' };

/** The newest items of an index by time that the caller may see. */
export const newestOf = <T>(
  read: (options: Options) => Promise<{ data: T[]; cursor: string | null }>,
  idOf: (item: T) => string,
  maySee: (item: T) => boolean,
  { before, limit }: JobRange,
): Promise<T[]> =>
  firstThat(
    (options) => read({ ...options, order: 'desc' }),
    // The index gives the place itself once more.
    (item) => idOf(item) !== before.id && maySee(item),
    limit,
  );

interface Work<T> {
  permission: Permission;
  /** The query of the index by time: `importsIn`. */
  within: (range: JobRange) => { go(options: Options): Promise<{ data: T[]; cursor: string | null }> };
  idOf: (item: T) => string;
  /** Who began it: agents see what they began, admins all. Left out where it is the workspace's, as its own list is. */
  byOf?: (item: T) => { userId: string; username: string };
  jobOf: (item: T) => Job | Promise<Job>;
}

/** A noun's own work in the list of all work, read from its index by time. */
export const jobSource = <T>({ permission, within, idOf, byOf, jobOf }: Work<T>): JobSource => ({
  permission,
  async newest(range) {
    const items = await newestOf(
      (options) => within(range).go(options),
      idOf,
      (item) => !byOf || seesWorkOf(byOf(item)),
      range,
    );
    return Promise.all(
      items.map(async (item) => {
        const by = byOf?.(item);
        return { ...(await jobOf(item)), ...(by && { startedBy: by.userId, startedByName: by.username }) };
      }),
    );
  },
});

type Told = 'id' | 'kind' | 'title' | 'status' | 'startedAt' | 'link';

/** Work of a noun, as the list shows it; what is left out, it does not have. */
export const asJob = (given: Pick<Job, Told> & Partial<Job>): Job => ({
  subjectId: null,
  total: null,
  seen: 0,
  changed: 0,
  failed: 0,
  problems: [],
  error: null,
  isCancellable: false,
  secondsLeft: null,
  startedBy: '',
  startedByName: '',
  endedAt: null,
  ...given,
});
