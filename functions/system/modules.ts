import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import type { Told } from '#functions/kernel/module-told.ts';
import { within } from '#functions/kernel/within.ts';
import { mailStanding, textsStanding } from '#functions/messages/api.ts';
import { voicesStanding } from '#functions/recordings/api.ts';
import { signageStanding } from '#functions/signage/api.ts';
import { exchangeStanding } from '#functions/telephony/api.ts';
import { find } from '#functions/tenants/api.ts';
import { tracingStanding } from '#functions/tracers/api.ts';
import {
  type InstallationModule,
  type ModuleName,
  type ModuleStatus,
  moduleNames,
} from '#shared/model/module-status.ts';
import { installation } from './installation.ts';
import { keepStanding, readStanding, withSince } from './standing.ts';

const connectIt = 'An admin connects one under Settings, Telephone exchange.';
const lookAtBridge = 'Look whether the bridge and its machine run: docs/asterisk.md.';

const exchangeReasons = {
  none: ['not_connected', 'No telephone exchange is connected yet.', connectIt],
  'built-in': [
    'sandbox',
    'Calls go through the exchange that comes with this installation.',
    `For real calls: ${connectIt}`,
  ],
  new: ['not_connected', 'Its bridge was not connected yet.', connectIt],
  enrolling: ['not_connected', 'Its bridge has not used its enrolment token yet.', connectIt],
  revoked: ['not_connected', 'Its bridge was shut out.', connectIt],
  offline: ['down', 'Nothing is heard of its bridge.', lookAtBridge],
  degraded: ['degraded', 'Its bridge lives, and its Asterisk is away: no calls can be made.', lookAtBridge],
  online: ['ok', '', ''],
} as const;

type OwnModule = Exclude<ModuleName, Exclude<InstallationModule, 'table'>>;

const asked: Readonly<Record<OwnModule, () => Promise<Told>>> = {
  async table() {
    await find();
    return { state: 'ok', reason: '' };
  },
  async exchange() {
    const { state, name, since, seenAt } = await exchangeStanding();
    const [told, reason, advice] = exchangeReasons[state];
    return { state: told, reason: reason && name ? `${name}: ${reason}` : reason, advice, since, seenAt };
  },
  texts: textsStanding,
  mail: mailStanding,
  signage: signageStanding,
  tracing: tracingStanding,
  voices: voicesStanding,
};

/** A part that is not told within this is down, and a provider that does not answer so, ms. */
const withinMs = 4_000;
/** What a provider answered is kept so long, ms: pages ask often, and providers count. */
const keptMs = 60_000;
/** Answers that a container keeps. */
const mostKept = 500;

const answers = new Map<string, { at: number; trouble: Promise<string | null> }>();

/** What is wrong with a provider, asked once a minute at most; '' where it works. */
function askOnce(part: string, { key, ask }: NonNullable<Told['probe']>): Promise<string | null> {
  const id = `${tenantOf()} ${part} ${key}`;
  const known = answers.get(id);
  if (known && Math.abs(clock.now() - known.at) < keptMs) return known.trouble;
  if (answers.size >= mostKept) answers.clear();
  const trouble = within(withinMs, ask()).catch((error: Error) => {
    log.warn('A provider could not be asked how it stands.', { part, error });
    return 'It did not answer in time.';
  });
  answers.set(id, { at: clock.now(), trouble });
  return trouble;
}

async function standingOf(name: OwnModule): Promise<Told> {
  const { probe, ...stored } = await within(withinMs, asked[name]());
  const trouble = probe ? await askOnce(name, probe) : null;
  if (trouble === null) return stored;
  return {
    ...stored,
    state: 'down',
    reason: trouble,
    advice: 'Look at its keys in the settings, and at its own status page.',
  };
}

async function ownModules(): Promise<ModuleStatus[]> {
  return Promise.all(
    (Object.keys(asked) as OwnModule[]).map(async (name) => {
      const part = { name, label: moduleNames[name], since: null, seenAt: null, advice: '' };
      try {
        return { ...part, ...(await standingOf(name)) };
      } catch (error) {
        log.error('A part of the product could not be asked how it stands.', { name, error: error as Error });
        return {
          ...part,
          state: 'down' as const,
          reason: 'It could not be asked.',
          advice: 'Try again in a minute.',
        };
      }
    }),
  );
}

/** A part that all workspaces share: how much lies in its queues is of them all, and for operators alone. */
const withoutFigures = (part: ModuleStatus): ModuleStatus =>
  part.state !== 'degraded' && part.state !== 'down'
    ? part
    : {
        ...part,
        reason: sharedReasons[part.state],
        advice: 'Whoever runs the platform sees why, and is told.',
      };

const sharedReasons = {
  degraded: 'It works in part: something may come late.',
  down: 'It does not work at the moment. What waits is done when it works again.',
} as const;

/**
 * How each part of the product stands for the workspace, and what changed of its own connections as those saw who
 * looked. A part that cannot be asked is down, and the others are told.
 */
export async function moduleStates() {
  const [own, { modules: shared }, before] = await Promise.all([
    ownModules(),
    installation(),
    readStanding(),
  ]);
  const { modules, after, isNews } = withSince(before, own);
  if (isNews) await keepStanding(after);
  const all = [...modules, ...shared.filter(({ name }) => name !== 'table').map(withoutFigures)];
  const names = Object.keys(moduleNames);
  all.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return { modules: all, changes: after.changes };
}
