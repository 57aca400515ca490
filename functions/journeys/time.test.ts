import { describe, expect, it, vi } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp, tagging } from '#tests/support/journeys.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findDue } from './engine/finder.ts';
import { messageReceived } from './listening.ts';
import { pauseLead, resumeLead } from './pause.ts';
import { enrolmentsOfLead } from './store/enrolments.ts';

const { journeys } = api;

describe('waiting', () => {
  it('for a reply goes on when it comes, and otherwise when its time is over', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const graph = {
      entry: 'stp_1',
      steps: [
        {
          id: 'stp_1',
          type: 'wait',
          config: { mode: 'event', event: 'reply', amount: 2, unit: 'days' },
          next: { timedOut: 'stp_2', happened: 'stp_3' },
        },
        { id: 'stp_2', type: 'tag', config: { add: ['silent'] } },
        { id: 'stp_3', type: 'tag', config: { add: ['spoke'] } },
      ],
    };
    const { publish, lead, enter, run, system, tags } = await setUp(graph, { rules: { exitOnReply: false } });
    await publish();
    const [quiet, lively] = [await lead(), await lead()];
    const ids = [(await enter(quiet)).enrolmentId!, (await enter(lively)).enrolmentId!];
    for (const id of ids) await run(id);
    await eventually(async () => expect(await system(() => enrolmentsOfLead(lively))).toHaveLength(1));
    const told = { messageId: 'm', leadId: lively, channel: 'sms', address: '+1', kind: 'text' } as never;
    await system(() => messageReceived(told, clock.iso()));
    await system(() => messageReceived(told, clock.iso()));
    expect(await tags(lively)).toEqual(['spoke']);
    time.forward({ days: 2 });
    await run(ids[0]!);
    expect(await tags(quiet)).toEqual(['silent']);
  });

  it('until a time of day means where the lead is, also over a change of clocks', async () => {
    // 2026-03-08 is the day on which the clocks go forward; Honolulu keeps none.
    timeTravel('2026-03-07T23:00:00Z');
    const at = { type: 'wait', config: { mode: 'timeOfDay', time: '09:00' } };
    const { publish, lead, enter, run } = await setUp(line(at, tagging('x')));
    await publish();
    const due = async (state: string, phone: string) =>
      (await run((await enter(await lead({ address: { state }, phones: [phone] }))).enrolmentId!)).dueAt;
    expect(await due('NY', '+12125559001')).toBe('2026-03-08T13:00:00.000Z');
    expect(await due('HI', '+18085559002')).toBe('2026-03-08T19:00:00.000Z');
    // Tennessee lies in two zones: nine o'clock in both of them.
    expect(await due('TN', '+14235559003')).toBe('2026-03-08T14:00:00.000Z');
  });
});

describe('pausing', () => {
  it('a lead keeps it where it is until it is resumed', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system, tags } = await setUp(line(hours(1), tagging('x')));
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    await eventually(async () =>
      expect(await system(() => pauseLead(leadId, { why: 'on holiday' }))).toEqual({ paused: 1 }),
    );
    time.forward({ days: 3 });
    expect(await run(enrolmentId!)).toMatchObject({ status: 'paused', stepId: 'stp_1' });
    await eventually(async () =>
      expect(await system(() => resumeLead(leadId, 'is back'))).toEqual({ resumed: 1 }),
    );
    await run(enrolmentId!);
    expect(await tags(leadId)).toEqual(['x']);
  });

  it('until a time ends by itself', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system, tags } = await setUp(line(hours(1), tagging('x')));
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    const until = '2026-03-05T15:00:00.000Z';
    await eventually(async () =>
      expect(await system(() => pauseLead(leadId, { until, why: 'asked' }))).toEqual({ paused: 1 }),
    );
    time.forward({ days: 1 });
    // The message of its wait, which lay in the queue when it was paused.
    expect(await run(enrolmentId!)).toMatchObject({ status: 'paused', stepId: 'stp_1' });
    time.forward({ days: 3 });
    await run(enrolmentId!);
    expect(await tags(leadId)).toEqual(['x']);
  });

  it('until a time that comes before a wait is over leaves the wait as it is', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system, tags } = await setUp(line(hours(10 * 24), tagging('x')));
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    const { dueAt } = await run(enrolmentId!);
    const until = '2026-03-05T15:00:00.000Z';
    await eventually(async () =>
      expect(await system(() => pauseLead(leadId, { until, why: 'asked' }))).toEqual({ paused: 1 }),
    );
    time.forward({ days: 4 });
    expect(await run(enrolmentId!)).toMatchObject({ status: 'active', queueAt: dueAt, dueAt });
    time.forward({ days: 7 });
    await run(enrolmentId!);
    expect(await tags(leadId)).toEqual(['x']);
  });

  it('leaves out a contact that has gone stale in it', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system, history } = await setUp(
      line(hours(1), { type: 'sms', config: { body: 'Hello' } }, tagging('after')),
      { rules: { staleAfterHours: 12 } },
    );
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    // The wait is over and the text is due at once, but its message has not come yet.
    time.forward({ minutes: 61 });
    const until = '2026-03-05T15:00:00.000Z';
    await eventually(async () =>
      expect(await system(() => pauseLead(leadId, { until, why: 'asked' }))).toEqual({ paused: 1 }),
    );
    time.forward({ days: 4 });
    await run(enrolmentId!);
    const happened = (await history(enrolmentId!)).map(({ stepId, outcome }) => [stepId, outcome]);
    expect(happened).toContainEqual(['stp_3', 'done']);
    expect(happened).toContainEqual(['stp_2', 'skipped']);
  });

  it('the journey holds what comes due, and leaves out contacts that have gone stale', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, admin, id, system, now, tags, history } = await setUp(
      line(hours(1), { type: 'sms', config: { body: 'Hello' } }, tagging('after')),
      { rules: { staleAfterHours: 12 } },
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    await run(enrolmentId);
    // The wait is over and the text is due when the journey is paused.
    await admin.call(journeys.toggle, { id, status: 'paused' });
    time.forward({ days: 2 });
    expect(await run(enrolmentId)).toMatchObject({ status: 'held', stepId: 'stp_1' });
    await admin.call(journeys.toggle, { id, status: 'live' });
    await eventually(async () => {
      const due = await system(async () => {
        const { startJob } = await import('./jobs.ts');
        const { id: jobId } = await startJob(id, 'resume', {});
        await workOn({ jobId });
        return now(enrolmentId);
      });
      expect(due.status).toBe('active');
    });
    await run(enrolmentId);
    expect(await tags(leadId)).toEqual(['after']);
    expect((await history(enrolmentId)).find(({ stepId }) => stepId === 'stp_2')).toMatchObject({
      outcome: 'skipped',
    });
  });
});

describe('what is due', () => {
  it('is found in its time, put on the queue, and not again while its message is under way', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system } = await setUp(line(hours(3), tagging('x')));
    await publish();
    for (let n = 0; n < 5; n++) await run((await enter(await lead())).enrolmentId!);
    await vi.waitFor(async () => expect(await system(() => findDue())).toBe(0));
    time.forward({ minutes: 181 });
    await vi.waitFor(async () => expect(await system(() => findDue())).toBeGreaterThan(0), 5_000);
    await vi.waitFor(async () => expect(await system(() => findDue())).toBe(0), 5_000);
    time.forward({ minutes: 11 });
    // Their messages were lost: they are found again, in as many looks as the index needs.
    let found = 0;
    await vi.waitFor(async () => {
      found += await system(() => findDue());
      expect(found).toBe(5);
    }, 5_000);
  });
});
