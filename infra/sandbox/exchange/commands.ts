import type { Command } from '#shared/exchange/commands.ts';
import { liveLegs, type SandboxCall, talkingAgent } from './call.ts';
import { connect } from './connect.ts';
import { type Core, WrongState } from './core.ts';
import { answerLeg, completeTransfer, endCall, leaveLeg, leaveQueueAs, ringLeg, setLeg } from './legs.ts';
import { joinQueue } from './queues.ts';
import { record } from './recording.ts';
import { secondsOfSound } from './sound.ts';
import { cancelTransfer, joinTransfer, transfer } from './transfer.ts';

/** A supervisor's phone rings so long; seconds. */
const superviseSeconds = 25;

const assertTalks = ({ state }: SandboxCall) => {
  if (state !== 'answered') throw new WrongState('Nobody talks on this call yet.');
};

/** How a call ends on which somebody of ours hangs up. */
const resultOfHangup = (call: SandboxCall) => {
  if (call.state === 'answered') return call.by === 'machine' ? 'voicemail' : 'answered';
  return call.state === 'ringing' ? 'no-answer' : 'failed';
};

function hold(core: Core, call: SandboxCall, held: boolean): void {
  assertTalks(call);
  if (call.held === held) return;
  if (call.transfer)
    throw new WrongState('This call is being transferred; the other party is on hold for it.');
  call.held = held;
  core.tell(call, { event: held ? 'held' : 'resumed' });
}

function supervise(core: Core, call: SandboxCall, phone: string, mode: 'listen' | 'whisper' | 'barge'): void {
  assertTalks(call);
  const there = liveLegs(call).find((leg) => leg.phone === phone);
  if (there && there.role !== 'supervisor') throw new WrongState('This phone is in the call already.');
  if (there) {
    const isNews = there.mode !== mode;
    there.mode = mode;
    if (isNews && there.state === 'talking') core.tell(call, { event: 'supervised', phone, mode });
    else core.tell(call);
    return;
  }
  if (!ringLeg(core, call, { phone, role: 'supervisor', mode }, superviseSeconds))
    throw new WrongState('This phone cannot be reached now.');
}

async function dropVoicemail(core: Core, callId: string, audioUrl: string): Promise<void> {
  const seconds = await secondsOfSound(audioUrl);
  const call = core.parts.store.find(callId);
  if (call?.state !== 'answered') return;
  call.by = 'machine';
  const agent = talkingAgent(call);
  if (agent) {
    setLeg(core, agent, 'left');
    core.tell(call, { event: 'agent-left', phone: agent.phone });
    for (const free of core.onFree) free();
  }
  core.tell(call);
  core.later(callId, { step: 'end', result: 'voicemail' }, seconds * 1000);
}

/** Acts on a call that goes on. @throws WrongState */
export async function carryOut(core: Core, call: SandboxCall, command: Command): Promise<void> {
  switch (command.type) {
    case 'answer':
      return answerLeg(core, call, command.phone);
    case 'connect':
      return connect(core, call, command.phone);
    case 'hangup':
      return endCall(core, call, resultOfHangup(call));
    case 'hold':
      return hold(core, call, command.hold);
    case 'transfer':
      return transfer(core, call, command.mode, command.to);
    case 'completeTransfer':
      return completeTransfer(core, call);
    case 'cancelTransfer':
      return cancelTransfer(core, call);
    case 'joinTransfer':
      return joinTransfer(core, call);
    case 'record':
      return record(core, call, command);
    case 'supervise':
      return supervise(core, call, command.phone, command.mode);
    case 'endSupervision':
      if (liveLegs(call).some(({ phone, role }) => phone === command.phone && role === 'supervisor'))
        leaveLeg(core, call, command.phone, 'hung up');
      return;
    case 'digits':
      assertTalks(call);
      call.digits += command.digits;
      return core.tell(call);
    case 'play': {
      assertTalks(call);
      const seconds = await secondsOfSound(command.audioUrl);
      return core.later(call.callId, { step: 'played' }, seconds * 1000);
    }
    case 'dropVoicemail':
      assertTalks(call);
      return dropVoicemail(core, call.callId, command.audioUrl);
    case 'joinQueue':
      return joinQueue(core, call, command.queueId);
    case 'leaveQueue':
      if (call.queue) leaveQueueAs(core, call, 'left');
      return;
    default:
      return command satisfies never;
  }
}
