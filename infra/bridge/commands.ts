import type { Command, CommandType, Target } from '#shared/exchange/commands.ts';
import { type Call, isLive } from './call.ts';
import { type Calls, resultOf } from './calls.ts';
import { connectAgent } from './connect.ts';
import { joinQueue } from './join-queue.ts';
import { settle } from './place.ts';
import { leaveQueue } from './queues.ts';
import { record } from './recordings.ts';
import { Refusal } from './refusal.ts';
import { fetchSound } from './sounds.ts';
import { supervise, supervisionOver } from './supervise.ts';
import { changeTransfer, transfer } from './transfer.ts';
import { unheardResult } from './voicemail.ts';

/** A phone that rings is taken up by itself: SIP has no way to do it from outside. */
export const notSupported: readonly CommandType[] = ['answer'];

/** A phone of another tenant's is nobody's. */
function ownPhone({ tenant }: Call, phone: string): void {
  if (!phone.startsWith(`t${tenant}-`)) throw new Refusal('not_found', 'There is no such phone.');
}

const ownTarget = (call: Call, to: Target): void => {
  if ('phone' in to) ownPhone(call, to.phone);
};

/**
 * Does something with a call. The same key again does nothing; the key is written down with the first change that the
 * command makes.
 * @throws Refusal
 */
export async function run(calls: Calls, id: string, key: string, command: Command): Promise<void> {
  const { ari, journal, settings } = calls.parts;
  // Fetched before it is the call's turn: a slow address holds nobody up.
  const url =
    command.type === 'record' ? command.announce?.audioUrl : 'audioUrl' in command && command.audioUrl;
  const sound = url ? await fetchSound(settings.folder, url) : '';
  await calls.serial(id, async () => {
    if (journal.hasKey(id, key)) return;
    const call = calls.find(id);
    if (!call) throw new Refusal('not_found', 'There is no such call.');
    if (notSupported.includes(command.type))
      throw new Refusal('not_supported', 'A phone of Asterisk takes a call up by itself.');
    if (!isLive(call)) {
      if (command.type === 'hangup') return;
      throw new Refusal('wrong_state', 'The call is over.');
    }
    if (!ari.connected) throw new Refusal('down', 'Asterisk is not connected.');
    await act(calls, call, key, command, sound);
    if (isLive(call)) await settle(calls, call);
  });
}

async function act(calls: Calls, call: Call, key: string, command: Command, sound: string): Promise<void> {
  const { ari, journal } = calls.parts;
  const { party, agent } = call.legs;
  switch (command.type) {
    case 'hangup':
      journal.addKey(call.id, key);
      return calls.end(call, call.answeredAt === null ? unheardResult(call) : resultOf(call));
    case 'connect':
      ownPhone(call, command.phone);
      return connectAgent(calls, call, command.phone, key);
    case 'hold': {
      if (call.state !== 'answered')
        throw new Refusal('wrong_state', 'Only a call that goes on can be held.');
      if (call.transfer) throw new Refusal('wrong_state', 'The call is being transferred.');
      const changed = call.held !== command.hold;
      call.held = command.hold;
      return calls.save(call, changed ? [{ event: command.hold ? 'held' : 'resumed' }] : [], key);
    }
    case 'transfer':
      ownTarget(call, command.to);
      return transfer(calls, call, command.mode, command.to, key);
    case 'completeTransfer':
      return changeTransfer(calls, call, 'complete', key);
    case 'cancelTransfer':
      return changeTransfer(calls, call, 'cancel', key);
    case 'joinTransfer':
      return changeTransfer(calls, call, 'join', key);
    case 'record':
      return record(calls, call, command.action, key, sound || undefined);
    case 'supervise':
      ownPhone(call, command.phone);
      return supervise(calls, call, command.phone, command.mode, key);
    case 'endSupervision':
      ownPhone(call, command.phone);
      if (call.supervision[command.phone]) return supervisionOver(calls, call, command.phone, key);
      return calls.save(call, [], key);
    case 'digits':
      if (party?.state !== 'up') throw new Refusal('wrong_state', 'Nobody has answered yet.');
      calls.save(call, [], key);
      await ari.attempt('POST', `channels/${party.channel}/dtmf`, {
        dtmf: command.digits,
        between: 120,
        duration: 120,
      });
      return;
    case 'play':
      if (party?.state !== 'up') throw new Refusal('wrong_state', 'Nobody has answered yet.');
      calls.save(call, [], key);
      await ari.attempt('POST', `channels/${party.channel}/play/${call.id}.play.${Date.now()}`, {
        media: `sound:${sound}`,
      });
      return;
    case 'dropVoicemail': {
      if (party?.state !== 'up') throw new Refusal('wrong_state', 'Nobody has answered yet.');
      call.droppingVoicemail = true;
      call.by = 'machine';
      if (agent) calls.dropLeg(call, agent);
      const left = agent?.phone
        ? [{ event: 'agent-left' as const, phone: agent.phone, reason: 'voicemail' }]
        : [];
      party.place = 'plan';
      calls.save(call, left, key);
      if (agent) await calls.hangUp(agent);
      await ari.attempt('POST', `channels/${party.channel}/variable`, {
        variable: 'DEALBELL_SOUND',
        value: sound,
      });
      const on = { context: 'dealbell-voicemail', extension: 's', priority: 1 };
      if (!(await ari.attempt('POST', `channels/${party.channel}/continue`, on)))
        await calls.end(call, resultOf(call));
      return;
    }
    case 'joinQueue':
      if (agent) throw new Refusal('wrong_state', 'With an agent in the call, transfer it into the queue.');
      return joinQueue(calls, call, command.queueId, [], key);
    case 'leaveQueue':
      return leaveQueue(calls, call, key);
    case 'answer':
      return;
    default:
      command satisfies never;
  }
}
