import { tenantOf } from '#functions/kernel/actor.ts';
import { sendMail } from '#functions/kernel/mail.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { changeRun } from './runs.ts';
import type { RunRecord } from './store.ts';
import { failureWords } from './words.ts';

/** Addresses that one mail goes to. */
const mostTold = 5;

/** Whoever planned the run, while they are there; else the admins. */
async function whomToTell({ setBy }: RunRecord): Promise<string[]> {
  const active = (await everyUser()).filter(({ isActive }) => isActive);
  const planner = active.find(({ userId }) => userId === setBy);
  const told = planner ? [planner] : active.filter(({ role }) => role === 'admin');
  return told.map(({ email }) => email).slice(0, mostTold);
}

/**
 * Tells by mail that a run did not go out. It is sent before it is noted: a kill in between tells of it twice, which is
 * better than not at all.
 */
export async function tellOfFailure(run: RunRecord): Promise<void> {
  const to = await whomToTell(run);
  const { name } = await tenantById(tenantOf());
  if (to.length > 0) await sendMail({ to, ...failureWords(run, name) });
  await changeRun(run, { tellOwner: false });
}
