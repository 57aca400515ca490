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
import { createMessageProject, removeMessageProject, removePastMessages } from './message-project.ts';
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

type NewEmergency = Omit<EmergencyFields, 'projectId'> & {
  projectId?: string | undefined;
  message?: string | undefined;
  requestId?: string | undefined;
};

/**
 * Shows a project as it stands now, or a message, over everything else on the displays meant, until it is ended. A
 * request sent twice with one `requestId` starts one.
 * @throws 400; 404; 409 when too many stand, or this one has ended
 */
export async function startEmergency({ requestId, message, ...fields }: NewEmergency) {
  if (!fields.all && fields.displayIds.length + fields.groupIds.length === 0)
    throw badRequest('Choose at least one display or group, or all displays.');
  if ((fields.projectId === undefined) === (message === undefined))
    throw badRequest('Give either a project or a message.');
  const id = requestId ? deterministicId('emg', requestId) : newId('emg');
  const known = await findPart('emergency', id);
  if (known) return spread(answer(known));
  if (await findEnded(id)) throw conflict('This emergency has ended already.', undefined, 'ended');
  if ((await partsOf('emergency')).length >= signageLimits.emergencies)
    throw conflict('Ten emergencies stand already. Please end one first.', undefined, 'too_many');
  if (fields.projectId) return showProject(id, { ...fields, projectId: fields.projectId });
  const projectId = await createMessageProject(message!);
  let shownId: string | undefined;
  try {
    const shown = await showProject(id, { ...fields, projectId });
    shownId = shown.projectId;
    return shown;
  } finally {
    // It failed, or another request at the same moment was first.
    if (shownId !== projectId) await removeMessageProject(projectId);
  }
}

/** Writes the emergency and has displays show it. The other of two requests at one moment is answered with the first. */
async function showProject(id: string, fields: EmergencyFields) {
  const { projectId } = fields;
  const { name } = await projectOr404(projectId);
  await publishNow(projectId);
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
    const first = await findPart('emergency', id);
    if (first) return spread(answer(first));
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
  await removePastMessages(ended.projectId);
  return ended;
}
