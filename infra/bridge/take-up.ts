import type { Call } from './call.ts';
import type { Calls } from './calls.ts';

/** An inbound caller is taken up by an agent, directly or out of a queue. */
export async function agentTookInbound(calls: Calls, call: Call): Promise<void> {
  const party = call.legs.party!;
  if (call.answeredAt !== null) return;
  call.state = 'answered';
  call.by = 'human';
  call.answeredAt = Date.now();
  call.stateAt = call.answeredAt;
  party.state = 'up';
  calls.save(call, [{ event: 'answered', by: 'human' }]);
  await calls.parts.ari.attempt('POST', `channels/${party.channel}/answer`);
}
