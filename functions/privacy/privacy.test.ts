import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as worker, workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import {
  filesOf,
  kindOf,
  namingItems,
  rawItems,
  type Somebody,
  seedEverywhere,
} from '#tests/support/erasable.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findRequest } from './store.ts';

const { privacy, leads } = api;

let messaging: Messaging;
beforeAll(async () => {
  messaging = await Messaging.open();
});
afterAll(() => messaging.close());

const person: Somebody = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  phone: '+13055550177',
  email: 'zephyrine@quillfeather.example',
};
const bystander: Somebody = {
  firstName: 'Bob',
  lastName: 'Bystander',
  phone: '+13055550188',
  email: 'bob@bystander.example',
};
const asked = { askedBy: 'person', reason: 'A letter of 3 November' } as const;

async function office() {
  const tenant = await freshTenant();
  const queue = await setQueue('JOBS');
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const begin = async (input: object) => {
    const made = await admin.call(privacy.create, { ...asked, ...input } as never);
    expect(made).toMatchObject({ status: 201 });
    return made.body.id;
  };
  const jobOf = async (id: string) => (await system(() => findRequest(id)))!.jobId;
  /** Works a request until it is done; messages that wait on the queue are not waited for. */
  const finish = (id: string) =>
    eventually(async () => {
      const jobId = await jobOf(id);
      await system(() => workOn({ jobId }));
      await queue.work(worker);
      const { body } = await admin.call(privacy.get, { id });
      expect(body).toMatchObject({ status: 'completed' });
      return body;
    }, 60_000);
  return { tenant, admin, system, begin, finish, jobOf, queue };
}

const withoutCounters = (items: readonly Record<string, unknown>[]) =>
  items.map((item) => JSON.stringify(item)).toSorted();

const namesOf = async (tenant: TestTenant, who: Somebody) => namingItems(await rawItems(tenant.id), who);

describe('the erasure of a person', () => {
  it('leaves nothing of them in any noun but what the certificate names, and all of others', async () => {
    await messaging.clock();
    const { tenant, admin, begin, finish } = await office();
    const other = await admin.call(leads.create, {
      firstName: bystander.firstName,
      lastName: bystander.lastName,
      phones: [bystander.phone],
      emails: [bystander.email],
    });
    const { leadId } = await seedEverywhere(tenant, person, messaging);
    const held = new Set((await namesOf(tenant, person)).map(kindOf));
    const theirs = await namesOf(tenant, bystander);
    const id = await begin({
      kind: 'erasure',
      leadId,
      reason: `${person.firstName} wrote from ${person.email}`,
    });
    const details = await finish(id);

    const step = (kind: string) => details.steps.find((one) => one.kind === kind)!;
    for (const kind of [
      'leads',
      'leadTimeline',
      'leadImports',
      'journeys',
      'messages',
      'waitingMessages',
      'conversations',
      'campaigns',
      'calls',
      'voicemail',
      'queueCallbacks',
      'webhookDeliveries',
      'sendings',
      'tracerSearches',
      'tracerProposals',
      'celebrations',
      'submissions',
      'repPhotos',
      'repPhotoHistory',
      'audit',
    ]) {
      expect(step(kind).found, kind).toBeGreaterThan(0);
      expect(step(kind).left, kind).toBe(0);
    }
    // The lead, and the one that was deleted before and could be had back.
    expect(step('leads').found).toBe(2);
    expect(step('doNotContact')).toMatchObject({
      found: 1,
      left: 1,
      kept: expect.stringContaining('64.1200'),
    });

    const keptKinds = new Set([
      'doNotContact',
      'contactStanding',
      'contactDecision',
      'keptConsent',
      'call',
      'callEntry',
    ]);
    const left = await namesOf(tenant, person);
    expect(left.filter((item) => !keptKinds.has(kindOf(item)))).toEqual([]);
    expect(held.size).toBeGreaterThan(20);
    // Of calls the number alone, as the law has their record kept.
    const text = JSON.stringify(left.filter((item) => ['call', 'callEntry'].includes(kindOf(item))));
    for (const own of [person.firstName, person.lastName, person.email]) expect(text).not.toContain(own);
    expect((await filesOf(tenant.id)).filter((file) => file.includes(person.lastName))).toEqual([]);

    const now = await namesOf(tenant, bystander);
    // What both are in has changed: two deliveries and an import; all else of the other is as it was.
    const shared = new Set(['webhookDelivery', 'webhookResult', 'leadImportReason', 'leadImportChunk']);
    const own = (items: Record<string, unknown>[]) =>
      withoutCounters(items.filter((item) => !shared.has(kindOf(item))));
    expect(own(now)).toEqual(own(theirs));
    expect(now.map(kindOf).toSorted()).toEqual(theirs.map(kindOf).toSorted());
    expect((await admin.call(leads.get, { id: other.body.id })).status).toBe(200);

    const { body } = await admin.call(privacy.certificate, { id });
    expect(body.html).toContain('Certificate of erasure');
    expect(body.html).toContain('28 U.S.C. 1658');
    expect(body.html.toLowerCase()).not.toContain(person.lastName.toLowerCase());
  }, 120_000);

  it('finds nothing when it is asked for again', async () => {
    const { admin, begin, finish } = await office();
    const lead = await admin.call(leads.create, { lastName: person.lastName, phones: [person.phone] });
    await finish(await begin({ kind: 'erasure', leadId: lead.body.id }));
    const again = await finish(await begin({ kind: 'erasure', phone: '(305) 555-0177' }));
    expect(again.steps.filter(({ found, kept }) => found > 0 && kept === '')).toEqual([]);
    expect(
      (await admin.call(privacy.create, { ...asked, kind: 'erasure', leadId: lead.body.id })).status,
    ).toBe(404);
  }, 60_000);

  it('comes to the same end after kills and with each message given twice', async () => {
    const time = timeTravel();
    const { tenant, admin, system, begin, jobOf, queue } = await office();
    const { body } = await admin.call(leads.bulkCreate, {
      leads: [{ lastName: 'Twice', phones: [person.phone], emails: [person.email] }],
    } as never);
    const leadId = (body as { results: { id: string }[] }).results[0]!.id;
    for (let n = 0; n < 3; n++)
      await admin.call(leads.addNote, { id: leadId, text: `Note ${n} of ${person.email}` });
    const id = await begin({ kind: 'erasure', leadId });
    const jobId = await jobOf(id);
    for (const transactions of [1, 4, 9, 15]) {
      const revive = killedAfter(transactions);
      await system(() => workOn({ jobId })).catch(() => undefined);
      revive();
      // The lease of whoever was killed runs out.
      time.forward({ seconds: 61 });
    }
    const twice = async (event: never, context: never) =>
      (await Promise.all([worker(event, context), worker(event, context)]))[0]!;
    const done = await eventually(async () => {
      time.forward({ seconds: 61 });
      await Promise.all([system(() => workOn({ jobId })), system(() => workOn({ jobId }))]);
      await queue.work(twice as never);
      const { body: now } = await admin.call(privacy.get, { id });
      expect(now.status).toBe('completed');
      return now;
    }, 90_000);
    expect(done.steps.find(({ kind }) => kind === 'leads')).toMatchObject({ found: 1, left: 0 });
    expect(await namesOf(tenant, { ...person, firstName: 'Twice', lastName: 'Twice' })).toEqual([]);
  }, 120_000);

  it('finds what is left of a lead that was deleted for good before', async () => {
    const { tenant, admin, begin, finish } = await office();
    const lead = await admin.call(leads.create, { lastName: person.lastName, phones: [person.phone] });
    await admin.call(leads.addNote, { id: lead.body.id, text: `${person.lastName} is on holiday` });
    await admin.call(api.calls.create, { leadId: lead.body.id, status: 'completed', notes: person.lastName });
    await admin.call(leads.remove, { id: lead.body.id, force: true });
    expect((await namesOf(tenant, person)).map(kindOf)).toEqual(expect.arrayContaining(['call', 'event']));
    await finish(await begin({ kind: 'erasure', phone: person.phone }));
    const left = await namesOf(tenant, { ...person, phone: '+10000000000' });
    expect(left.map(kindOf)).toEqual([]);
  }, 60_000);

  it('leaves a number alone that another lead has too', async () => {
    const { admin, begin, finish } = await office();
    await admin.call(leads.updateSettings, { allowDuplicatePhones: true } as never);
    const own = await admin.call(leads.create, { lastName: 'Elder', phones: [person.phone] });
    const other = await admin.call(leads.create, { lastName: 'Younger', phones: [person.phone] });
    const details = await finish(await begin({ kind: 'erasure', leadId: own.body.id }));
    expect(details.shared).toEqual(['•••• 0177']);
    expect((await admin.call(leads.get, { id: other.body.id })).body).toMatchObject({ phone: person.phone });
  }, 60_000);
});

describe('the copy of the data of a person', () => {
  it('holds what every noun has, for machines and to be read, with the recordings', async () => {
    await messaging.clock();
    const { tenant, admin, begin, finish } = await office();
    const { leadId } = await seedEverywhere(tenant, person, messaging);
    const id = await begin({ kind: 'access', email: person.email.toUpperCase() });
    const details = await finish(id);
    expect(details).toMatchObject({
      hasFile: true,
      person: 'Z. Q., •••• 0177',
      leadIds: expect.arrayContaining([leadId]),
    });
    const { body } = await admin.call(privacy.download, { id });
    const files = unzipSync(new Uint8Array(await (await fetch(body.url)).arrayBuffer()));
    const text = (name: string) => Buffer.from(files[name]!).toString('utf8');
    const { data } = JSON.parse(text('data.json')) as { data: Record<string, Record<string, unknown>[]> };
    expect(data.leads).toEqual(expect.arrayContaining([expect.objectContaining({ email: person.email })]));
    expect(data.messages).toEqual(
      expect.arrayContaining([expect.objectContaining({ body: expect.stringContaining('Hello Zephyrine') })]),
    );
    // What the certificate of a copy counts is what its file holds.
    const counted = details.steps.filter(({ found }) => found > 0);
    expect(counted.map(({ kind, found }) => [kind, found])).toEqual(
      counted.map(({ kind }) => [kind, data[kind]?.length]),
    );
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['calls', 'journeys', 'voicemail', 'consents']));
    expect(text('index.html')).toContain('Spoke with Zephyrine Quillfeather');
    expect(text('csv/calls.csv')).toContain('Spoke with Zephyrine Quillfeather');
    const sounds = Object.keys(files).filter((name) => name.startsWith('recordings/'));
    expect(sounds).toHaveLength(2);
    expect(sounds.map(text)).toContain('the voice of Zephyrine Quillfeather');
    expect(text('pictures/photo.png')).toBe('the face of Zephyrine Quillfeather');

    // An erasure takes the file of the copy along, and nobody has changed the person's data before it.
    expect((await admin.call(leads.get, { id: leadId })).status).toBe(200);
    await finish(await begin({ kind: 'erasure', leadId }));
    expect((await admin.call(privacy.download, { id })).status).toBe(409);
  }, 120_000);
});

describe('a request', () => {
  it('is an admin’s, and of one workspace', async () => {
    const { tenant, admin, begin } = await office();
    const lead = await admin.call(leads.create, { lastName: 'Lee', phones: [person.phone] });
    const id = await begin({ kind: 'access', leadId: lead.body.id });
    expect((await as(tenant.agent).call(privacy.get, { id })).status).toBe(403);
    const stranger = as((await freshTenant()).admin);
    expect((await stranger.call(privacy.get, { id })).status).toBe(404);
    expect(
      (await stranger.call(privacy.create, { ...asked, kind: 'erasure', leadId: lead.body.id })).status,
    ).toBe(404);
    expect(
      (await admin.call(privacy.create, { ...asked, kind: 'erasure', phone: person.phone })).body,
    ).toMatchObject({
      code: 'already_asked',
    });
    expect((await admin.call(privacy.create, { ...asked, kind: 'access' } as never)).status).toBe(400);
    expect((await admin.call(privacy.certificate, { id })).status).toBe(409);
  });

  it('is in the audit log, without the person', async () => {
    const { admin, begin, finish } = await office();
    const lead = await admin.call(leads.create, { ...person, phones: [person.phone] } as never);
    const made =
      lead.status === 201
        ? lead
        : await admin.call(leads.create, { lastName: 'Quillfeather', phones: [person.phone] });
    await finish(await begin({ kind: 'erasure', leadId: made.body.id }));
    const { body } = await admin.call(api.audit.list, {} as never);
    const entries = (body as unknown as { entries: { action: string; summary: string }[] }).entries;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['privacy.requested', 'privacy.completed']),
    );
    expect(JSON.stringify(entries)).not.toContain('Quillfeather');
  }, 60_000);
});
