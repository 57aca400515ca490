import { describe, expect, it } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { clock } from '#functions/kernel/clock.ts';
import { changeLead, removeLead } from '#functions/leads/write.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp, tagging } from '#tests/support/journeys.ts';
import { timeTravel } from '#tests/support/time.ts';
import { removeFromJourneys } from './end-enrolment.ts';
import { runAll } from './engine/run.ts';
import { enrol } from './enrol.ts';
import { callEnded, leadCreated, leadUpdated, messageComplained, messageReceived } from './listening.ts';
import { enrolmentsOfLead, findEnrolment } from './store/enrolments.ts';

const { journeys } = api;

describe('a journey', () => {
  it('goes live when nothing is missing, and says what is', async () => {
    const { admin, id, publish } = await setUp(line({ type: 'sms' }, { type: 'tag' }));
    const refused = await publish();
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/Choose a template or write a text/);
    expect((await admin.call(journeys.get, { id })).body.problems).toEqual([
      { stepId: 'stp_1', text: 'Choose a template or write a text.' },
      { stepId: 'stp_2', text: 'Name a tag to add or to take away.' },
    ]);
    await admin.call(journeys.update, { id, ...line(tagging('one')) });
    expect((await publish()).body).toMatchObject({ status: 'live', liveVersion: 1, draftDiffers: false });
  });

  it.each([
    ['sms', { body: 'Hi {{ lead.nose }}' }, 'There is no variable lead.nose.'],
    ['email', { subject: 'For {{ lead.nose }}', body: '<p>Hello</p>' }, 'There is no variable lead.nose.'],
    ['email', { subject: 'Hello', body: '<p>{{ lead.nose }}</p>' }, 'There is no variable lead.nose.'],
  ])('does not go live with a variable that there is not: %s %j', async (type, config, text) => {
    const { admin, id, publish } = await setUp(line({ type, config }));
    expect((await publish()).status).toBe(400);
    expect((await admin.call(journeys.get, { id })).body.problems).toEqual([{ stepId: 'stp_1', text }]);
  });

  it('refuses a way out that its step does not have', async () => {
    const { admin, id, publish } = await setUp(line(tagging('one'), tagging('two')));
    const sentence = 'The step has no way out “yes”: it has next.';
    const step = { ...tagging('three'), name: 'Three', next: { yes: 'stp_2' } };
    for (const refused of [
      await admin.call(journeys.addStep, { id, step }),
      await admin.call(journeys.updateStep, { id, stepId: 'stp_1', step }),
    ])
      expect([refused.status, refused.body.error]).toEqual([400, sentence]);
    const [one, two] = line(tagging('one'), tagging('two')).steps;
    await admin.call(journeys.update, {
      id,
      steps: [{ ...one!, next: { next: 'stp_2', yes: 'stp_2' } }, two!],
    });
    expect((await publish()).body.error).toContain(sentence);
  });

  it('has no changes when a card only lies elsewhere, and keeps its place', async () => {
    const { admin, id, publish } = await setUp(line(hours(1), tagging('one')));
    await publish();
    const { steps } = (await admin.call(journeys.get, { id })).body;
    const moved = steps.map((one) => ({ ...one, position: { x: 400, y: one.position.y + 50 } })).reverse();
    await admin.call(journeys.update, { id, steps: moved });
    const after = (await admin.call(journeys.get, { id })).body;
    expect(after).toMatchObject({ draftDiffers: false, liveVersion: 1 });
    expect(after.steps.map(({ position }) => position)).toEqual(moved.map(({ position }) => position));
    expect((await publish()).body.liveVersion).toBe(1);
    const [first, ...others] = moved;
    await admin.call(journeys.update, { id, steps: [{ ...first!, name: 'Renamed' }, ...others] });
    expect((await admin.call(journeys.get, { id })).body.draftDiffers).toBe(true);
  });

  it('refuses a circle that never rests', async () => {
    const { publish } = await setUp({
      entry: 'stp_1',
      steps: [{ id: 'stp_1', type: 'tag', config: { add: ['x'] }, next: { next: 'stp_1' } }],
    });
    expect((await publish()).body.error).toMatch(/never rest/);
  });

  it('runs its steps through waits, and keeps what happened', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, tags, history } = await setUp(
      line(tagging('begun'), hours(5), tagging('later')),
    );
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    expect(await run(enrolmentId!)).toMatchObject({ stepId: 'stp_2', status: 'active', seq: 2 });
    expect(await tags(leadId)).toEqual(['begun']);
    await run(enrolmentId!);
    expect(await tags(leadId)).toEqual(['begun']);
    time.forward({ minutes: 5 * 60 });
    expect(await run(enrolmentId!)).toMatchObject({ status: 'completed', stepId: null });
    expect(await tags(leadId)).toEqual(['begun', 'later']);
    expect((await history(enrolmentId!)).map(({ stepId, outcome }) => [stepId, outcome])).toEqual([
      ['stp_3', 'done'],
      ['stp_2', 'done'],
      ['stp_1', 'done'],
    ]);
  });

  it("is listed among its lead's journeys", async () => {
    const { admin, id, publish, lead, enter } = await setUp(line(hours(1), tagging('one')));
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await eventually(async () => {
      const { body } = await admin.call(api.leads.journeys, { id: leadId });
      expect(body.enrolments).toMatchObject([{ id: enrolmentId, journeyId: id, leadId, status: 'active' }]);
    });
  });

  it('runs a step once, however many run it at once', async () => {
    const { publish, lead, enter, system, history } = await setUp(
      line(tagging('a'), tagging('b'), hours(1), tagging('c')),
    );
    await publish();
    const { enrolmentId } = await enter(await lead());
    await Promise.all(
      Array.from({ length: 6 }, () => system(() => runAll([{ enrolmentId: enrolmentId!, seq: 1 }]))),
    );
    const ids = (await history(enrolmentId!)).map(({ stepId }) => stepId);
    expect(ids).toEqual(['stp_2', 'stp_1']);
  });

  it('pins who is in it to a version; others get the new one, and those can be moved', async () => {
    const { admin, id, publish, lead, enter, run, system, now } = await setUp(line(hours(1), tagging('old')));
    await publish();
    const first = (await enter(await lead())).enrolmentId!;
    await run(first);
    await admin.call(journeys.update, { id, ...line(hours(1), tagging('new')) });
    expect((await admin.call(journeys.get, { id })).body).toMatchObject({ draftDiffers: true });
    await publish();
    const second = (await enter(await lead())).enrolmentId!;
    expect((await now(first)).journeyVersion).toBe(1);
    expect((await now(second)).journeyVersion).toBe(2);
    const { body } = await admin.call(journeys.get, { id });
    expect(body.versions.map(({ number, leads: on }) => [number, on])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const job = await admin.call(journeys.move, { id });
    await eventually(async () => {
      await system(() => workOn({ jobId: job.body.id }));
      expect((await now(first)).journeyVersion).toBe(2);
    });
    for (let page = 0; page < 4; page++) await system(() => workOn({ jobId: job.body.id }));
    expect((await admin.call(journeys.job, { id, jobId: job.body.id })).body).toMatchObject({
      status: 'completed',
      changed: 1,
    });
  });
});

describe('coming in', () => {
  it('is once, of many who enrol one lead at the same instant', async () => {
    const { publish, lead, system, id } = await setUp(line(hours(1)));
    await publish();
    const leadId = await lead();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => system(() => enrol(id, [leadId], { how: 'auto' }))),
    );
    expect(results.map(([one]) => one!.outcome).sort()).toEqual([...Array(7).fill('already'), 'enrolled']);
  });

  it.each([
    ['never', {}, 'not_again', 'not_again'],
    ['afterDays', { days: 10 }, 'not_again', 'enrolled'],
    ['oneAtATime', {}, 'enrolled', 'enrolled'],
    ['always', {}, 'enrolled', 'enrolled'],
  ])('again is by the rule “%s”', async (rule, more, atOnce, later) => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run } = await setUp(line(tagging('a')), { reentry: { rule, ...more } });
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    expect((await run(enrolmentId!)).status).toBe('completed');
    expect((await enter(leadId)).outcome).toBe(atOnce);
    time.forward({ days: 11 });
    if (atOnce !== 'enrolled') expect((await enter(leadId)).outcome).toBe(later);
  });

  it('while it is in it: “always” lets it in beside itself, and both end rightly', async () => {
    const { publish, lead, enter, run, system, now } = await setUp(line(hours(1), tagging('x')), {
      reentry: { rule: 'always' },
    });
    await publish();
    const leadId = await lead();
    const [one, two] = [(await enter(leadId)).enrolmentId!, (await enter(leadId)).enrolmentId!];
    expect(one).not.toBe(two);
    await run(one);
    await eventually(async () =>
      expect(await system(() => removeFromJourneys(leadId, 'sold'))).toMatchObject({ journeysRemoved: 2 }),
    );
    expect([(await now(one)).status, (await now(two)).status]).toEqual(['exited', 'exited']);
  });

  it('happens by itself for leads that fit the criteria', async () => {
    const { publish, lead, system } = await setUp(line(hours(1)), {
      triggerCriteria: { autoEnroll: true, sources: ['Website'], leadTags: ['warm'] },
    });
    await publish();
    const [fits, not] = [
      await lead({ source: 'Website', tags: ['warm'] }),
      await lead({ source: 'Fair', tags: ['warm'] }),
    ];
    await eventually(async () => {
      for (const id of [fits, not]) await system(() => leadCreated(id));
      expect(await system(() => enrolmentsOfLead(fits))).toHaveLength(1);
    });
    expect(await system(() => enrolmentsOfLead(not))).toHaveLength(0);
    await system(() => leadCreated(fits));
    expect(await system(() => enrolmentsOfLead(fits))).toHaveLength(1);
  });

  it('is refused for a journey that is not live and for a lead that is gone', async () => {
    const { publish, lead, enter, system } = await setUp(line(hours(1)));
    const leadId = await lead();
    expect((await enter(leadId)).outcome).toBe('not_live');
    await publish();
    await system(() => removeLead(leadId, false));
    expect((await enter(leadId)).outcome).toBe('no_lead');
  });
});

describe('leaving', () => {
  it('is at once when the goal is reached, by whatever changed the lead', async () => {
    const { publish, lead, enter, run, system, now } = await setUp(line(hours(1), tagging('x')), {
      rules: { goal: { field: 'status', op: 'is', value: 'won' } },
    });
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    await system(() => changeLead(leadId, { status: 'won' }));
    await eventually(async () => {
      await system(() =>
        leadUpdated(leadId, { changes: [{ field: 'status', before: 'new', after: 'won' }] }, clock.iso()),
      );
      expect(await now(enrolmentId!)).toMatchObject({ status: 'exited', note: 'reached the goal' });
    });
  });

  it.each([
    ['text', { exitOnReply: true }, 'exited'],
    ['text', { exitOnReply: false }, 'active'],
    ['stop', { exitOnReply: false }, 'exited'],
    ['help', { exitOnReply: true }, 'active'],
  ] as const)('by a message of the kind %s under %o', async (kind, rules, status) => {
    const { publish, lead, enter, run, system, now } = await setUp(line(hours(1), tagging('x')), { rules });
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    await eventually(async () => expect(await system(() => enrolmentsOfLead(leadId))).toHaveLength(1));
    await system(() =>
      messageReceived(
        { messageId: 'msg_1', leadId, channel: 'sms', address: '+12125551001', kind } as never,
        clock.iso(),
      ),
    );
    expect((await now(enrolmentId!)).status).toBe(status);
  });

  it('of a lead that goes for good takes its history along', async () => {
    const { publish, lead, enter, run, system } = await setUp(line(tagging('x'), hours(1)));
    await publish();
    const leadId = await lead();
    const { enrolmentId } = await enter(leadId);
    await run(enrolmentId!);
    await eventually(async () => expect(await system(() => enrolmentsOfLead(leadId))).toHaveLength(1));
    await import('./delete-history.ts');
    await system(() => removeLead(leadId, true));
    expect(await system(() => findEnrolment(enrolmentId!))).toBeUndefined();
  });
});

describe('figures', () => {
  it('are those of what happened', async () => {
    const { entry, steps } = line(tagging('a'), hours(1), tagging('b'));
    const nameless = { entry, steps: steps.map((step) => ({ ...step, name: '' })) };
    const { publish, lead, enter, run, admin, id } = await setUp(nameless);
    await publish();
    for (let n = 0; n < 3; n++) await run((await enter(await lead())).enrolmentId!);
    const { body } = await admin.call(journeys.statistics, { id });
    expect(body.counts).toEqual({ entered: 3, active: 3, completed: 0, exited: 0, parked: 0 });
    expect(body.steps.map(({ reached }) => reached)).toEqual([3, 3, 0]);
    const { stages } = (await admin.call(journeys.funnel, { id })).body;
    expect(stages.map((stage) => stage.leads)).toEqual([3, 3, 3, 0, 0]);
    // Steps that nobody named are called by their kind, in every list.
    expect(body.steps.map(({ name }) => name)).toEqual(['Tag', 'Wait', 'Tag']);
    expect(stages.map(({ name }) => name)).toEqual(['Entered', 'Tag', 'Wait', 'Tag', 'Completed']);
    const list = await admin.call(journeys.list, {});
    expect(list.body.journeys[0]!.counts.active).toBe(3);
    const removed = await admin.call(journeys.remove, { id });
    expect(removed.status).toBe(409);
    expect((await admin.call(journeys.remove, { id, force: 'true' as never })).status).toBe(200);
  });
});

describe('a dry run', () => {
  it('names each step with its time and its text, and writes nothing', async () => {
    timeTravel('2026-03-03T04:00:00Z');
    const { admin, id, lead, system } = await setUp(
      line(
        { type: 'sms', config: { body: 'Hi {{ lead.firstName }}' } },
        { type: 'wait', config: { mode: 'duration', amount: 2, unit: 'days' } },
        { type: 'email', config: { subject: 'Hello', body: '<p>{{ lead.lastName }}</p>' } },
        { type: 'call', config: {}, next: { answered: null, failed: null } },
      ),
    );
    const leadId = await lead();
    const { body } = await admin.call(journeys.dryRun, { id, leadId });
    expect(body.steps.map(({ stepType, text, body: said }) => [stepType, text, said])).toEqual([
      ['sms', 'Would text', 'Hi Ann'],
      ['wait', 'Would wait 2 days', ''],
      ['email', 'Would mail', '<p>Lee 1</p>'],
      ['call', expect.stringMatching(/^Would call/), ''],
    ]);
    // 23:00 in New York: the text waits for the morning.
    expect(body.steps[0]!.at).toBe('2026-03-03T13:00:00.000Z');
    expect(await system(() => enrolmentsOfLead(leadId))).toEqual([]);
  });
});

it('who marks a mail as spam leaves the journeys that end with an opt-out', async () => {
  const { publish, lead, enter, now, system } = await setUp(line(hours(1), tagging('later')));
  await publish();
  const leadId = await lead();
  const enrolmentId = (await enter(leadId)).enrolmentId!;
  const complaint = { messageId: 'msg_1', leadId, channel: 'email', address: 'ann@example.com' };
  await eventually(async () => {
    await system(() => messageComplained(complaint as never, clock.iso()));
    expect(await now(enrolmentId)).toMatchObject({ status: 'exited', note: 'marked a mail as spam' });
  });
});

describe('the result of a call', () => {
  it('that is no journey’s own lets those go on that wait for an answered call', async () => {
    const { publish, lead, enter, run, system, tags } = await setUp({
      entry: 'stp_1',
      steps: [
        {
          id: 'stp_1',
          type: 'wait',
          config: { mode: 'event', event: 'callAnswered' },
          next: { happened: 'stp_2' },
        },
        { id: 'stp_2', type: 'tag', config: { add: ['talked'] } },
      ],
    });
    await publish();
    const leadId = await lead();
    await run((await enter(leadId)).enrolmentId!);
    await eventually(async () => {
      await system(() =>
        callEnded({ leadId, answered: true, source: null, result: null } as never, clock.iso()),
      );
      expect(await tags(leadId)).toEqual(['talked']);
    });
  });
});
