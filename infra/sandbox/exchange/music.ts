import type { SandboxCall } from './call.ts';
import type { Core } from './core.ts';

/** What the other party of a call hears while nobody speaks with them. */
export interface HeardMusic {
  /** On hold, or in a queue. */
  where: 'hold' | 'queue';
  /** Null: a queue where nothing is heard. */
  url: string | null;
}

/** The exchange's own music; `sound.ts` makes it. */
const ownMusic = '/sandbox/line/sounds/music.wav';

/**
 * The music that the other party of a call hears now: the account's own on hold and in queues that are set to it, else the
 * exchange's. Null while somebody speaks with them, and after the call.
 */
export function musicFor({ parts }: Core, call: SandboxCall): HeardMusic | null {
  if (call.state === 'ended') return null;
  const tenants = () => parts.store.account(call.account)?.music?.audioUrl ?? ownMusic;
  if (call.held) return { where: 'hold', url: tenants() };
  if (!call.queue) return null;
  const { walk } = call;
  const step = walk && parts.store.plan(call.account, walk.planId)?.steps.find(({ id }) => id === walk.node);
  const asSet = parts.store.queue(call.queue.queueId)?.settings.musicOnHold ?? 'default';
  // A plan that has brought the caller there says what they hear.
  const music = step?.type === 'queue' ? step.musicOnHold : asSet;
  if (music === 'none') return { where: 'queue', url: null };
  return { where: 'queue', url: music === 'custom' ? tenants() : ownMusic };
}
