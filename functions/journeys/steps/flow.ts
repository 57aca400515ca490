import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { matches } from '#functions/leads/api.ts';
import { awaitedEvents, minutesOf } from '#shared/model/journey/steps/wait.ts';
import { nextTimeOfDay } from './contact.ts';
import { done, type Runner } from './runner.ts';

const iso = (at: number) => new Date(at).toISOString();

export const wait: Runner<'wait'> = {
  async run({ config, lead }) {
    const { mode } = config;
    if (mode === 'timeOfDay') {
      const [hours, minutes] = config.time.split(':').map(Number);
      const until = nextTimeOfDay(lead, hours! * 60 + minutes!, config.weekdays, clock.now());
      return { kind: 'wait', until: iso(until), note: `Until ${config.time} where the lead is`, waiting: {} };
    }
    const until = iso(clock.now() + minutesOf(config) * 60_000);
    if (mode === 'duration') return { kind: 'wait', until, note: 'Waits', waiting: {} };
    return {
      kind: 'wait',
      until,
      note: `Waits for ${awaitedEvents[config.event]}`,
      waiting: { event: config.event, value: config.value, since: clock.iso() },
    };
  },
  timedOut: async ({ config }) =>
    config.mode === 'event'
      ? done('timedOut', `Waited for ${awaitedEvents[config.event]}, in vain`)
      : done('next', 'Waited'),
};

/** A number in [0, 1) that is always the same for a lead at a step. */
export const stableShare = (journeyId: string, stepId: string, leadId: string): number =>
  createHash('sha256').update(`${journeyId}/${stepId}/${leadId}`).digest().readUInt32BE(0) / 2 ** 32;

/** The variant of a split that a lead goes. */
export function variantOf(variants: readonly { key: string; weight: number }[], share: number): string {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let rest = share * total;
  for (const { key, weight } of variants) {
    rest -= weight;
    if (rest < 0) return key;
  }
  return variants.at(-1)!.key;
}

export const split: Runner<'split'> = {
  async run({ config, enrolment, step }) {
    const key = variantOf(config.variants, stableShare(enrolment.journeyId, step.id, enrolment.leadId));
    return done(key, `Goes way ${key.toUpperCase()}`);
  },
};

export const branch: Runner<'branch'> = {
  async run({ config, lead, enrolment }) {
    const yes =
      matches(config.filter, lead) && (config.event === null || enrolment.happened.includes(config.event));
    return done(yes ? 'yes' : 'no', yes ? 'Yes' : 'No');
  },
};

export const end: Runner<'end'> = {
  run: async ({ config }) => done('', config.reason || 'Came to an end'),
};
