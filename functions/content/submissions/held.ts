import { tenantOf } from '#functions/kernel/actor.ts';
import { send } from '#functions/kernel/queue.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import { heldSubmissions, letGoOfSubmission } from './held-store.ts';

/** Submissions of one look. */
const atOnce = 100;

/**
 * The sweeper's part: hands on what was held while nothing might leave the tenant. It is queued before it is let go of,
 * so that a kill in between hands it on twice, under one idempotency key, and never not at all.
 */
export async function reviveHeldSubmissions(): Promise<number> {
  const held = await heldSubmissions(atOnce);
  if (held.length === 0 || (await ownStanding()) !== 'active') return 0;
  for (const submissionId of held) {
    await send('FORMS', tenantOf(), { submissionId });
    await letGoOfSubmission(submissionId);
  }
  return held.length;
}
