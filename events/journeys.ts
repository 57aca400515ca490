import { z } from 'zod';
import { defineEvent } from './define.ts';

const journeyId = 'jrn_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const leadId = 'led_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

/** What becomes of leads in journeys; the entity is the enrolment. */
export const journeyEvents = {
  'journey.entered': defineEvent(z.object({ journeyId: z.string(), leadId: z.string(), how: z.string() }), {
    journeyId,
    leadId,
    how: 'webhook',
  }),
  'journey.ended': defineEvent(
    z.object({
      journeyId: z.string(),
      leadId: z.string(),
      status: z.enum(['completed', 'exited']),
      why: z.string(),
    }),
    { journeyId, leadId, status: 'exited', why: 'replied' },
  ),
};
