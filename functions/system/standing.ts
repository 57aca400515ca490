import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import {
  changesKept,
  type ModuleChange,
  type ModuleState,
  type ModuleStatus,
  type QueueStatus,
} from '#shared/model/module-status.ts';

/** How a part stood when it was looked at last. */
export interface Known {
  state: ModuleState;
  reason: string;
  advice: string;
  since: string;
}

/** How the parts of a workspace stood at the last look, and in the platform's partition those of the installation. */
export const Standings = entity('moduleStanding', {
  fields: z.object({
    parts: z.custom<Record<string, Known>>(),
    /** Newest first. */
    changes: z.custom<ModuleChange[]>(),
    /** Of the installation alone: when the watcher looked, and what it found in the queues. */
    checkedAt: z.string().nullable(),
    queues: z.custom<QueueStatus[]>(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});
export type Standing = Stored<typeof Standings>;

const none: Standing = { parts: {}, changes: [], checkedAt: null, queues: [], version: 0 };

export const readStanding = async (): Promise<Standing> => (await Standings.find({})) ?? none;

/** Keeps how the parts stand. Somebody who looked at the same time has kept the same: theirs stays. */
export const keepStanding = (standing: Standing): Promise<boolean> =>
  accepted(
    writeOne(Standings.put({ ...standing, version: standing.version + 1 }, ifVersion(standing.version))),
  );

/** What was found, with since when it stands so: what is known of that goes before what the looks before saw. */
export function withSince(before: Standing, found: readonly ModuleStatus[]) {
  const now = clock.iso();
  const modules = found.map((part) => {
    const known = before.parts[part.name];
    const seen = known?.state === part.state ? known.since : now;
    return { ...part, since: part.since ?? seen };
  });
  const changes: ModuleChange[] = modules.flatMap(({ name, label, state, reason }) => {
    const from = before.parts[name]?.state ?? null;
    return from === state ? [] : [{ at: now, name, label, from, to: state, reason }];
  });
  const parts = Object.fromEntries(
    modules.map(({ name, state, reason, advice, since }) => [name, { state, reason, advice, since }]),
  );
  const after: Standing = {
    ...before,
    parts: { ...before.parts, ...parts },
    // What stood so from the first look on is no news.
    changes: [...changes.filter(({ from }) => from !== null), ...before.changes].slice(0, changesKept),
  };
  return { modules, after, isNews: changes.length > 0 };
}
