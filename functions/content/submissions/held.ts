import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { send } from '#functions/kernel/queue.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import { earlierHeld, isHeld, letGoOfSubmission } from './held-store.ts';

/** While nothing may leave the tenant, it is asked again after so long; ms. */
const lookAgainMs = 15 * 60_000;

/**
 * The sweeper's part: hands on what was held while nothing might leave the tenant. It is queued before it is let go of,
 * so that a kill in between hands it on twice, under one idempotency key, and never not at all.
 */
export const heldSubmissionWork: DueWork = {
  async look(submissionId) {
    if (!(await isHeld(submissionId))) return undefined;
    if ((await ownStanding()) !== 'active') return clock.now() + lookAgainMs;
    await send('FORMS', tenantOf(), { submissionId });
    await letGoOfSubmission(submissionId);
    return undefined;
  },
  earlier: earlierHeld,
};
