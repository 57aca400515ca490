import { projectOr404, publishNow } from '#functions/content/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId, newId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { type Emergency, type EmergencyFields, signageLimits } from '#shared/model/signage/entities.ts';
import { followPlans } from '../reconcile.ts';
import { loadPlans } from './load.ts';
import { plansChanged } from './revision.ts';
import {
  deletePart,
  findEnded,
  findPart,
  insertEnded,
  insertPart,
  lastEnded,
  type Part,
  partsOf,
} from './store.ts';

/*
 * An emergency stands from the one transaction that writes it to the one that moves it to those that ended. What
 * displays show follows from that alone: a kill anywhere leaves a revision that has not been applied, and the
 * minute's look applies it.
 */

/** Ended ones are kept a year, in seconds; the page shows the last few. */
const keepSeconds = 365 * 24 * 3600;
const shownEnded = 20;

function answer({ partId, body }: Part<'emergency'>): Emergency {
  const { assetId: _assetId, ...fields } = body;
  return { id: partId, ...fields };
}

export async function listEmergencies(): Promise<{ active: Emergency[]; ended: Emergency[] }> {
  const [active, ended] = await Promise.all([partsOf('emergency'), lastEnded(shownEnded)]);
  return { active: active.map(answer).sort((a, b) => b.startedAt.localeCompare(a.startedAt)), ended };
}

/** How many displays are meant, and what went wrong on which. */
async function spread(emergency: Emergency) {
  const outcomes = await followPlans();
  const plans = await loadPlans();
  const meant = [...outcomes].filter(([displayId]) => displayId === '' || plans.means(displayId, emergency));
  return {
    ...emergency,
    displays: meant.filter(([displayId]) => displayId !== '').length,
    failed: [...new Set(meant.flatMap(([, { reason }]) => (reason ? [reason] : [])))],
  };
}

/**
 * Shows a project, as it stands now, over everything else on the displays meant, until it is ended. A request sent
 * twice with one `requestId` starts one. @throws 400; 404; 409 when too many stand, or this one has ended
 */
export async function startEmergency({
  requestId,
  ...fields
}: EmergencyFields & { requestId?: string | undefined }) {
  if (!fields.all && fields.displayIds.length + fields.groupIds.length === 0)
    throw badRequest('Choose at least one display or group, or all displays.');
  const id = requestId ? deterministicId('emg', requestId) : newId('emg');
  const known = await findPart('emergency', id);
  if (known) return spread(answer(known));
  if (await findEnded(id)) throw conflict('This emergency has ended already.', undefined, 'ended');
  const { name } = await projectOr404(fields.projectId);
  if ((await partsOf('emergency')).length >= signageLimits.emergencies)
    throw conflict('Ten emergencies stand already. Please end one first.', undefined, 'too_many');
  await publishNow(fields.projectId);
  const body = {
    ...fields,
    name,
    startedAt: clock.iso(),
    startedBy: actorName(),
    endedAt: null,
    endedBy: null,
  };
  try {
    await commit(
      insertPart('emergency', id, body),
      plansChanged(),
      event('signage.emergency.started', id, { emergencyId: id, name, all: fields.all }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  return spread({ id, ...body });
}

/** Ends an emergency; displays show what they had. Twice is once. @throws 404 */
export async function endEmergency(id: string): Promise<Emergency> {
  const standing = await findPart('emergency', id);
  if (standing) {
    const body = { ...standing.body, endedAt: clock.iso(), endedBy: actorName() };
    try {
      await commit(
        deletePart('emergency', id),
        insertEnded(id, body, clock.seconds() + keepSeconds),
        plansChanged(),
        event('signage.emergency.ended', id, { emergencyId: id, name: body.name }),
      );
    } catch (error) {
      // Somebody else ended it at this moment.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  const ended = await findEnded(id);
  if (!ended) throw notFound('The emergency');
  await followPlans();
  return ended;
}
