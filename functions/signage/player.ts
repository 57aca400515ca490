import { createHash } from 'node:crypto';
import { asVisitor, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { env } from '#functions/kernel/env.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { answerHeader } from '#functions/kernel/http-context.ts';
import { type DisplayLayer, standing } from '#shared/model/display-layers.ts';
import { channelOf } from '#shared/model/push.ts';
import { knownDisplay } from './displays.ts';
import { loadPlans } from './plans/load.ts';
import { findPart } from './plans/store.ts';
import { noteShown } from './showing-store.ts';
import { noteBeat } from './store.ts';

/** Works for the display that a player's address names; nobody is signed in. @throws 404 */
export async function asPlayer<T>(key: string, work: (displayId: string) => Promise<T>): Promise<T> {
  const tenant = Number(/^dsp_(\d{1,10})_/.exec(key)?.[1] ?? 0);
  if (!tenant) throw notFound('The display');
  return asVisitor(tenant, async () => {
    const part = await findPart('player', key);
    if (!part) throw notFound('The display');
    return work(part.body.displayId);
  });
}

/** The tenant whose display a player's address names. @throws 404 */
export const playerTenant = (key: string): Promise<number> => asPlayer(key, async () => tenantOf());

/** A display that says it shows an announcement is where the office sees it: its first time is kept. */
async function noteFirstFrame(
  displayId: string,
  layers: readonly DisplayLayer[],
  showing: string | undefined,
  at: string,
): Promise<void> {
  const announced = layers.find(({ layerId }) => layerId === showing)?.announcement?.announcementId;
  if (announced) await noteShown(announced, displayId, at);
}

/** What the display shows now and later, when the player has not got it yet; asking is its sign of life. */
export const playerPlan = (
  key: string,
  { have, showing, preview }: { have?: string | undefined; showing?: string | undefined; preview: boolean },
) =>
  asPlayer(key, async (displayId) => {
    answerHeader('cache-control', 'no-store');
    const known = await knownDisplay(displayId);
    // What is over is forgotten by the player too.
    const layers = standing(known.layers, clock.iso());
    const { name } = known;
    const plans = await loadPlans(layers.map(({ projectId }) => projectId));
    // The count of changes is no change by itself: it also grows by what other displays show.
    const plan = { ...plans.planOf(displayId, name, layers), revision: 0 };
    const tag = createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 22);
    const now = clock.iso();
    if (!preview && (await noteBeat(displayId, now, showing ?? null)))
      await noteFirstFrame(displayId, layers, showing, now);
    const push = {
      url: env('PUSH_REALTIME_URL'),
      host: env('PUSH_HOST'),
      channel: channelOf(tenantOf(), 'displays', 'topic'),
    };
    return { tag, now, plan: have === tag ? null : plan, push };
  });
