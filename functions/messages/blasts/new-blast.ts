import { author } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { BlastRecord } from './store.ts';

/** A blast or a campaign of whoever acts, as it is written down: nobody is found yet and nothing is sent. */
export function newBlast(
  given: Pick<BlastRecord, 'id' | 'kind' | 'name' | 'status' | 'message' | 'ratePerMinute'> &
    Partial<BlastRecord>,
): BlastRecord {
  const { userId, role, username } = author();
  return {
    templateId: null,
    from: null,
    counted: true,
    by: { userId, role, username },
    audience: {},
    found: 0,
    chunks: 0,
    chunk: 0,
    later: null,
    done: 0,
    sent: 0,
    refused: 0,
    failed: 0,
    deferred: 0,
    outsideHours: 'wait',
    reasons: {},
    nextAt: null,
    why: null,
    token: '',
    leaseUntil: 0,
    downs: 0,
    createdAt: clock.iso(),
    endedAt: null,
    version: 1,
    ...given,
  };
}
