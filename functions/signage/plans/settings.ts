import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { DisplaySettings } from '#shared/model/signage/entities.ts';
import { knownDisplay } from '../displays.ts';
import { playerKeyOf, playerPage } from '../pages.ts';
import { followPlans } from '../reconcile.ts';
import { setGroupsOf } from './groups.ts';
import { loadPlans } from './load.ts';
import { editPart, partOr404 } from './parts.ts';
import { findPart } from './store.ts';

/** What a display shows now and will show, for a person. @throws 404 */
export async function displayPlan(displayId: string) {
  const { name, layers } = await knownDisplay(displayId);
  const playerKey = await playerKeyOf(displayId);
  const plans = await loadPlans(layers.map(({ projectId }) => projectId));
  return {
    plan: plans.planOf(displayId, name, layers),
    settings: plans.settingsOf(displayId),
    playerUrl: playerPage(playerKey),
    groupIds: plans.groupsOf(displayId),
  };
}

/** Sets what is given and leaves the rest. @throws 400 for a playlist that is not there; 404 */
export async function setDisplay(
  displayId: string,
  {
    groupIds,
    ...change
  }: {
    timeZone?: string | undefined;
    defaultPlaylistId?: string | null | undefined;
    groupIds?: string[] | undefined;
  },
): Promise<DisplaySettings & { groupIds: string[] }> {
  await knownDisplay(displayId);
  const { defaultPlaylistId, timeZone } = change;
  if (defaultPlaylistId) await assertMayLeave();
  if (defaultPlaylistId && !(await findPart('playlist', defaultPlaylistId)))
    throw badRequest('This playlist is not there any more.');
  await playerKeyOf(displayId);
  if (timeZone !== undefined || defaultPlaylistId !== undefined)
    await editPart(await partOr404('display', displayId, 'The display'), (body) => ({
      ...body,
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(defaultPlaylistId === undefined || defaultPlaylistId === body.defaultPlaylistId
        ? {}
        : { defaultPlaylistId, defaultSince: clock.iso() }),
    }));
  if (groupIds) await setGroupsOf(displayId, groupIds);
  await followPlans();
  const plans = await loadPlans();
  return { ...plans.settingsOf(displayId), groupIds: plans.groupsOf(displayId) };
}
