import { badRequest } from '#functions/kernel/errors.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import { type Schedule, type ScheduleFields, signageLimits } from '#shared/model/signage/entities.ts';
import { followPlans } from '../reconcile.ts';
import { addPart, changePart, dropPart, partOr404 } from './parts.ts';
import { findPart, type Part, partsOf } from './store.ts';

const what = 'The schedule';
const answer = ({ partId, body, version }: Part<'schedule'>): Schedule => ({ id: partId, ...body, version });

export const listSchedules = async (): Promise<Schedule[]> =>
  (await partsOf('schedule')).map(answer).sort((a, b) => a.name.localeCompare(b.name));

/** @throws 400 for a playlist that is not there, or for no display; 403 while nothing may leave the tenant */
async function check({ playlistId, displayIds, groupIds }: ScheduleFields): Promise<void> {
  await assertMayLeave();
  if (displayIds.length + groupIds.length === 0) throw badRequest('Choose at least one display or group.');
  if (!(await findPart('playlist', playlistId))) throw badRequest('This playlist is not there any more.');
}

export async function createSchedule(fields: ScheduleFields): Promise<Schedule> {
  await check(fields);
  const added = await addPart('schedule', 'scd', fields, signageLimits.schedules);
  await followPlans();
  return answer(added);
}

/** @throws 400; 404; 409 when it has changed since */
export async function updateSchedule(
  id: string,
  changes: Partial<ScheduleFields>,
  version?: number,
): Promise<Schedule> {
  const { body } = await partOr404('schedule', id, what);
  const fields = { ...body, ...changes };
  await check(fields);
  const changed = await changePart('schedule', id, what, fields, version);
  await followPlans();
  return answer(changed);
}

/** @throws 404 */
export async function removeSchedule(id: string): Promise<void> {
  await dropPart('schedule', id, what);
  await followPlans();
}
