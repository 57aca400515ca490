import { type Call, isActiveCall } from '#shared/model/call.ts';
import { buckets, findAll, readBucket } from './store.ts';

interface Stretch {
  /** Begun at this instant or later, ISO 8601. */
  from: string;
  /** Where the page before ended, or the instant before which calls began. */
  before: string;
  /** Only those that this agent had a part in. */
  agentId?: string | undefined;
}

/**
 * Calls that have ended, as they are stored, newest first, for who counts them: nobody sees whose they are by it.
 * @returns `seen`: how many were looked at; `before`: where the next page begins, null at the end
 */
export async function endedCalls(
  { from, before, agentId }: Stretch,
  limit: number,
): Promise<{ calls: Call[]; seen: number; before: string | null }> {
  const bucket = agentId ? buckets.agent(agentId) : buckets.all;
  const entries = await readBucket(bucket, { from, before }, limit);
  const calls = await findAll(entries.map(({ callId }) => callId));
  return {
    calls: calls.filter(({ status }) => !isActiveCall(status)),
    seen: entries.length,
    before: entries.length === limit ? entries.at(-1)!.entry : null,
  };
}
