import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import type { Told } from '#functions/kernel/module-told.ts';
import { tryPush } from '#functions/kernel/push.ts';
import { sweptAt } from '#functions/sweeper/api.ts';
import {
  type InstallationModule,
  type ModuleStatus,
  moduleNames,
  type QueueStatus,
} from '#shared/model/module-status.ts';
import type { Known, Standing } from '../standing.ts';

/** Messages that each look of so many minutes has found waiting are late: the alarms begin at five. */
const lateMinutes = 15;
/** The sweeper's minute has so many minutes before it counts as lost. */
const missedMinutes = 5;
const pushWithinMs = 3_000;

const olderThan = (minutes: number, at: string): boolean => clock.now() - Date.parse(at) > minutes * 60_000;

const readLogs = "Look in its worker's log; docs/operations.md says how.";

/** How work stands by the queues that it lies in. */
function byQueues(queues: readonly QueueStatus[]): Told {
  const late = queues.filter(({ waitingSince }) => waitingSince && olderThan(lateMinutes, waitingSince));
  if (late.length > 0)
    return {
      state: 'degraded',
      reason: `Work waits: ${late.map(({ name, waiting }) => `${waiting.toLocaleString('en-US')} in ${name}`).join(', ')}.`,
      advice: readLogs,
    };
  const dead = queues.filter(({ deadLetters }) => deadLetters > 0);
  if (dead.length > 0)
    return {
      state: 'degraded',
      reason: `Work failed for good: ${dead.map(({ name, deadLetters }) => `${deadLetters.toLocaleString('en-US')} in ${name}`).join(', ')}.`,
      advice: 'Read the dead letters, mend the cause and redrive the queue; docs/operations.md says how.',
    };
  return { state: 'ok', reason: '' };
}

/**
 * Whether the sweeper's minutes come to their end.
 * @param known how this stood at the last look: where no minute has ended yet, one may just be on its way
 */
async function minute(known: Known | undefined): Promise<Told> {
  const at = await sweptAt();
  if (at && !olderThan(missedMinutes, at)) return { state: 'ok', reason: '', seenAt: at };
  if (at)
    return {
      state: 'down',
      reason: 'The job that starts scheduled work each minute does not finish.',
      advice: "Look in the sweeper's log.",
      seenAt: at,
    };
  const isLost = known && (known.state === 'down' || olderThan(missedMinutes, known.since));
  return {
    state: isLost ? 'down' : 'degraded',
    reason: 'The job that starts scheduled work has not finished a first time.',
    advice: isLost ? "Look in the sweeper's log." : 'Wait a minute.',
  };
}

async function push(): Promise<Told> {
  await tryPush(AbortSignal.timeout(pushWithinMs));
  return { state: 'ok', reason: '' };
}

const cannotBeAsked: Readonly<Record<InstallationModule, Told>> = {
  table: {
    state: 'down',
    reason: 'The database does not answer.',
    advice: "Look at AWS's health dashboard.",
  },
  work: { state: 'down', reason: 'The queues cannot be counted.', advice: readLogs },
  minute: {
    state: 'down',
    reason: 'It is not known when scheduled work was last started.',
    advice: readLogs,
  },
  push: {
    state: 'degraded',
    reason: 'The channel of hints takes nothing: open pages see changes at their next poll.',
    advice: 'It mends itself when the channel answers; pages lose nothing.',
  },
  renderer: { state: 'down', reason: 'Its queue cannot be counted.', advice: readLogs },
};

/** Each part of the installation, looked at side by side. The caller has read the table: it is there. */
export async function lookAtInstallation(before: Standing, queues: () => Promise<QueueStatus[]>) {
  const counted = queues();
  const of = (take: (name: string) => boolean) => async () =>
    byQueues((await counted).filter(({ name }) => take(name)));
  const isRenderers = (name: string) => name === 'render' || name === 'joined';
  const asked: Readonly<Record<InstallationModule, () => Promise<Told>>> = {
    table: async () => ({ state: 'ok', reason: '' }),
    work: of((name) => !isRenderers(name)),
    minute: () => minute(before.parts.minute),
    push,
    renderer: of(isRenderers),
  };
  const modules = await Promise.all(
    (Object.keys(asked) as InstallationModule[]).map(async (name): Promise<ModuleStatus> => {
      const part = { name, label: moduleNames[name], since: null, seenAt: null, advice: '' };
      try {
        return { ...part, ...(await asked[name]()) };
      } catch (error) {
        log.error('A part of the installation could not be looked at.', { name, error: error as Error });
        return { ...part, ...cannotBeAsked[name] };
      }
    }),
  );
  return { modules, queues: await counted.catch(() => undefined) };
}
