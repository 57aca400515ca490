import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { log } from '#functions/kernel/log.ts';
import { send } from '#functions/kernel/queue.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { nextChange } from '#shared/model/signage/what-is-on.ts';
import { contentKey, showsOurs, startOf, wantedOf, withOwnContent } from './desired-state.ts';
import { type Device, devices, push, saveWebAsset } from './optisigns.ts';
import { providePages } from './pages.ts';
import { loadPlans, type Plans } from './plans/load.ts';
import { earlierRevisions, findRevision, noteApplied } from './plans/store.ts';
import { connect, providerKind } from './provider.ts';
import {
  type DisplayState,
  displayStates,
  earlierDisplays,
  findConfig,
  lookAheadMs,
  never,
  writeDisplay,
} from './store.ts';

/*
 * What a display should show follows from plans and publications alone; this brings it there. The wanted state is
 * written first and pushed then, so a kill in between leaves the display due, or its revision not applied, and the
 * next look (the delayed message, or the sweeper's minute) pushes what is wanted:
 *
 *   write state (dueAt = now) ─▶ push to the vendor ─▶ note shown (dueAt = next change, or never)
 */

/** The specification's limit for one listing (document 000, section 9). */
export const maxDisplays = 500;
/** A failed push is tried again after this long, in milliseconds. */
const retryMs = 60_000;
/** Writers of one display at one instant: the loser reads again and goes on. */
const maxRaces = 8;
/** A queue holds a message back for at most 15 minutes; what is due later is the sweeper's. */
const longestDelaySeconds = 900;

/**
 * Changes one display's state, again from what is there when another writer was faster.
 * @param alongside what is written with the new state, in its transaction
 */
export async function changeState(
  displayId: string,
  make: (state: DisplayState | undefined) => DisplayState | undefined | Promise<DisplayState | undefined>,
  alongside: (next: DisplayState) => object[] = () => [],
): Promise<DisplayState | undefined> {
  for (let race = 0; race < maxRaces; race++) {
    const next = await make((await displayStates([displayId])).get(displayId));
    if (!next) return undefined;
    try {
      await commit(writeDisplay(next), alongside(next));
      return { ...next, version: next.version + 1 };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new Error(`The display ${displayId} is changed by too many at once.`);
}

/**
 * Asks for another look at the moment when something else shows. Queues count whole seconds: the message comes up to a
 * second early, and its worker waits until `at`.
 */
async function wakeAt(displayId: string, at: number): Promise<void> {
  const seconds = (at - clock.now()) / 1000;
  if (seconds <= longestDelaySeconds)
    await send('SIGNAGE', tenantOf(), { displayIds: [displayId], at }, Math.max(0, Math.floor(seconds)));
}

export interface Outcome {
  ok: boolean;
  reason: string | null;
}
const fine: Outcome = { ok: true, reason: null };
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The plans, and the state of the projects that were published to displays. @param more projects that are about to be */
export const plansFor = (states: Iterable<DisplayState>, ...more: string[]): Promise<Plans> =>
  loadPlans([...more, ...[...states].flatMap(({ layers }) => layers.map(({ projectId }) => projectId))]);

/**
 * Brings one display to what it should show. Safe to call at any time, any number of times.
 * @param plans where somebody has just loaded them, with the projects on this display; when they have changed since, the
 * display is looked at again
 */
export async function reconcile(displayId: string, plans?: Plans): Promise<Outcome> {
  if (plans) return bring(plans, displayId);
  const state = (await displayStates([displayId])).get(displayId);
  if (!state) return fine;
  return bring(await plansFor([state]), displayId);
}

/** @param device what the provider tells of it, where somebody has asked already */
async function bring(plans: Plans, displayId: string, device?: Device): Promise<Outcome> {
  const state = (await displayStates([displayId])).get(displayId) ?? (device && startOf(device));
  if (!state) return fine;
  const now = clock.now();
  let wanted = wantedOf(plans, state, now);
  if (wanted.on.kind === 'own' && state.version === 0) {
    // Nothing of ours yet; a display that a plan will reach is looked at when it does.
    if (!nextChange(plans.planOf(displayId, state.name, []), now)) return fine;
    await changeState(displayId, (there) => there ?? state);
  }
  let present: DisplayState = state;
  let reason: string | null = null;
  try {
    const ours = wanted.on.kind !== 'own';
    if (ours && (!showsOurs(state) || wanted.content === undefined)) {
      const connection = await connect();
      const asked = showsOurs(state) || device ? device : await deviceOf(displayId);
      const page = await providePages(plans, state, wanted, (name, link) =>
        saveWebAsset(connection, name, link),
      );
      const dueAt = new Date(now).toISOString();
      const written = await changeState(displayId, (there) => ({
        ...withOwnContent(there ?? state, asked),
        ...page,
        dueAt,
      }));
      present = written ?? present;
      wanted = wantedOf(plans, present, now);
    }
    if (!wanted.content) throw new Error('The page to show could not be made.');
    if (contentKey(wanted.content) !== present.shown)
      await push(await connect(), [displayId], wanted.content);
  } catch (error) {
    reason = reasonOf(error);
    log.warn('A push to a display failed and will be repeated.', { displayId, reason });
  }
  return note(plans, displayId, wanted.content && contentKey(wanted.content), reason, now);
}

async function deviceOf(displayId: string): Promise<Device | undefined> {
  const found = await devices(await connect(), maxDisplays, clock.now());
  return found.find(({ id }) => id === displayId);
}

/** Notes what was pushed, or why it was not, and when to look again. */
async function note(
  plans: Plans,
  displayId: string,
  key: string | undefined,
  reason: string | null,
  now: number,
): Promise<Outcome> {
  let wake: number | undefined;
  const { revision } = await findRevision();
  await changeState(displayId, (there) => {
    if (!there) return undefined;
    const { trouble: _trouble, ...rest } = there;
    if (reason !== null || key === undefined) {
      wake = undefined;
      return {
        ...rest,
        ...(reason === null ? {} : { trouble: reason.slice(0, 300) }),
        dueAt: new Date(clock.now() + retryMs).toISOString(),
      };
    }
    const wanted = wantedOf(plans, there, now);
    if (revision !== plans.revision || !wanted.content || contentKey(wanted.content) !== key) {
      // Somebody has changed plans or publications meanwhile, and the two pushes may have met in any order.
      wake = clock.now();
      return { ...rest, shown: '', dueAt: new Date(wake).toISOString() };
    }
    const next = nextChange(plans.planOf(displayId, there.name, there.layers), now);
    wake = next?.at;
    const { shownName: _shownName, ...others } = rest;
    return {
      ...others,
      shown: key,
      ...(wanted.name ? { shownName: wanted.name } : {}),
      shownAt: key === there.shown && there.shownAt ? there.shownAt : new Date(now).toISOString(),
      holding: wanted.on.kind !== 'own',
      dueAt: next ? new Date(next.at).toISOString() : never,
    };
  });
  if (wake !== undefined) await wakeAt(displayId, wake);
  return { ok: reason === null, reason };
}

/**
 * Brings every display to what the plans say. Displays that we have not touched are asked of the provider.
 * Answers what went wrong where; while anything does, the revision stays to be applied.
 */
async function applyPlans(): Promise<Map<string, Outcome>> {
  const config = await findConfig();
  if (providerKind(config) === 'none') return new Map();
  const states = await displayStates();
  const plans = await plansFor(states.values());
  const known = new Map(
    (await devices(await connect(config), maxDisplays, clock.now())).map((device) => [device.id, device]),
  );
  const outcomes = new Map<string, Outcome>();
  await inPool([...new Set([...states.keys(), ...known.keys()])], async (displayId) => {
    outcomes.set(displayId, await bring(plans, displayId, known.get(displayId)));
  });
  if ([...outcomes.values()].every(({ ok }) => ok)) await noteApplied(plans.revision);
  return outcomes;
}

/** After a change of plans, which is written already: displays follow now, or with the next minute's look. */
export async function followPlans(): Promise<Map<string, Outcome>> {
  try {
    return await applyPlans();
  } catch (error) {
    log.warn('The displays will follow their plans later.', { error: error as Error });
    return new Map([['', { ok: false, reason: reasonOf(error) }]]);
  }
}

/** The sweeper's part: applies plans that somebody was killed over. */
export const signagePlansWork: DueWork = {
  async look() {
    const { revision, applied } = await findRevision();
    if (revision === applied) return undefined;
    await followPlans();
    return clock.now() + retryMs;
  },
  earlier: earlierRevisions,
};

/** The sweeper's part: looks at a display that is due, and asks for a look at the very moment at one that will be. */
export const displayWork: DueWork = {
  async look(displayId) {
    const state = (await displayStates([displayId])).get(displayId);
    if (!state || state.dueAt === never) return undefined;
    const at = Date.parse(state.dueAt);
    const now = clock.now();
    if (at - lookAheadMs > now) return at - lookAheadMs;
    if (at > now) {
      await wakeAt(displayId, at);
      return at;
    }
    await reconcile(displayId);
    return now + retryMs;
  },
  earlier: earlierDisplays,
};

/** At most eight displays at once: the vendor's gateway is shared. */
export async function inPool<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(8, items.length) }, async () => {
      for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
    }),
  );
  return results;
}
