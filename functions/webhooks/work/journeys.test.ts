import { describe, expect, it } from 'vitest';
import { enrolmentsOfLead } from '#functions/journeys/store/enrolments.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';
import { resumeOnTags } from './resume-on-tags.ts';

const ada = { phone: number(1), name: 'Ada Lovelace' };

/** A tenant with two journeys that wait for a day, live both of them. */
async function withJourneys() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const make = async (name: string) => {
    const steps = [
      { id: 'stp_1', type: 'wait' as const, config: { mode: 'duration', amount: 1, unit: 'days' } },
    ];
    const { body } = await admin.call(api.journeys.create, { name, entry: 'stp_1', steps });
    expect((await admin.call(api.journeys.publish, { id: body.id })).body.status).toBe('live');
    return body.id;
  };
  return { tenant, first: await make('First'), second: await make('Second') };
}

describe('webhooks and journeys', () => {
  it('enrol by go, pause by pause until a tag, and leave by stop', async () => {
    const { tenant, first, second } = await withJourneys();
    const go = await withWebhook({ autoEnrollJourneyId: first }, tenant);
    const alsoGo = await withWebhook({ autoEnrollJourneyId: second, payloadMinutes: 0 }, tenant);
    const pause = await withWebhook(
      { webhookType: 'pause', pauseConfig: { scope: 'journeys', journeyIds: [first], resumeTag: 'go-on' } },
      tenant,
    );
    const stop = await withWebhook({ webhookType: 'stop' }, tenant);

    const [made] = (await go.deliver(ada)).results;
    expect(made!.notes).toEqual(['Enrolled in the journey.']);
    expect((await alsoGo.deliver(ada)).results[0]).toMatchObject({
      outcome: 'updated',
      notes: ['Enrolled in the journey.'],
    });
    expect((await alsoGo.deliver(ada)).results[0]!.notes).toEqual(['Is in the journey already.']);
    const leadId = made!.leadId!;
    const statuses = () =>
      go.system(async () => {
        const all = await enrolmentsOfLead(leadId);
        return Object.fromEntries(all.map(({ journeyId, status }) => [journeyId, status]));
      });
    // The index tells of what is new some milliseconds late.
    const become = (wanted: object) => eventually(async () => expect(await statuses()).toEqual(wanted));
    await become({ [first]: 'active', [second]: 'active' });

    expect((await pause.deliver(ada)).results[0]).toMatchObject({
      outcome: 'paused',
      notes: ['Paused in 1 journey.'],
    });
    await become({ [first]: 'paused', [second]: 'active' });
    const tagged = (after: string[]) =>
      go.system(() =>
        resumeOnTags({
          type: 'lead.updated',
          eventId: 'evt_1',
          entityId: leadId,
          at: '2026-01-05T12:00:00.000Z',
          data: { changes: [{ field: 'tags', before: [], after }] },
        }),
      );
    await tagged(['other']);
    expect((await statuses())[first]).toBe('paused');
    await tagged(['other', 'go-on']);
    await become({ [first]: 'active', [second]: 'active' });

    const dry = await stop.admin.call(api.webhooks.test, { id: stop.webhook.id, payload: ada });
    expect(dry.body.stopActions).toEqual({ stoppedLeads: 1, journeysRemoved: 2, executionsCancelled: 2 });
    await become({ [first]: 'active', [second]: 'active' });
    const [stopped] = (await stop.deliver({ phone: number(1), stopReason: 'Asked us to' })).results;
    expect(stopped).toMatchObject({ outcome: 'stopped', notes: ['Left 2 journeys.'] });
    await become({ [first]: 'exited', [second]: 'exited' });
  });

  it('tells where a journey is not live', async () => {
    const tenant = await freshTenant();
    const { body } = await as(tenant.admin).call(api.journeys.create, { name: 'Draft' });
    const hook = await withWebhook({ autoEnrollJourneyId: body.id }, tenant);
    expect((await hook.deliver(ada)).results[0]).toMatchObject({
      outcome: 'created',
      notes: ['The journey is not live, so it takes nobody.'],
    });
  });
});
