import { announceLead } from '#functions/celebrations/api.ts';
import { chainDepth } from '#functions/kernel/chain.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { leadValues, signValues } from '#functions/messageTemplates/api.ts';
import { queueOutgoing } from '#functions/webhookEndpoints/api.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { nameOf } from '#shared/model/journey/steps/index.ts';
import { enrol } from '../enrol.ts';
import { done, failed, type Runner } from './runner.ts';

export const webhook: Runner<'webhook'> = {
  async run({ config, lead, enrolment, journeyName, step, key }) {
    if (!config.endpointId) return failed('next', 'No endpoint is chosen.');
    try {
      await queueOutgoing(
        config.endpointId,
        'journey.step',
        {
          journey: { id: enrolment.journeyId, name: journeyName, version: enrolment.journeyVersion },
          step: { id: step.id, name: nameOf(step) },
          note: config.note,
          lead: { id: lead.id, ...leadValues(lead) },
        },
        key,
      );
      return done('next', 'Told another system');
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return failed('next', error.message);
      throw error;
    }
  },
};

export const celebrate: Runner<'celebrate'> = {
  async run({ config, lead, journeyName, key }) {
    const { projectId, displayIds, minutes } = config;
    if (!projectId) return failed('next', 'Nothing is chosen to be shown.');
    try {
      const data = await signValues(lead);
      const { results, already, held } = await announceLead({
        by: `The journey “${journeyName}”`,
        event: key,
        projectId,
        displayIds,
        seconds: minutes * 60,
        priority: 'NORMAL',
        data,
        leadId: lead.id,
      });
      if (held) return done('next', `Not celebrated: ${held}`);
      const screens = results.filter(({ ok }) => ok).length + already;
      return screens > 0
        ? done('next', `Celebrated on ${screens} ${screens === 1 ? 'screen' : 'screens'}`)
        : failed('next', 'No screen could show it.');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.status >= 500 ? { kind: 'retry', note: error.message } : failed('next', error.message);
    }
  },
};

const said = {
  enrolled: 'Entered another journey',
  already: 'Is in the other journey already',
  not_again: 'May not enter the other journey again',
  not_live: 'The other journey is not live',
  no_lead: 'The lead is gone',
  too_deep: `Journeys have put the lead into each other ${journeyLimits.chain} times in a row: they go in a circle`,
  day_cap: `The lead has come into journeys ${journeyLimits.entriesADay} times today`,
} as const;

export const enter: Runner<'enter'> = {
  async run({ config, lead, enrolment, key }) {
    if (!config.journeyId) return failed('next', 'No journey is chosen.');
    const by = { how: 'journey', id: enrolment.journeyId, key, depth: chainDepth() } as const;
    const [result] = await enrol(config.journeyId, [lead.id], by);
    const { outcome } = result!;
    return outcome === 'enrolled' || outcome === 'already'
      ? done('next', said[outcome])
      : failed('next', said[outcome]);
  },
};
