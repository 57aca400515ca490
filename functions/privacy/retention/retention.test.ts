import { describe, expect, it, onTestFinished } from 'vitest';
import { findCall, noteRecording, recordingWork } from '#functions/calls/api.ts';
import { findRecording } from '#functions/calls/recording-store.ts';
import { findSubmission } from '#functions/content/submissions/store.ts';
import { enrol } from '#functions/journeys/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { findMessage } from '#functions/messages/record/message-store.ts';
import { findConversation } from '#functions/messages/threads/conversation-store.ts';
import { voicemailWork } from '#functions/pbx/api.ts';
import { findMessage as findVoicemail, messageInsertion } from '#functions/pbx/voicemail/store.ts';
import { findSearch } from '#functions/tracers/store.ts';
import { api } from '#shared/api/index.ts';
import { cutoffOf, retentionLimits, type Term } from '#shared/model/retention.ts';
import { kindOf, namingItems, rawItems } from '#tests/support/erasable.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line } from '#tests/support/journeys.ts';
import {
  days,
  makeCall,
  makeLead,
  makeMessage,
  makeSearch,
  makeSubmission,
  makeThread,
  months,
  type Office,
  office,
} from '#tests/support/retention.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { readTurn } from './store.ts';

const { privacy } = api;
const zone = 'America/New_York';
const dayMs = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

const voicemail = {
  messageId: 'vmm_1',
  boxId: 'ext_1',
  recordingId: 'rec_9',
  phone: '+13055550101',
  seconds: 9,
  unheard: true,
  heardAt: null,
  heardBy: null,
  mailed: true,
  version: 1,
};

interface Kind {
  what: string;
  kind: string;
  term: Term;
  make: (world: Office, at: string) => Promise<string>;
  /** Whether what was made is still there, or still tells of anybody. */
  isThere: (id: string) => Promise<boolean>;
}

const kinds: Kind[] = [
  {
    what: 'leads',
    kind: 'leads',
    term: days(30),
    make: (world, at) => makeLead(world, at),
    isThere: async (id) => (await findLead(id)) !== undefined,
  },
  {
    what: 'texts',
    kind: 'messages',
    term: days(30),
    make: (world, at) => makeMessage(world, at),
    isThere: async (id) => (await findMessage(id)) !== undefined,
  },
  {
    what: 'conversations',
    kind: 'messages',
    term: months(2),
    make: (world, at) => makeThread(world, at, null),
    isThere: async (id) => (await findConversation(id)) !== undefined,
  },
  {
    what: 'notes of calls',
    kind: 'callNotes',
    term: days(30),
    make: (world, at) => makeCall(world, at),
    isThere: async (id) => (await findCall(id))!.notes !== '',
  },
  {
    what: 'who was called',
    kind: 'callRecords',
    // Longer than the law asks, to the day.
    term: months(61),
    make: (world, at) => makeCall(world, at),
    isThere: async (id) => (await findCall(id))!.phone !== '',
  },
  {
    what: 'forms',
    kind: 'submissions',
    term: days(30),
    make: (world, at) => makeSubmission(world, at),
    isThere: async (id) => (await findSubmission(id)) !== undefined,
  },
  {
    what: 'searches',
    kind: 'tracerSearches',
    term: days(30),
    make: (world, at) => makeSearch(world, at),
    isThere: async (id) => Object.keys((await findSearch(id))!.query).length > 0,
  },
];

describe('a rule', () => {
  it.each(kinds)(
    'about $what takes what is older than its term, to the midnight of the workspace, and previews the same',
    async ({ kind, term, make, isThere }) => {
      const world = await office();
      const { setRule, overview, preview, night, system, time } = world;
      await setRule(kind, term);
      const { nextRunAt } = (await overview()).kinds.find((one) => one.kind === kind)!;
      const cutoff = Date.parse(cutoffOf(zone, Date.parse(nextRunAt!), term));
      const old = await make(world, iso(cutoff - 1));
      const young = await make(world, iso(cutoff));
      time.set(nextRunAt!);
      await eventually(async () => expect(await preview(kind, term)).toMatchObject({ count: 1 }));
      expect(await preview(kind, term)).toMatchObject({
        isMore: false,
        oldest: iso(cutoff - 1),
        spared: [],
      });
      const run = await night();
      expect(await system(() => isThere(old))).toBe(false);
      expect(await system(() => isThere(young))).toBe(true);
      expect(run.results).toEqual([
        expect.objectContaining({
          kind,
          found: 1,
          erased: 1,
          failed: 0,
          spared: [],
          before: iso(cutoff),
          oldest: iso(cutoff - 1),
        }),
      ]);
      // The next night is a day later, and what was erased is not found again.
      expect((await night()).results[0]).toMatchObject({ found: 1, erased: 1, oldest: iso(cutoff) });
      expect((await night()).results[0]).toMatchObject({ found: 0, erased: 0 });
    },
    60_000,
  );

  it('waits a day for its first run, which the admins see, and none comes when it is taken back', async () => {
    const world = await office('2026-03-18T16:00:00.000Z');
    const { setRule, overview, nightFalls, system, runs } = world;
    expect((await overview()).kinds.every(({ term }) => term === null)).toBe(true);
    expect(await system(readTurn)).toMatchObject({ nextAt: null });
    await setRule('leads', months(12));
    const { nextRunAt, isFirstRun } = (await overview()).kinds[0]!;
    expect(isFirstRun).toBe(true);
    // In the night of the 20th, for that of the 19th is less than a day away.
    expect(nextRunAt! > '2026-03-20T07:00:00.000Z' && nextRunAt! < '2026-03-20T09:00:00.000Z').toBe(true);
    await setRule('leads', null);
    expect(await system(readTurn)).toMatchObject({ nextAt: null });
    await setRule('leads', months(12));
    await setRule('leads', months(12), { isPaused: true });
    expect((await overview()).kinds[0]).toMatchObject({ isPaused: true, nextRunAt: null });
    expect(await system(readTurn)).toMatchObject({ nextAt: null });
    await setRule('leads', months(12));
    expect(await nightFalls()).toMatch(/^rtr_/);
    expect(await runs()).toHaveLength(1);
  });

  it('waits again when it takes more than before, and not when it takes less', async () => {
    const { setRule, overview, night, time } = await office();
    const start = async () => (await overview()).kinds[0]!;
    await setRule('leads', months(12));
    await night();
    time.forward(3_600_000);
    const tomorrow = (await start()).nextRunAt;
    await setRule('leads', months(24));
    expect(await start()).toMatchObject({ nextRunAt: tomorrow, isFirstRun: false });
    await setRule('leads', months(6));
    const later = await start();
    expect(later.isFirstRun).toBe(true);
    expect(Date.parse(later.nextRunAt!) - Date.parse(tomorrow!)).toBe(dayMs);
  });

  it('is refused below what the law asks, below a month, and when somebody was quicker', async () => {
    const { setRule, admin, overview } = await office();
    const short = await setRule('callRecords', months(36));
    expect(short.status).toBe(400);
    expect(short.body).toMatchObject({
      error: expect.stringMatching(/^This is kept for 60 months at least\. .*16 CFR 310\.5/),
    });
    const preview = { kind: 'callRecords', term: months(36) };
    expect((await admin.call(privacy.previewRetention, preview)).status).toBe(400);
    expect((await setRule('messages', days(29))).status).toBe(400);
    expect((await setRule('doNotContact', months(60))).status).toBe(404);
    expect((await setRule('leads', months(12), { version: 0 })).status).toBe(200);
    expect((await setRule('leads', months(24), { version: 0 })).status).toBe(409);
    expect((await overview()).kinds[0]!.term).toEqual(months(12));
  });

  it('is an admin’s alone, and stands in the audit log as it was and is', async () => {
    const { setRule, tenant, admin, at, night, ...world } = await office();
    for (const call of [privacy.retention, privacy.retentionRuns, privacy.exportRetentionRuns])
      expect((await as(tenant.agent).call(call, {})).status).toBe(403);
    await setRule('leads', months(12));
    await setRule('leads', months(6));
    await makeLead({ at, admin, ...world } as Office, '2024-01-05T12:00:00.000Z');
    await night();
    const { body } = await admin.call(api.audit.list, {} as never);
    const told = (body as unknown as { entries: { summary: string }[] }).entries.map(
      ({ summary }) => summary,
    );
    expect(told).toEqual(
      expect.arrayContaining([
        'Changed the term of Leads without a sale from for good to 12 months',
        'Changed the term of Leads without a sale from 12 months to 6 months',
        'Erased 1 item whose term was over',
      ]),
    );
  });
});

describe('leads that are at work still', () => {
  it('are passed over, each with its reason, and preview tells as many as the run', async () => {
    const world = await office();
    const { admin, system, setRule, preview, night } = world;
    const then = '2024-05-05T12:00:00.000Z';
    const lead = () => makeLead(world, then);
    const [goes, held, asked, enrolled, promised, waits, wrote] = [
      await lead(),
      await lead(),
      await lead(),
      await lead(),
      await lead(),
      await lead(),
      await lead(),
    ];
    const sold = await lead();
    await world.at('2024-05-05T13:00:00.000Z', () =>
      admin.call(api.leads.update, { id: sold, status: 'won' }),
    );
    await admin.call(privacy.setHold, { id: held, onHold: true, reason: 'A claim' });
    await admin.call(privacy.create, {
      kind: 'access',
      leadId: asked,
      askedBy: 'person',
      reason: 'A letter',
    });
    const journey = await admin.call(api.journeys.create, { name: 'Slow', ...line(hours(90)) } as never);
    await admin.call(api.journeys.publish, { id: journey.body.id });
    await world.at(then, () => system(() => enrol(journey.body.id, [enrolled], { how: 'manual' })));
    await makeCall(world, then, { leadId: promised, callbackAt: '2027-01-01T12:00:00.000Z' });
    await makeThread(world, then, waits, { unread: 1, waitingSince: then });
    await makeThread(world, '2026-03-01T12:00:00.000Z', wrote);
    const term = months(12);
    await setRule('leads', term);
    const expected = ['legalHold', 'privacyRequest', 'journey', 'callback', 'conversation', 'contacted'];
    const told = await preview('leads', term);
    expect(told).toMatchObject({ count: 1, oldest: then });
    expect(told.spared.map(({ reason }) => reason).toSorted()).toEqual(expected.toSorted());
    const [result] = (await night()).results;
    expect(result).toMatchObject({ found: 7, erased: 1, failed: 0 });
    expect(result!.spared.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual(
      told.spared.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
    );
    expect(await system(() => findLead(goes))).toBeUndefined();
    for (const id of [held, asked, enrolled, promised, waits, wrote, sold])
      expect((await system(() => findLead(id)))?.state, id).toBe('live');
  }, 60_000);

  it('keep what else is theirs on legal hold, and are not deleted by anybody until it is lifted', async () => {
    const world = await office();
    const { admin, system, setRule, night } = world;
    const id = await makeLead(world, '2024-05-05T12:00:00.000Z');
    const noted = await makeCall(world, '2024-05-06T12:00:00.000Z', { leadId: id });
    const hold = (onHold: boolean) => admin.call(privacy.setHold, { id, onHold, reason: 'Claim 12' });
    expect((await hold(true)).body).toMatchObject({ onHold: true, reason: 'Claim 12', by: 'boss' });
    expect((await admin.call(privacy.hold, { id })).body).toMatchObject({ onHold: true });
    const removal = await admin.call(api.leads.remove, { id });
    expect(removal).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    const erasure = { kind: 'erasure', leadId: id, askedBy: 'person', reason: 'A letter' } as const;
    expect(await admin.call(privacy.create, erasure)).toMatchObject({
      status: 409,
      body: { code: 'on_hold' },
    });
    await setRule('callNotes', months(6));
    expect((await night()).results[0]).toMatchObject({
      erased: 0,
      spared: [{ reason: 'legalHold', count: 1 }],
    });
    expect((await system(() => findCall(noted)))!.notes).toBe('Wants a quote');
    await hold(false);
    expect((await night()).results[0]).toMatchObject({ erased: 1, spared: [] });
    expect((await admin.call(api.leads.remove, { id })).status).toBe(200);
    expect((await hold(true)).status).toBe(409);
  });

  it('keep their recordings and voicemail beyond their term while they are on legal hold', async () => {
    const world = await office();
    const { admin, system, time } = world;
    const id = await makeLead(world, '2026-03-18T12:00:00.000Z');
    const callId = await makeCall(world, '2026-03-18T13:00:00.000Z', { leadId: id });
    await system(() => noteRecording(callId, 'rec_1'));
    const message = { ...voicemail, leadId: id, callId, at: '2026-03-18T13:00:00.000Z' };
    await system(async () => commit(await messageInsertion(message)));
    await admin.call(api.calls.updateRecordingSettings, { retentionDays: 30 });
    const hold = (onHold: boolean) => admin.call(privacy.setHold, { id, onHold });
    await hold(true);
    time.forward(40 * dayMs);
    const looks = () =>
      system(async () => [await recordingWork.look(callId), await voicemailWork.look(message.messageId)]);
    const weekMs = 7 * dayMs;
    expect(await looks()).toEqual([clock.now() + weekMs, clock.now() + weekMs]);
    expect(await system(() => findRecording(callId))).toBeDefined();
    expect(await system(() => findVoicemail(message.messageId))).toBeDefined();
    await hold(false);
    expect(await looks()).toEqual([undefined, undefined]);
    expect(await system(() => findRecording(callId))).toBeUndefined();
    expect(await system(() => findVoicemail(message.messageId))).toBeUndefined();
  });

  it('of another workspace are neither touched nor told of', async () => {
    const world = await office();
    const { setRule, night, runs } = world;
    const other = await freshTenant();
    const then = '2024-05-05T12:00:00.000Z';
    const id = await makeLead(world, then);
    const theirs = await world.at(then, () =>
      as(other.admin).call(api.leads.create, { lastName: 'Elsewhere', phones: ['+13055550142'] }),
    );
    await setRule('leads', months(12));
    expect((await night()).results[0]).toMatchObject({ found: 1, erased: 1 });
    expect((await as(other.admin).call(api.leads.get, { id: theirs.body.id })).status).toBe(200);
    expect((await as(other.admin).call(privacy.retentionRuns, {})).body.runs).toEqual([]);
    expect((await as(other.admin).call(privacy.setHold, { id, onHold: true })).status).toBe(404);
    expect(await runs()).toHaveLength(1);
  });
});

describe('two rules over one lead', () => {
  it('erase it once: the person with all that is theirs, and the rest by its own term', async () => {
    const world = await office();
    const { setRule, night, system, admin, tenant } = world;
    const then = '2024-05-05T12:00:00.000Z';
    const person = {
      firstName: 'Zephyrine',
      lastName: 'Quillfeather',
      phone: '+13055550177',
      email: 'zephyrine@quillfeather.example',
    };
    const { phone, email, ...name } = person;
    const old = await makeLead(world, then, { ...name, phones: [phone], emails: [email] });
    const young = await makeLead(world, '2026-03-10T12:00:00.000Z');
    await makeMessage(world, then, old);
    await makeCall(world, '2024-05-06T12:00:00.000Z', { leadId: old, phone });
    const message = await makeMessage(world, then, young);
    await world.at('2024-06-06T12:00:00.000Z', () =>
      admin.call(api.leads.addNote, { id: old, text: 'Likes mornings' }),
    );
    for (const kind of ['leads', 'messages', 'callNotes']) await setRule(kind, months(12));
    const { results } = await night();
    expect(results.map(({ kind, erased }) => [kind, erased])).toEqual([
      ['leads', 1],
      ['messages', 1],
      ['callNotes', 0],
    ]);
    expect(await system(() => findLead(young))).toBeDefined();
    expect(await system(() => findMessage(message))).toBeUndefined();
    // Of the person who went, nothing is left but the record of the call, and that of the attempt.
    const left = namingItems(await rawItems(tenant.id), person).map(kindOf);
    expect(left.filter((kind) => !['call', 'callEntry', 'contactStanding'].includes(kind))).toEqual([]);
    expect(left).toContain('call');
  });
});

describe('the history', () => {
  it('is a CSV file with a line for each kind of each run', async () => {
    const world = await office();
    const { setRule, night, admin } = world;
    await makeSubmission(world, '2024-05-05T12:00:00.000Z');
    await makeSubmission(world, '2024-05-05T12:00:00.000Z', { status: 'retrying' });
    await setRule('submissions', months(6));
    await night();
    const { body } = await admin.call(privacy.exportRetentionRuns, {});
    const lines = body.csv.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"Done","Forms that visitors filled in","6 months"');
    expect(lines[1]).toContain('"2","1","1","in use: 1","0"');
    expect(body.filename).toBe('retention 2026-03-20.csv');
  });
});

it('wants the workspace’s name, also past the screen, where a rule takes very many leads', async () => {
  const world = await office();
  const { setRule, overview, tenant } = world;
  const limits = retentionLimits as { typedAbove: number };
  const before = limits.typedAbove;
  onTestFinished(() => {
    limits.typedAbove = before;
  });
  limits.typedAbove = 2;
  for (let n = 0; n < 3; n++) await makeLead(world, '2024-05-05T12:00:00.000Z');
  const refused = await setRule('leads', months(12));
  expect([refused.status, refused.body]).toMatchObject([400, { details: { field: 'confirmName' } }]);
  expect((await setRule('leads', months(12), { confirmName: 'Another Company' })).status).toBe(400);
  // What takes nothing, or not that many, needs no name; nor does a longer term afterwards.
  expect((await setRule('leads', months(12), { isPaused: true })).status).toBe(200);
  expect((await setRule('leads', months(36))).status).toBe(200);
  expect((await setRule('leads', months(12))).status).toBe(400);
  expect((await setRule('leads', months(12), { confirmName: tenant.name })).status).toBe(200);
  expect((await setRule('leads', months(24))).status).toBe(200);
  expect((await overview()).kinds[0]!.term).toEqual(months(24));
});
