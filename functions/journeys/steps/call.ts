import { numberForLead } from '#functions/didPools/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type CallResult, ContactRefused, ExchangeDown, placeCall } from '#functions/telephony/api.ts';
import { releaseNumbers } from '#functions/transferGroups/api.ts';
import { refusal, takeContact, tomorrow } from './contact.ts';
import { done, failed, type Runner, type Running, type StepResult } from './runner.ts';
import { transferTo } from './transfer.ts';

/** How long a call may ring and be talked before its result is missed, ms. */
const longestMs = 4 * 3_600_000;

const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();

const said: Record<CallResult, string> = {
  answered: 'Called, and was answered',
  voicemail: 'Called, and reached a voicemail',
  'no-answer': 'Called; nobody answered',
  busy: 'Called; the line was busy',
  failed: 'The call could not be made',
};
const outputs: Record<CallResult, string> = {
  answered: 'answered',
  voicemail: 'voicemail',
  'no-answer': 'noAnswer',
  busy: 'busy',
  failed: 'failed',
};
/** After these a person is called again. */
const retriedResults: readonly CallResult[] = ['no-answer', 'busy', 'voicemail'];

/** The key of the attempt under way: each has its own. */
const callKey = ({ key, enrolment }: Pick<Running<'call'>, 'key' | 'enrolment'>): string =>
  `${key}.${(enrolment.calls ?? 0) + 1}`;

/** What follows from the result of a call. */
export function afterCall({ config, enrolment }: Running<'call'>, result: CallResult): StepResult {
  const attempt = (enrolment.calls ?? 0) + 1;
  if (retriedResults.includes(result) && attempt < config.maxAttempts)
    return {
      kind: 'later',
      at: inMs(config.delayBetweenAttempts * 1_000),
      note: `${said[result]}; attempt ${attempt} of ${config.maxAttempts}.`,
      again: attempt,
    };
  const text = attempt > 1 ? `${said[result]}, at attempt ${attempt}` : said[result];
  return result === 'failed'
    ? failed('failed', text)
    : done(outputs[result], text, result === 'answered' ? 'answered' : undefined);
}

export const call: Runner<'call'> = {
  async run(running) {
    const { lead, config } = running;
    const to = lead.phones[0]?.number;
    if (!to) return failed('failed', 'Not called: the lead has no phone number.');
    const key = callKey(running);
    const transfer = await transferTo(config, key);
    if ('instead' in transfer) return transfer.instead;
    const place = await takeContact({ ...running, key } as never, 'call');
    if (!place.ok) {
      await releaseNumbers(key);
      return tomorrow(lead);
    }
    try {
      const { result } = await placeCall({
        key,
        leadId: lead.id,
        to,
        callerId: config.callerId || config.did || config.fallbackDID || null,
        drawNumber:
          config.useLocalDID && !config.callerId
            ? () => numberForLead(lead.ownerId, { phone: to, state: lead.address.state })
            : undefined,
        maxRingSeconds: config.ringSeconds,
        amd: config.amd,
        context: config.dialerContext || config.context || null,
        transferNumber: transfer.number,
        recordCall: config.recordCall,
        ignoresOwnHours: !config.respectBusinessHours,
        source: { kind: 'journey', id: key },
      });
      // It was made by an earlier run of this step, and has ended before anybody waited for it.
      if (result) return afterCall(running, result);
      return {
        kind: 'wait',
        until: inMs(longestMs),
        note: 'The call is under way.',
        waiting: { call: key },
      };
    } catch (error) {
      if (error instanceof ContactRefused) {
        await releaseNumbers(key);
        await place.giveBack();
        return refusal(running as never, 'call', 'failed', error.decision);
      }
      if (error instanceof ExchangeDown) return { kind: 'retry', note: error.message };
      throw error;
    }
  },
  timedOut: async (running) => afterCall(running, 'failed'),
};
