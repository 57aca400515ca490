import type { CampaignTest, CampaignTestView } from '#shared/model/campaign-test.ts';
import { momentText } from '#web/features/messages/shared/words.ts';

export const measureWords = { reply: 'Replies', click: 'Clicks' } as const satisfies Record<
  CampaignTest['measure'],
  string
>;

/** 'Replies, at 95 % confidence, for 20 % of them; the others get what has won'. */
export function testWords({ measure, confidence, rest, share }: Omit<CampaignTest, 'variants'>): string {
  const whom = rest === 'winner' ? `, for ${share} % of them; the others get what has won` : '';
  return `${measureWords[measure]}, at ${confidence} % confidence${whom}`;
}

/** 'p = 0.0027', 'p < 0.0001'. */
const pText = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);

/** What a test has come to, in a sentence. */
export function outcomeWords(test: CampaignTestView): string {
  const { state, winner, pValue, confidence, minimum, callsAt, measure } = test;
  const p = pValue === null ? '' : ` (${pText(pValue)})`;
  switch (state) {
    case 'running':
      return callsAt
        ? `The winner is called ${momentText(callsAt)}; answers count until then.`
        : `The winner is called ${test.hours} ${test.hours === 1 ? 'hour' : 'hours'} after the last text of the test.`;
    case 'winner':
      return `${winner} has won: the most ${measureWords[measure].toLowerCase()}, at ${confidence} % confidence${p}.`;
    case 'undecided':
      return `None has won: chance may have made the difference${p}.`;
    case 'guarded':
      return 'None has won: the best one drives more people away than another.';
    case 'too_few':
      return `None has won: each needs at least ${minimum} texts.`;
  }
}
