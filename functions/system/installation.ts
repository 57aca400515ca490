import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { answerHeader } from '#functions/kernel/http-context.ts';
import {
  type InstallationStatus,
  installationModules,
  type ModuleStatus,
  moduleNames,
} from '#shared/model/module-status.ts';
import { readStanding } from './standing.ts';

/** The watcher looks each minute; after so long nobody knows how the installation stands, ms. */
const staleMs = 5 * 60_000;
/** A container answers monitors from its memory for so long, ms. */
const keptMs = 15_000;

const unknown = {
  state: 'down',
  reason: 'Nobody has looked at it for five minutes.',
  advice: "Look in the watcher's log.",
  since: null,
} as const;
const notYet = {
  state: 'not_connected',
  reason: 'It was not looked at yet.',
  advice: 'Wait a minute.',
  since: null,
} as const;

/** How the installation stood at the watcher's last look. */
export const installation = (): Promise<InstallationStatus> =>
  asSystem(platformTenant, 'system', async () => {
    const { checkedAt, parts, queues, changes } = await readStanding();
    const isStale = checkedAt !== null && clock.now() - Date.parse(checkedAt) > staleMs;
    const modules = installationModules.map((name): ModuleStatus => {
      const known = parts[name];
      const part = { name, label: moduleNames[name], seenAt: checkedAt };
      return { ...part, ...(!known ? notYet : isStale ? { ...unknown, since: checkedAt } : known) };
    });
    return { checkedAt, modules, queues, changes };
  });

let kept: { at: number; status: Promise<InstallationStatus> } | undefined;

/** The same for monitors, who may ask as often as they like. */
function remembered(): Promise<InstallationStatus> {
  const now = clock.now();
  if (!kept || Math.abs(now - kept.at) > keptMs) {
    const made = { at: now, status: installation() };
    kept = made;
    made.status.catch(() => {
      if (kept === made) kept = undefined;
    });
  }
  return kept!.status;
}

/** Forgets what is remembered: for tests. */
export const forgetStatus = (): void => {
  kept = undefined;
};

/**
 * What monitors are told, with nothing of any workspace.
 * @throws 503 where a part is down, or nobody has looked
 */
export async function statusForMonitors() {
  answerHeader('cache-control', 'public, max-age=15');
  const { checkedAt, modules } = await remembered().catch(() => {
    throw new AppError(503, 'down', 'The database does not answer.');
  });
  const down = modules.filter(({ state }) => state === 'down' || state === 'not_connected');
  if (down.length > 0 || !checkedAt)
    throw new AppError(503, 'down', `${down.map(({ label, reason }) => `${label}: ${reason}`).join(' ')}`, {
      details: { parts: modules.map(({ name, state }) => ({ name, state })) },
    });
  const status = modules.every(({ state }) => state === 'ok') ? ('ok' as const) : ('degraded' as const);
  return { status, checkedAt, parts: modules.map(({ name, label, state }) => ({ name, label, state })) };
}
