import { describe, expect, it, vi } from 'vitest';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { line, setUp, tagging } from '#tests/support/journeys.ts';
import { timeTravel } from '#tests/support/time.ts';
import { runAll } from './engine/run.ts';
import { enrol } from './enrol.ts';
import { leadUpdated } from './listening.ts';
import { enrolmentsOfLead, findEnrolment } from './store/enrolments.ts';
import { openEnrolments } from './store/memberships.ts';

// A circle is some hundred transactions.
vi.setConfig({ testTimeout: 120_000 });

const { journeys, leads } = api;
const always = { reentry: { rule: 'always' } };
const entering = (journeyId: string) => ({ type: 'enter', config: { journeyId } });

/** A tenant whose journey `id` is a draft, and what makes and runs circles of it. */
async function ring() {
  timeTravel('2026-03-10T16:00:00.000Z');
  const world = await setUp(line(tagging('a')), always);
  const { admin, system, tenant } = world;
  const more = async (name: string, graph: object, fields: object = {}) => {
    const { body } = await admin.call(journeys.create, { name, ...graph, ...always, ...fields });
    const live = await admin.call(journeys.publish, { id: body.id, confirmCircle: true });
    expect(live.status).toBe(200);
    return body.id;
  };
  const goLive = async (graph: object, fields: object = {}) => {
    await admin.call(journeys.update, { id: world.id, ...graph, ...fields });
    expect((await admin.call(journeys.publish, { id: world.id, confirmCircle: true })).status).toBe(200);
  };
  const heard = new Set<string>();
  /** Tells the journeys of changes of a lead, as the bus does: each twice. */
  const hear = (leadId: string) =>
    system(async () => {
      const { data } = await Events.query
        .byEntity({ tenantId: tenantOf(), entityId: leadId })
        .go({ consistent: true, pages: 'all' });
      let fresh = 0;
      for (const { eventId, type, at, data: detail } of data) {
        if (type !== 'lead.updated' || heard.has(eventId)) continue;
        heard.add(eventId);
        fresh++;
        for (let time = 0; time < 2; time++) await leadUpdated(leadId, detail as never, at);
      }
      return fresh;
    });
  /** Works what a lead's journeys have to do until nothing is left, each message twice; in turn, oldest first. */
  const drain = (leadId: string) =>
    asSystem(tenant.id, 'journeys', async () => {
      for (let turn = 0; turn < 200; turn++) {
        const open = await Promise.all((await openEnrolments(leadId)).map((one) => findEnrolment(one)));
        const items = open.flatMap((one) =>
          one?.status === 'active' ? [{ enrolmentId: one.enrolmentId, seq: one.seq }] : [],
        );
        for (const item of items) await runAll([item, item]);
        const changes = await hear(leadId);
        if (items.length + changes === 0) return;
      }
      throw new Error('It never ends.');
    });
  const entries = (leadId: string) => system(async () => (await enrolmentsOfLead(leadId)).length);
  const refusals = async (leadId: string) =>
    (await admin.call(leads.timeline, { id: leadId, limit: 200 })).body.entries.filter(({ text }) =>
      text.startsWith('Not taken into'),
    );
  const refused = async (id: string) => (await admin.call(journeys.statistics, { id })).body.refused;
  return { ...world, more, goLive, hear, drain, entries, refusals, refused };
}

/** The index of a lead's enrolments tells of the last ones some milliseconds late. */
const indexed = { timeout: 10_000 };

describe('journeys that enter each other', () => {
  it('end after ten entries in a row, and the lead and the figures tell why, once', async () => {
    const { id, more, goLive, lead, enter, drain, entries, refusals, refused } = await ring();
    const other = await more('Second', line(entering(id)));
    await goLive(line(entering(other)));
    const leadId = await lead();
    await enter(leadId);
    await drain(leadId);
    await expect.poll(() => entries(leadId), indexed).toBe(journeyLimits.chain + 1);
    expect(await refusals(leadId)).toMatchObject([
      { text: expect.stringContaining('put it into each other 10 times in a row') },
    ]);
    const told = [await refused(id), await refused(other)];
    expect(told).toContainEqual({ too_deep: 1 });
  });

  it('by two steps each end at the most entries of a day', async () => {
    const { id, more, goLive, lead, enter, drain, entries, refusals } = await ring();
    const other = await more('Second', line(entering(id), entering(id)));
    await goLive(line(entering(other), entering(other)));
    const leadId = await lead();
    await enter(leadId);
    await drain(leadId);
    await expect.poll(() => entries(leadId), indexed).toBe(journeyLimits.entriesADay);
    expect((await refusals(leadId)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('50 times today'),
    );
    // The cap is the lead's own: another one comes in meanwhile.
    expect((await enter(leadId)).outcome).toBe('day_cap');
    expect((await enter(await lead())).outcome).toBe('enrolled');
  });

  it('end when a journey enters itself', async () => {
    const { id, goLive, lead, enter, drain, entries } = await ring();
    await goLive(line(entering(id)));
    const leadId = await lead();
    await enter(leadId);
    await drain(leadId);
    await expect.poll(() => entries(leadId), indexed).toBe(journeyLimits.chain + 1);
  });

  it('end when they do so by tags, through the events of what they change', async () => {
    const { id, more, goLive, lead, drain, entries, system } = await ring();
    const chain = [id];
    const back = (at: number) => ({ triggerCriteria: { autoEnroll: true, leadTags: [`t${at}`] } });
    for (let at = 1; at <= journeyLimits.chain + 3; at++)
      chain.push(await more(`Number ${at}`, line(tagging(`t${at + 1}`)), back(at)));
    await goLive(line(tagging('t1')));
    const leadId = await lead();
    await system(() => enrol(id, [leadId], { how: 'manual' }));
    await drain(leadId);
    await expect.poll(() => entries(leadId), indexed).toBe(journeyLimits.chain + 1);
  });

  it('begin again when the entry that caused them is more than a day old', async () => {
    const { id, more, goLive, lead, system, entries, drain } = await ring();
    const other = await more('Second', line(tagging('b')));
    await goLive(
      line({ type: 'wait', config: { mode: 'duration', amount: 3, unit: 'days' } }, entering(other)),
    );
    const leadId = await lead();
    const [came] = await system(() =>
      enrol(id, [leadId], { how: 'journey', id: 'x', depth: journeyLimits.chain }),
    );
    await system(() => runAll([{ enrolmentId: came!.enrolmentId!, seq: 1 }]));
    timeTravel('2026-03-13T17:00:00.000Z');
    await drain(leadId);
    await expect.poll(() => entries(leadId), indexed).toBe(2);
  });
});

describe('publishing a journey that makes a circle', () => {
  it('is refused with the journeys by name, until it is confirmed', async () => {
    const { admin, id, more, publish } = await ring();
    const tagged = { triggerCriteria: { autoEnroll: true, leadTags: ['hot'] } };
    const other = await more('Second', line(entering(id)), tagged);
    await admin.call(journeys.update, { id, ...line(tagging('hot')) });
    const refused = await publish();
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'circle',
        error:
          'Leads would go in a circle: “Welcome” adds the tag “hot”, with which leads come into “Second”; “Second” enters “Welcome”. Publish it with your confirmation if that is meant.',
        details: {
          journeyIds: [id, other],
          ways: '“Welcome” adds the tag “hot”, with which leads come into “Second”; “Second” enters “Welcome”',
        },
      },
    });
    expect((await admin.call(journeys.publish, { id, confirmCircle: true })).status).toBe(200);
  });

  it('by resuming it, or by what leads come in by while it is live, is refused as well', async () => {
    const { admin, id, more } = await ring();
    await admin.call(journeys.update, { id, ...line(tagging('hot')) });
    expect((await admin.call(journeys.publish, { id })).status).toBe(200);
    // Leads of the first come into the second as soon as its criteria count: it is live, so they would at once.
    const other = await more('Second', line(entering(id)));
    const triggerCriteria = { autoEnroll: true, leadTags: ['hot'] };
    for (const call of [journeys.update, journeys.autoEnrollment])
      expect(await admin.call(call, { id: other, triggerCriteria })).toMatchObject({
        status: 400,
        body: { code: 'circle', details: { journeyIds: [other, id] } },
      });
    expect((await admin.call(journeys.get, { id: other })).body.triggerCriteria.autoEnroll).toBe(false);

    // While it is paused it may be changed, and is asked about when it resumes.
    const toggle = (status: 'live' | 'paused', confirmCircle = false) =>
      admin.call(journeys.toggle, { id: other, status, confirmCircle });
    expect((await toggle('paused')).status).toBe(200);
    expect((await admin.call(journeys.autoEnrollment, { id: other, triggerCriteria })).status).toBe(200);
    expect(await toggle('live')).toMatchObject({
      status: 400,
      body: { code: 'circle', error: expect.stringContaining('Resume it with your confirmation') },
    });
    expect((await admin.call(journeys.get, { id: other })).body.status).toBe('paused');
    expect((await toggle('live', true)).status).toBe(200);
    // What was confirmed is not asked again by a change that closes no other circle.
    const narrower = { ...triggerCriteria, sources: ['Website'] };
    expect((await admin.call(journeys.update, { id: other, triggerCriteria: narrower })).status).toBe(200);
  });

  it('by letting leads come in again while it is live, is refused as well', async () => {
    const { admin, id, more } = await ring();
    const once = { rule: 'never' };
    const again = { rule: 'afterDays', days: 3 };
    await admin.call(journeys.update, { id, reentry: once });
    expect((await admin.call(journeys.publish, { id })).status).toBe(200);
    const other = await more('Second', line(entering(id)));
    await admin.call(journeys.update, { id, ...line(entering(other)) });
    // Leads come into the first once, so that going live with the circle asks nothing.
    expect((await admin.call(journeys.publish, { id })).status).toBe(200);
    expect(await admin.call(journeys.update, { id, reentry: again })).toMatchObject({
      status: 400,
      body: {
        code: 'circle',
        error: expect.stringContaining('Save it with your confirmation'),
        details: { journeyIds: [id, other] },
      },
    });
    expect((await admin.call(journeys.get, { id })).body.reentry).toMatchObject(once);
    const meant = { id, reentry: again, confirmCircle: true };
    expect((await admin.call(journeys.update, meant)).status).toBe(200);
    // What was confirmed is not asked again.
    expect((await admin.call(journeys.update, { id, reentry: { rule: 'always' } })).status).toBe(200);
  });

  it('asks nothing where leads come in once', async () => {
    const { admin, id, more, publish } = await ring();
    await more('Second', line(entering(id)));
    const once = { reentry: { rule: 'never' } };
    const second = (await admin.call(journeys.list, {})).body.journeys.find(({ name }) => name === 'Second')!;
    await admin.call(journeys.update, { id, ...line(entering(second.id)), ...once });
    expect((await publish()).status).toBe(200);
  });
});

it('a change of the steps alone leaves a journey its rule of re-entry and its criteria', async () => {
  const { admin, id } = await ring();
  const triggerCriteria = { autoEnroll: true, leadTags: ['hot'] };
  await admin.call(journeys.update, { id, triggerCriteria });
  const { body } = await admin.call(journeys.update, { id, ...line(tagging('b')) });
  expect(body).toMatchObject({ reentry: { rule: 'always' }, triggerCriteria });
});
