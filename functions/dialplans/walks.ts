import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { exchangeSounds, nodeLabels, type PlanNode } from '#shared/model/dialplan/nodes.ts';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';
import type { PlanResources } from '#shared/model/dialplan/resolve.ts';
import {
  partedWords,
  runWalk,
  type SavedWalk,
  savedWalkLimits,
  type WalkInput,
} from '#shared/model/dialplan/saved-walk.ts';
import { planOr404 } from './plans.ts';
import { resourcesOf } from './resources.ts';
import { findWalk, type WalkRecord, walkRemoval, walksOf, walkWrite } from './walk-store.ts';

const viewOf = ({ planId: _, walkId, ...walk }: WalkRecord): SavedWalk => ({ id: walkId, ...walk });

/** The tests of a plan. @throws 404 */
export async function listWalks(planId: string): Promise<{ walks: SavedWalk[] }> {
  await planOr404(planId);
  return { walks: (await walksOf(planId)).map(viewOf) };
}

/** @throws 400, 404 */
export async function addWalk(planId: string, walk: WalkInput): Promise<SavedWalk> {
  await planOr404(planId);
  if ((await walksOf(planId)).length >= savedWalkLimits.walks)
    throw badRequest(`A plan has at most ${savedWalkLimits.walks} saved walks.`);
  const record = { ...walk, planId, walkId: newId('wlk') };
  await writeOne(walkWrite(record));
  return viewOf(record);
}

async function walkOr404(planId: string, walkId: string): Promise<WalkRecord> {
  await planOr404(planId);
  const walk = await findWalk(planId, walkId);
  if (!walk) throw notFound('The walk');
  return walk;
}

type Changes = { [K in keyof WalkInput]?: WalkInput[K] | undefined };

/** @throws 404 */
export async function changeWalk(planId: string, walkId: string, changes: Changes): Promise<SavedWalk> {
  const after = { ...(await walkOr404(planId, walkId)), ...givenOf(changes) };
  await writeOne(walkWrite(after));
  return viewOf(after);
}

/** @throws 404 */
export async function removeWalk(planId: string, walkId: string): Promise<WalkRecord> {
  const walk = await walkOr404(planId, walkId);
  await writeOne(walkRemoval(planId, walkId));
  return walk;
}

/** As its card has it, as far as a node has a name; else its type. */
function nameOf(node: PlanNode, { menus, queues, endpoints, plans }: PlanResources): string {
  const own = () => {
    if (node.type === 'ivr') return node.data.name || menus.get(node.data.ivrId ?? '')?.name;
    if (node.type === 'queue') return node.data.queueName || queues.get(node.data.queueId ?? '')?.name;
    if (node.type === 'webhook') return endpoints.get(node.data.endpointId ?? '')?.name;
    if (node.type === 'jump') return plans.get(node.data.planId ?? '')?.name;
    if (node.type === 'collect') return node.data.variable;
    if (node.type !== 'playback') return undefined;
    const { type, filePath, text } = node.data;
    return type === 'file' && filePath ? exchangeSounds[filePath] : text.slice(0, 60);
  };
  return own() || nodeLabels[node.type].label;
}

/** @throws 409 'walks_failed' with the saved walks that end otherwise in this drawing, in `details` */
export async function assertWalksEnd(planId: string, config: PlanConfig): Promise<void> {
  const walks = await walksOf(planId);
  if (walks.length === 0) return;
  const resources = await resourcesOf(config, planId);
  const names = new Map(config.nodes.map((node) => [node.id, nameOf(node, resources)]));
  const failed = walks.flatMap(({ walkId: id, name, ...walk }) => {
    const parted = runWalk(config, resources, { name, ...walk });
    return parted
      ? [{ id, name, nodeId: parted.after, text: partedWords(parted, (node) => names.get(node)) }]
      : [];
  });
  const [first] = failed;
  if (first)
    throw conflict(
      `The walk “${first.name}” does not end as it is to: ${first.text}`,
      { walks: failed },
      'walks_failed',
    );
}
