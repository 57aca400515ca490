import { everyActiveCall } from '#functions/calls/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { everyUser } from '#functions/users/api.ts';
import { extensionStateOf, type FloorAgent } from '#shared/model/agent-status.ts';
import type { Call } from '#shared/model/call.ts';
import { present } from './present.ts';
import { queuesOfExchange } from './queues.ts';
import { everyPresence } from './store.ts';
import { unknownPresence } from './transition.ts';

/** The call that somebody has a part in now: the last, where one rings while another goes on. */
const callOf = (userId: string, calls: readonly Call[]): Call | undefined =>
  calls.findLast(({ legs }) => legs.some(({ agentId, endedAt }) => agentId === userId && !endedAt));

const shownCall = (call: Call, isVisible: boolean): FloorAgent['call'] => {
  const { id, direction, status, startedAt, answeredAt, leadName, phone } = call;
  return { id, direction, status, startedAt, answeredAt, with: isVisible ? leadName || phone : null };
};

/** Everybody who takes calls, by name: what they are in, and their call. */
export async function floor(): Promise<{ at: string; agents: FloorAgent[] }> {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const [users, presences, calls, queues] = await Promise.all([
    everyUser(),
    everyPresence(),
    everyActiveCall(),
    queuesOfExchange.run(),
  ]);
  const presenceOf = new Map(presences.map((presence) => [presence.userId, presence]));
  const seesOwn = seesOwnLeadsOnly() ? currentUser().userId : undefined;
  const agents = users.flatMap((user): FloorAgent[] => {
    const { userId, role, isActive, username } = user;
    const stored = presenceOf.get(userId);
    // An admin may take calls, and is on the floor while they do.
    if (!isActive || !(role === 'agent' || (role === 'admin' && stored?.signedIn))) return [];
    const {
      userId: _,
      isPaid: __,
      ...status
    } = present(stored ?? unknownPresence(userId, user.createdAt), now);
    const call = callOf(userId, calls);
    return [
      {
        ...status,
        agentId: userId,
        name: user.firstLast || username,
        extension: user.extension ?? null,
        extensionState: extensionStateOf(status),
        queues: queues
          .filter(({ userIds }) => userIds.includes(userId))
          .map(({ queueId, name }) => ({ id: queueId, name })),
        call: call ? shownCall(call, !seesOwn || seesOwn === userId) : null,
      },
    ];
  });
  return { at, agents: agents.sort((one, other) => one.name.localeCompare(other.name)) };
}
