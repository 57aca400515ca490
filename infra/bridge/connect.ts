import { type Call, isLive, waitsForAgent } from './call.ts';
import { type Calls, resultOf, type Told } from './calls.ts';
import { Refusal } from './refusal.ts';

/* A call whose lead is rung first: whoever answers is put through to an agent in time, or hears the message. */

/** A person has answered, and waits from now on. */
export function waitForAgent(calls: Calls, call: Call): void {
  const { connect } = call;
  if (!connect) return;
  connect.until = Date.now() + connect.withinMs;
  calls.save(call);
  const timer = setTimeout(
    () =>
      void calls
        .serial(call.id, () => unconnected(calls, call.id))
        .catch((error) => calls.parts.log(`${call.id}, whom nobody took: ${(error as Error).message}`)),
    connect.withinMs,
  );
  timer.unref();
}

/** An agent's phone is rung for whoever waits. @throws Refusal */
export async function connectAgent(calls: Calls, call: Call, phone: string, key: string): Promise<void> {
  if (!waitsForAgent(call)) throw new Refusal('wrong_state', 'Nobody waits for an agent on this call.');
  if (call.legs.agent) throw new Refusal('wrong_state', 'An agent is rung for this call already.');
  calls.save(call, [], key);
  if (!(await calls.dial(call, 'agent', { phone }, Math.ceil(call.connect!.withinMs / 1000))))
    throw new Refusal('wrong_state', 'This phone cannot be reached now.');
}

/** The time may be over in which an agent had to be there: then the message is played, whose end ends the call. */
export async function unconnected(calls: Calls, id: string): Promise<void> {
  const call = calls.live.get(id);
  if (!call || !isLive(call) || !waitsForAgent(call)) return;
  const { connect, legs } = call;
  if (connect!.until === null || Date.now() < connect!.until - 5) return;
  const { ari } = calls.parts;
  connect!.isOver = true;
  const told: Told[] = legs.agent?.phone
    ? [{ event: 'agent-left', phone: legs.agent.phone, reason: 'too late' }]
    : [];
  const { agent } = legs;
  if (agent) calls.dropLeg(call, agent);
  calls.save(call, [...told, { event: 'abandoned' }]);
  if (agent) await calls.hangUp(agent);
  const path = `channels/${legs.party!.channel}/play/${call.id}.abandoned.${Date.now()}`;
  if (!(await ari.attempt('POST', path, { media: `sound:${connect!.sound}` })))
    await calls.end(call, resultOf(call));
}
