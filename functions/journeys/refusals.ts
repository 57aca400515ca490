import { clock } from '#functions/kernel/clock.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { countWrites } from './store/counts.ts';
import { refusalOfDay } from './store/days.ts';
import type { JourneyRecord } from './store/journeys.ts';

/** Why a lead that might come in was kept out, to protect it from journeys that go in circles. */
export type Kept = 'too_deep' | 'day_cap';

const sentences: Readonly<Record<Kept, string>> = {
  too_deep: `journeys have put it into each other ${journeyLimits.chain} times in a row`,
  day_cap: `it has come into journeys ${journeyLimits.entriesADay} times today, the most there is`,
};

/**
 * Tells on the lead's timeline and in the journey's figures that the lead was kept out; once a day for each journey and
 * reason, whoever tries how often.
 */
export async function noteRefusal(
  { journeyId, draft }: JourneyRecord,
  leadId: string,
  why: Kept,
): Promise<void> {
  const date = clock.iso().slice(0, 10);
  const text = `Not taken into the journey “${draft.name}”: ${sentences[why]}`;
  await accepted(
    commit(
      refusalOfDay(leadId, date, journeyId, why),
      countWrites(journeyId, leadId, { [`refused:${why}`]: 1 }),
      timelineEvent(leadId, 'journey', text, { journeyId }),
    ),
  );
}
