import { describe, expect, it } from 'vitest';
import { anybody, dueEntries, untilAtOnce } from '#functions/callingLists/store.ts';
import { handler as worker, workOn } from '#functions/jobs/worker.ts';
import { runDue } from '#functions/journeys/engine/run.ts';
import { enrol } from '#functions/journeys/enrol.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueKinds } from '#functions/sweeper/kinds.ts';
import { api } from '#shared/api/index.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { line, tagging } from '#tests/support/journeys.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { leads, calls, jobs } = api;

/** Of ten leads of a source so many are won: without exceptions, so that no luck of the held-out ones decides. */
const wonOfTen = { Website: 10, Fair: 0 } as const;
type Source = keyof typeof wonOfTen;

async function office() {
  const tenant = await freshTenant();
  const queue = await setQueue('JOBS');
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const add = async (many: readonly object[]) => {
    const { body } = await admin.call(leads.bulkCreate, { leads: [...many] });
    return body.results.map(({ id }) => id!);
  };
  /** Closes leads: of each ten of a source as many are won as `wonOfTen` says. */
  const close = async (source: Source, ids: readonly string[]) => {
    const isWon = (at: number) => at % 10 < wonOfTen[source];
    for (const status of ['won', 'lost'] as const) {
      const some = ids.filter((_, at) => isWon(at) === (status === 'won'));
      for (let at = 0; at < some.length; at += 200)
        await admin.call(leads.bulkPatch, { ids: some.slice(at, at + 200), changes: { status } });
    }
  };
  const outcomes = async (each: number) => {
    for (const source of ['Website', 'Fair'] as const) {
      const many = Array.from({ length: each }, (_, at) => ({
        lastName: `${source} ${at}`,
        source,
        score: at % 100,
        address: { state: 'FL' },
      }));
      await close(source, await add(many));
    }
    await eventually(async () => {
      const { body } = await admin.call(leads.scoring, {});
      expect(body.closed.won + body.closed.lost).toBe(2 * each);
    });
  };
  const finish = async (jobId: string, times = 1) => {
    const often = async (event: never, context: never) => {
      const [answer] = await Promise.all(Array.from({ length: times }, () => worker(event, context)));
      return answer!;
    };
    await system(() => workOn({ jobId }));
    await queue.work(often as never);
    return (await admin.call(jobs.get, { id: jobId })).body;
  };
  const train = async (times = 1) => {
    const job = await admin.call(leads.trainScores, {});
    expect(job.status).toBe(200);
    expect(await finish(job.body.id, times)).toMatchObject({ status: 'completed', failed: 0 });
    return (await admin.call(leads.scoring, {})).body;
  };
  const switchTo = async (mode: 'learned' | 'entered', times = 1) => {
    const { status, body } = await admin.call(leads.updateScoring, { mode });
    expect([status, body.mode]).toEqual([200, mode]);
    expect(await finish(body.scoringJob!.id, times)).toMatchObject({ status: 'completed', failed: 0 });
  };
  const leadOf = async (id: string) => (await admin.call(leads.get, { id })).body;
  return { tenant, admin, agent, queue, system, add, outcomes, finish, train, switchTo, leadOf };
}

describe('learning lead scores', () => {
  it('says how many outcomes are missing, and switches nothing on, below 200', async () => {
    const { admin, outcomes, train } = await office();
    expect((await admin.call(leads.scoring, {})).body).toMatchObject({
      mode: 'entered',
      closed: { won: 0, lost: 0 },
      needed: { outcomes: 200, ofEither: 20 },
      newest: null,
    });
    await outcomes(40);
    const { newest } = await train();
    expect(newest).toMatchObject({ won: 40, lost: 40, evaluation: null, isBetter: false, factors: [] });
    const refused = await admin.call(leads.updateScoring, { mode: 'learned' });
    expect([refused.status, refused.body.code]).toEqual([409, 'no_model']);
  }, 60_000);

  it('finds what leads are won by, with every message given twice', async () => {
    const { admin, system, add, outcomes, train, switchTo, leadOf } = await office();
    const [ann, bob] = await add([
      { lastName: 'Lee', source: 'Website', score: 12 },
      { lastName: 'Ray', source: 'Fair', score: 90 },
    ]);
    await outcomes(120);
    const { newest } = await train(2);
    expect(newest).toMatchObject({ won: 120, lost: 120, isBetter: true, isCapped: false });
    expect(newest!.evaluation!.auc).toBeGreaterThan(0.75);
    expect(
      newest!.factors
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Source Fair', 'Source Website']);
    expect((await leadOf(ann!)).score).toBe(12);

    await switchTo('learned', 2);
    const [high, low] = [await leadOf(ann!), await leadOf(bob!)];
    expect(high).toMatchObject({ isScoreLearned: true });
    expect(high.score).toBeGreaterThan(65);
    expect(low.score).toBeLessThan(35);
    const sorted = await admin.call(leads.query, {
      filter: { field: 'status', op: 'is', value: 'new' },
      sort: { field: 'score', direction: 'desc' },
    });
    expect(sorted.body.leads.map(({ id }) => id)).toEqual([ann, bob]);
    // Nobody has changed it, and its timeline says so.
    const timeline = await admin.call(leads.timeline, { id: ann! });
    expect(timeline.body.entries.map(({ kind }) => kind)).toEqual(['created']);
    // A journey's branch asks for the same score, and a calling list is in its order.
    const branch = {
      type: 'branch',
      config: { filter: { field: 'score', op: 'atLeast', value: 50 } },
      next: { yes: 'stp_2', no: 'stp_3' },
    };
    const [likely, unlikely] = ['likely', 'unlikely'].map((tag) => ({ ...tagging(tag), next: {} }));
    const { body: journey } = await admin.call(api.journeys.create, {
      name: 'By chance',
      ...line(branch, likely!, unlikely!),
    });
    await admin.call(api.journeys.publish, { id: journey.id });
    for (const id of [ann!, bob!])
      await system(async () => {
        const [entered] = await enrol(journey.id, [id], { how: 'manual' });
        const { seq } = (await findEnrolment(entered!.enrolmentId!))!;
        await runDue(entered!.enrolmentId!, seq);
      });
    expect([(await leadOf(ann!)).tags, (await leadOf(bob!)).tags]).toEqual([['likely'], ['unlikely']]);
    const { body: list } = await admin.call(api.callingLists.create, {
      name: 'Best first',
      filter: { field: 'status', op: 'is', value: 'new' },
      sort: { field: 'score', direction: 'desc' },
    });
    const waiting = await system(() => dueEntries(list.id, 'waiting', anybody, untilAtOnce, 10));
    expect(waiting.map(({ leadId }) => leadId)).toEqual([ann, bob]);
    const { body: why } = await admin.call(leads.score, { id: ann! });
    expect(why).toMatchObject({ mode: 'learned', score: high.score, enteredScore: 12 });
    expect(why.reasons[0]).toMatchObject({ text: 'Source Website: more often won than usual' });
  }, 120_000);

  it('puts every entered score back, also what was sent while scores were learned', async () => {
    const { admin, add, outcomes, train, switchTo, leadOf } = await office();
    await outcomes(110);
    await train();
    const entered = Array.from({ length: 30 }, (_, at) => at * 3);
    const ids = await add(entered.map((score) => ({ lastName: `Lead ${score}`, source: 'Website', score })));
    await switchTo('learned');
    const before = await leadOf(ids[0]!);
    // Sent by a program: kept as the entered score, and the learned one stays.
    const sent = await admin.call(leads.update, { id: ids[0]!, score: 77 });
    expect(sent.body).toMatchObject({ score: before.score, isScoreLearned: true });
    const [late] = await add([{ lastName: 'Late', source: 'Fair', score: 55 }]);
    expect((await leadOf(late!)).score).toBeLessThan(35);
    const moved = await admin.call(leads.update, { id: late!, source: 'Website' });
    expect(moved.body.score).toBe(before.score);

    const deleted = ids[1]!;
    await admin.call(leads.remove, { id: deleted });
    await switchTo('entered', 2);
    await admin.call(leads.restore, { id: deleted });
    const scores = await Promise.all(ids.map(async (id) => (await leadOf(id)).score));
    expect(scores).toEqual([77, ...entered.slice(1)]);
    expect(await leadOf(late!)).toMatchObject({ score: 55 });
    expect(await leadOf(late!)).not.toHaveProperty('isScoreLearned');
    const sorted = await admin.call(leads.query, {
      filter: { field: 'status', op: 'is', value: 'new' },
      sort: { field: 'score', direction: 'desc' },
    });
    expect(sorted.body.leads.map(({ score }) => score)).toEqual(
      [77, 55, ...entered.slice(1)].sort((one, other) => other - one),
    );
  }, 120_000);

  it('learns nothing from what is known only when a lead is closed', async () => {
    const { admin, add, train } = await office();
    const ids = await add(
      Array.from({ length: 240 }, (_, at) => ({ lastName: `Lead ${at}`, source: 'Web' })),
    );
    const won = ids.filter((_, at) => at % 2 === 0);
    // Somebody tags and fills in what they have won; and a file of old customers comes in closed.
    const changes = { status: 'won', source: 'Referral', emails: ['ann@example.com'], dealAmount: 900 };
    for (const some of [won.slice(0, 60), won.slice(60)])
      await admin.call(leads.bulkPatch, { ids: some, changes, addTags: ['customer'] });
    await admin.call(leads.bulkPatch, {
      ids: ids.filter((_, at) => at % 2 === 1),
      changes: { status: 'lost' },
    });
    await add(
      Array.from({ length: 50 }, (_, at) => ({ lastName: `Old ${at}`, source: 'File', status: 'won' })),
    );
    await eventually(async () =>
      expect((await admin.call(leads.scoring, {})).body.closed).toEqual({ won: 170, lost: 120 }),
    );
    const { newest } = await train();
    expect(newest).toMatchObject({ won: 120, lost: 120, isBetter: false });
    const names = newest!.factors.map(({ name }) => name).join();
    expect(names).not.toMatch(/customer|Referral|File|E-mail/);
  }, 120_000);

  it('learns the same where its worker is killed between any two pages', async () => {
    const { admin, system, outcomes, train } = await office();
    await outcomes(110);
    const whole = await train();
    const { body: job } = await admin.call(leads.trainScores, {});
    const time = timeTravel(clock.iso());
    // Each page is done, and its worker killed before it could say so; then killed after it, with its message lost.
    for (let page = 0; page < 8; page++)
      for (const transactions of [1, 2, 99]) {
        const revive = killedAfter(transactions);
        await system(() => workOn({ jobId: job.id })).catch(() => undefined);
        revive();
        time.forward({ minutes: 3 });
      }
    expect((await admin.call(jobs.get, { id: job.id })).body.status).toBe('completed');
    const again = (await admin.call(leads.scoring, {})).body;
    expect(again.newest!.trainedAt).not.toBe(whole.newest!.trainedAt);
    expect({ ...again.newest, trainedAt: '' }).toEqual({ ...whole.newest, trainedAt: '' });
    expect(again.hours).toEqual(whole.hours);
  }, 120_000);

  it('learns again after a week while scores are learned, and writes them', async () => {
    const { admin, system, finish, outcomes, train, switchTo } = await office();
    await outcomes(110);
    const before = await train();
    await switchTo('learned');
    const time = timeTravel(clock.iso());
    time.forward({ days: 7, minutes: 1 });
    await system(() => sweepItems(1, { leadScoring: dueKinds.leadScoring }));
    const { trainingJob } = (await admin.call(leads.scoring, {})).body;
    expect(await finish(trainingJob!.id)).toMatchObject({ status: 'completed', startedBy: 'sweeper' });
    await finish((await admin.call(leads.scoring, {})).body.scoringJob!.id);
    const { body } = await admin.call(leads.scoring, {});
    expect(body.newest!.trainedAt > before.newest!.trainedAt).toBe(true);
    expect(body.scoringJob).toMatchObject({ status: 'completed', title: 'Write learned scores' });
  }, 120_000);

  it('is changed by admins alone, and tells agents of leads that they may see', async () => {
    const { tenant, admin, agent, add } = await office();
    const [theirs, hidden] = await add([
      { lastName: 'Lee', ownerId: tenant.agent.userId, score: 7 },
      { lastName: 'Ray', ownerId: tenant.admin.userId },
    ]);
    expect((await agent.call(leads.scoring, {})).status).toBe(403);
    expect((await agent.call(leads.trainScores, {})).status).toBe(403);
    expect((await agent.call(leads.updateScoring, { mode: 'learned' })).status).toBe(403);
    expect((await agent.call(leads.score, { id: hidden! })).status).toBe(404);
    const { body } = await agent.call(leads.score, { id: theirs! });
    expect(body).toMatchObject({
      mode: 'entered',
      score: 7,
      enteredScore: null,
      reasons: [],
      bestTime: null,
    });
    const stale = await admin.call(leads.updateScoring, { mode: 'entered', version: 5 });
    expect(stale.status).toBe(409);
  });
});

describe('best hours', () => {
  it('are those of a plain count, by the clocks of the leads', async () => {
    const { admin, add, train, leadOf } = await office();
    const states = ['NY', 'CA', 'KY'] as const;
    const people = await Promise.all(
      (await add(states.map((state) => ({ lastName: state, address: { state } })))).map(leadOf),
    );
    const expected = { calls: Array(168).fill(0), answered: Array(168).fill(0) };
    const start = Date.parse(clock.iso()) - 12 * 86_400_000;
    const ends = ['completed', 'no-answer', 'voicemail', 'busy', 'failed', 'cancelled'] as const;
    for (let at = 0; at < 520; at++) {
      const lead = people[at % 3]!;
      const startedAt = new Date(start + at * 31 * 60_000).toISOString();
      const status = ends[Math.floor(at / 3) % 6]!;
      const direction = at % 13 === 0 ? ('inbound' as const) : ('outbound' as const);
      const phone = '+13055550123';
      const input = { direction, leadId: lead.id, phone, status, startedAt };
      expect((await admin.call(calls.create, input)).status).toBe(201);
      // Kentucky lies in two zones, whose hours differ.
      const isCounted = direction === 'outbound' && lead.timeZones.length === 1;
      if (!isCounted || status === 'failed' || status === 'cancelled') continue;
      const { weekday, minute } = localTime(lead.timeZones[0]!, Date.parse(startedAt));
      const hour = weekday * 24 + Math.floor(minute / 60);
      expected.calls[hour]++;
      if (status === 'completed') expected.answered[hour]++;
    }
    const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
    const [all, answered] = [sum(expected.calls), sum(expected.answered)];
    const { hours } = await train();
    expect(hours).toMatchObject({ hourCalls: expected.calls, calls: all, answered, needed: 200 });
    expect(all).toBeGreaterThan(200);
    for (const [hour, share] of hours!.shares!.entries())
      expect(share).toBeCloseTo(
        (expected.answered[hour] + (20 * answered) / all) / (expected.calls[hour] + 20),
      );
  }, 120_000);

  it('recommend nothing outside the hours in which the law lets a lead be called', async () => {
    const { admin, add, train } = await office();
    const phones = ['(305) 555-0123'];
    const [leadId] = await add([{ lastName: 'Lee', phones }]);
    const best = async () => (await admin.call(leads.score, { id: leadId! })).body.bestTime;
    const log = async (hour: string, count: number, answered: number) => {
      for (let at = 0; at < count; at++) {
        const startedAt = `2026-06-${String(8 + (at % 5)).padStart(2, '0')}T${hour}:10:00.000Z`;
        const status = at < answered ? 'completed' : 'no-answer';
        await admin.call(calls.create, { leadId, phone: '+13055550123', status, startedAt } as never);
      }
    };
    timeTravel('2026-06-15T12:00:00.000Z');
    // 10 AM and, later than Florida allows, 9 PM in Miami.
    await log('14', 120, 60);
    expect((await train()).hours!.shares).toBeNull();
    expect(await best()).toBeNull();
    await log('15', 60, 6);
    await log('01', 60, 60);
    await train();
    expect(await best()).toMatchObject({ days: 'weekdays', from: 9, to: 11, calls: 120, answered: 60 });
    expect((await best())!.text).toBe('weekdays 9–11 AM their time');
    await admin.call(leads.update, {
      id: leadId!,
      consent: { call: { state: 'withdrawn', how: 'told agent' } },
    });
    expect(await best()).toBeNull();
  }, 60_000);
});
