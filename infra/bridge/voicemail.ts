import type { MessageBox } from '#shared/exchange/commands.ts';
import { type CallResult, exchangeLimits } from '#shared/model/exchange.ts';
import { type Call, isLive, soundsOf } from './call.ts';
import { type Calls, resultOf } from './calls.ts';
import { settle } from './place.ts';
import { hasSpoken } from './plan-record.ts';
import { newRecording, recordCaller } from './record-caller.ts';
import { fetchSound } from './sounds.ts';

/*
 * Voicemail: a caller whom nobody answered hears the greeting of a box and a tone, and what they say is recorded from their
 * channel. In the records the call was never taken up.
 */

/** Who says nothing for so long has left their message; seconds. */
const messageSilence = 10;

/** Asterisk's own words (asterisk-core-sounds): “Please leave your message after the tone …” */
const ownWords = 'sound:vm-intro';

/** Nobody took the call up: the caller may leave a message where there is a box, else it is over. */
export async function unanswered(
  calls: Calls,
  call: Call,
  box: MessageBox | undefined,
  at?: number,
): Promise<void> {
  const isAsked = box && call.direction === 'inbound' && call.answeredAt === null && call.legs.party;
  if (!isAsked) return calls.end(call, call.answeredAt === null ? 'no-answer' : resultOf(call), [], at);
  const { id: recordingId, name } = newRecording(call);
  call.message = { box, recordingId, name, state: 'greeting', isLeft: false, startedAt: null };
  calls.save(call, [{ event: 'voicemail-started', boxId: box.boxId }]);
  await calls.parts.ari.attempt('POST', `channels/${call.legs.party!.channel}/answer`);
  await settle(calls, call);
  await greet(calls, call);
}

/** Plays the greeting, whose end begins the message. One that cannot be fetched gives way to Asterisk's own words. */
export async function greet(calls: Calls, call: Call): Promise<void> {
  const { ari, settings, log } = calls.parts;
  const { greeting } = call.message!.box;
  let words: { media: string; lang?: string } = { media: ownWords, lang: soundsOf(call) };
  if (greeting)
    try {
      words = { media: `sound:${await fetchSound(settings.folder, greeting.audioUrl)}` };
    } catch (error) {
      log(`${call.id}: the greeting is not heard: ${(error as Error).message}`);
    }
  const path = `channels/${call.legs.party!.channel}/play/${call.id}.greeting.${Date.now()}`;
  if (!(await ari.attempt('POST', path, words))) await recordMessage(calls, call);
}

/** The greeting is over: a tone, and what is said from then on. */
export async function recordMessage(calls: Calls, call: Call): Promise<void> {
  const { message, legs } = call;
  if (message?.state !== 'greeting' || !legs.party) return;
  // Written down first: its end may be told before Asterisk has answered.
  message.state = 'recording';
  message.startedAt = Date.now();
  calls.save(call);
  const { name, box } = message;
  const begun = await recordCaller(calls, legs.party.channel, {
    name,
    longest: box.maxSeconds,
    silence: messageSilence,
  });
  if (begun) return;
  message.state = 'over';
  await calls.end(call, 'no-answer');
}

/** The caller pressed #, was silent, or has said as much as the box takes: the line is let go. */
export async function messageOver(calls: Calls, call: Call | undefined): Promise<void> {
  if (call?.message?.state === 'over' && isLive(call)) await calls.end(call, unheardResult(call));
}

/** How an inbound call ends that nobody took up. */
export const unheardResult = (call: Call): CallResult =>
  isMessageLeft(call) || hasSpoken(call) ? 'voicemail' : 'no-answer';

function isMessageLeft({ message }: Call): boolean {
  if (!message) return false;
  const { state, isLeft, startedAt } = message;
  const isLongEnough = startedAt !== null && Date.now() - startedAt >= exchangeLimits.message.least * 1000;
  return state === 'over' ? isLeft : state === 'recording' && isLongEnough;
}
