import { expect, it } from 'vitest';
import type { Call } from '#shared/model/call.ts';
import { type CallNews, callAfterNews } from './live.ts';

const at = (second: number) => `2026-06-10T16:00:${String(second).padStart(2, '0')}.000Z`;
const queued: Call = {
  id: 'cal_a',
  version: 1,
  direction: 'outbound',
  from: '',
  to: '+13055550123',
  numberReason: '',
  phone: '+13055550123',
  leadId: null,
  leadName: '',
  status: 'queued',
  legs: [],
  disposition: '',
  notes: '',
  recordingUrl: null,
  recorded: false,
  recordingAnnouncedAt: null,
  script: null,
  cost: null,
  source: 'manual',
  origin: { kind: 'agent', id: 'usr_a' },
  live: null,
  callbackAt: null,
  startedAt: at(0),
  answeredAt: null,
  endedAt: null,
  talkSeconds: 0,
  createdAt: at(0),
  createdBy: 'Ann',
  updatedAt: at(0),
};
const news: CallNews[] = [
  { event: 'ringing', seq: 1, at: at(1) },
  { event: 'answered', seq: 2, at: at(5) },
  { event: 'held', seq: 3, at: at(10) },
  { event: 'resumed', seq: 4, at: at(20) },
  { event: 'ended', seq: 5, at: at(30), result: 'answered', talkSeconds: 25 },
].map((one) => ({ ...one, callId: 'cal_a', agentId: null }) as CallNews);

function orders<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first) => orders(of.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
const callAfter = (order: readonly CallNews[], from = queued) =>
  order.reduce((call, one) => callAfterNews(call, one, at(59)) ?? call, from);

it('comes to the same end in whatever order the exchange tells of it, twice or once', () => {
  for (const order of orders(news)) {
    const end = callAfter([...order, ...order]);
    const say = order.map(({ event }) => event).join(', ');
    expect(end, say).toMatchObject({ status: 'completed', live: null, talkSeconds: 25, endedAt: at(30) });
    // Nothing that comes after the end is news.
    for (const late of news) expect(callAfterNews(end, late, at(59)), say).toBeUndefined();
  }
});

it('goes by the highest number while it lasts: who is told last of a hold that was over before is not held', () => {
  for (const order of orders(news.slice(0, 4)))
    expect(callAfter(order)).toMatchObject({ status: 'in-progress', live: { held: false, seq: 4 } });
});
