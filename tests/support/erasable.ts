import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { noteRecording } from '#functions/calls/api.ts';
import { fileOf } from '#functions/celebrations/news-files.ts';
import { findNews, newsInsertion } from '#functions/celebrations/news-store.ts';
import { insertCelebration, recordOf } from '#functions/celebrations/store.ts';
import { insertSubmission } from '#functions/content/submissions/store.ts';
import { enrol } from '#functions/journeys/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { putChunk } from '#functions/leads/imports/chunk-store.ts';
import { addReasons } from '#functions/leads/imports/reasons.ts';
import { insertImport } from '#functions/leads/imports/store.ts';
import { numberClaim } from '#functions/messages/record/recipient-store.ts';
import { waitInLine } from '#functions/messages/send/waiting.ts';
import { callbackInsertion } from '#functions/pbx/callbacks/store.ts';
import { messageInsertion, voicemailKey } from '#functions/pbx/voicemail/store.ts';
import { filesOf as photoFilesOf } from '#functions/repPhotos/addresses.ts';
import { noted } from '#functions/repPhotos/history.ts';
import { photoIdOf, photoWrite } from '#functions/repPhotos/store.ts';
import { answerWrite, historyEnd, proposalsWrite, searchInsertion } from '#functions/tracers/store.ts';
import { insertSending } from '#functions/webhookEndpoints/store.ts';
import { api } from '#shared/api/index.ts';
import { line, tagging } from './journeys.ts';
import type { Messaging } from './messaging.ts';
import { as, type TestTenant } from './tenant.ts';
import { withWebhook } from './webhooks.ts';

/*
 * A person of whom every noun holds something: by the calls of the product where there is one, else by the noun's own
 * store. And a look at everything that lies in the table, which the product itself has no way to ask for.
 */

export interface Somebody {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

/** Every item of a tenant as it lies in the table. */
export async function rawItems(tenantId: number): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const found: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: process.env.TABLE_NAME!,
        FilterExpression: 'begins_with(pk, :own)',
        ExpressionAttributeValues: { ':own': `$dealbell#tenantid_${tenantId}#` },
        ExclusiveStartKey: from,
      }),
    );
    found.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return found;
}

const jsonOf = (item: unknown) =>
  JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value)).toLowerCase();

/** The items that name somebody: by number, address or either name, in keys too. */
export const namingItems = (items: readonly Record<string, unknown>[], who: Somebody) =>
  items.filter((item) => {
    const text = jsonOf(item);
    const digits = who.phone.slice(2);
    const ways = [
      digits,
      [...digits].reverse().join(''),
      digits.slice(-7),
      who.email,
      who.firstName,
      who.lastName,
    ];
    return ways.some((way) => text.includes(way.toLowerCase()));
  });

/** What kind of thing an item is, as ElectroDB writes it. */
export const kindOf = (item: Record<string, unknown>): string => String(item.__edb_e__ ?? item.pk);

/** The files of a tenant in some areas of the bucket, with their contents as text. */
export const filesOf = (tenantId: number): Promise<string[]> =>
  asSystem(tenantId, 'test', async () => {
    const found: string[] = [];
    for (const area of ['recordings', 'hooks', 'exports', 'media'] as const)
      for (const key of await bucket(area).list(''))
        found.push(`${area}/${key}\n${(await bucket(area).get(key))?.toString('latin1') ?? ''}`);
    return found;
  });

/** Has every noun hold something of somebody. @returns the lead */
export async function seedEverywhere(
  tenant: TestTenant,
  who: Somebody,
  messaging: Messaging,
): Promise<{ leadId: string; callId: string }> {
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const { phone, email, firstName, lastName } = who;
  const name = `${firstName} ${lastName}`;
  const gone = await admin.call(api.leads.create, { firstName, lastName, phones: [phone], emails: [email] });
  await admin.call(api.leads.remove, { id: gone.body.id });
  const made = await admin.call(api.leads.create, {
    firstName,
    lastName,
    phones: [phone],
    emails: [email],
    address: { state: 'FL', postcode: '33130' },
    consent: { email: { state: 'given', how: 'web form' }, call: { state: 'withdrawn', how: 'told us' } },
  });
  const leadId: string = made.body.id;
  await admin.call(api.leads.addNote, { id: leadId, text: `${name} is best reached at ${phone}` });
  await admin.call(api.leads.update, { id: leadId, company: `${lastName} & Sons` });

  const journey = await admin.call(api.journeys.create, {
    name: 'Welcome',
    ...line(tagging('hello')),
  } as never);
  await admin.call(api.journeys.publish, { id: journey.body.id });
  await system(() => enrol(journey.body.id, [leadId], { how: 'manual' }));

  const call = await admin.call(api.calls.create, {
    leadId,
    status: 'completed',
    notes: `Spoke with ${name}`,
  } as never);
  const callId: string = call.body.id;
  await admin.call(api.calls.create, {
    phone,
    direction: 'inbound',
    status: 'completed',
    notes: name,
  } as never);
  await system(async () => {
    await bucket('recordings').put(`${callId}.rec_1.wav`, `the voice of ${name}`, 'audio/wav');
    await noteRecording(callId, 'rec_1');
  });
  await admin.call(api.calls.addComment, { id: callId, at: 3, text: `${name} laughs` });

  await admin.call(api.sms.send, { leadId, message: `Hello ${name}` } as never);
  await messaging.work();
  await system(() =>
    waitInLine(
      {
        channel: 'sms',
        leadId,
        body: `Later, ${name}`,
        source: { kind: 'manual', id: null },
        key: newId('key'),
      },
      new Date(clock.now() + 3_600_000).toISOString(),
    ),
  );
  const { body: inbox } = await admin.call(api.conversations.list, {} as never);
  const thread = (
    inbox as unknown as { conversations: { id: string; leadId: string | null }[] }
  ).conversations.find((one) => one.leadId === leadId);
  if (thread)
    await admin.call(api.conversations.addNote, { id: thread.id, text: `${name} likes mornings` } as never);
  const campaign = await admin.call(api.campaigns.create, {
    name: 'Spring',
    message: 'Hello',
    leadIds: [leadId],
  } as never);
  await system(async () => {
    const claim = await numberClaim({
      campaignId: (campaign.body as unknown as { id: string }).id,
      leadId,
      address: phone,
      onceWithinHours: 0,
    });
    if ('writes' in claim) await commit(claim.writes);
  });

  const hook = await withWebhook({}, tenant);
  await hook.deliver({ name, phone, email });
  await hook.deliver([
    { name, phone, email },
    { name: 'Bob Bystander', phone: '+13055550188', email: 'bob@bystander.example' },
  ]);

  await system(() => commitOf(tenant, who, leadId, callId));
  await admin.call(api.tcpa.addDoNotContact, { addresses: [phone], reason: 'asked us' });
  return { leadId, callId };
}

/** What comes about only through an exchange, a provider or a large file. */
async function commitOf(tenant: TestTenant, who: Somebody, leadId: string, callId: string): Promise<void> {
  const { phone, email, firstName, lastName } = who;
  const name = `${firstName} ${lastName}`;
  const now = clock.iso();
  const voicemail = {
    messageId: newId('vmm'),
    boxId: 'ext_1',
    callId,
    recordingId: 'rec_9',
    phone,
    leadId,
    at: now,
    seconds: 9,
    unheard: true,
    heardAt: null,
    heardBy: null,
    mailed: true,
    version: 1,
  };
  await commit(await messageInsertion(voicemail));
  await bucket('recordings').put(voicemailKey(voicemail), `message of ${name}`, 'audio/wav');
  await commit(
    callbackInsertion({
      callbackId: newId('qcb'),
      queueId: 'que_1',
      phone,
      leadId: null,
      since: now,
      askedAt: now,
      status: 'waiting',
      attempts: 0,
      reason: '',
      callId: null,
      endedAt: null,
      askedIn: callId,
      notBefore: now,
      rounds: 0,
      agentPhone: null,
      isOpen: true,
      expiresAt: null,
      version: 1,
    }),
  );
  const celebration = recordOf({
    at: now,
    celebrationId: newId('cel'),
    how: 'bell',
    leadId,
    customer: name,
    repId: null,
    amount: 100,
    rungBy: null,
  });
  await commit(
    insertCelebration(celebration),
    newsInsertion(celebration, {
      ruleId: 'clr_1',
      sealedSlack: null,
      sealedTeams: null,
      video: true,
    } as never),
  );
  const { token } = (await findNews(celebration))!;
  await bucket('media').put(fileOf('video', { token }), `${name} bought`, 'video/mp4');
  await commit(
    insertSubmission({
      submissionId: newId('sub'),
      projectId: await projectOf(tenant),
      publicId: 'pub_1',
      elementId: 'elm_1',
      kind: 'contact',
      fields: [{ name: 'email', label: 'Your mail', answer: email }],
      action: 'email',
      target: 'office@example.com',
      addressHash: 'x',
      status: 'delivered',
      attempts: 1,
      at: now,
    }),
  );
  const photo = { repEmail: email, repName: name, repTitle: '' };
  const folder = `${photoFilesOf(photoIdOf(email))}/folder`;
  const stored = { ...photo, folder, photoId: photoIdOf(email), crop: null, addedBy: 'boss' };
  const kindOfFile = { mimeType: 'image/png', previewType: 'image/png' } as const;
  await bucket('media').put(`${folder}/photo.png`, `the face of ${name}`, 'image/png');
  await commit(
    photoWrite({ ...stored, ...kindOfFile, fileSize: 9, uploadedAt: now }, false),
    noted({ ...photo, action: 'upload' }),
  );
  const question = newId('question');
  const search = {
    searchId: newId('trs'),
    at: now,
    kind: 'phone' as const,
    query: { phone },
    purpose: 'verification' as const,
    leadId,
    enrichmentId: null,
    userId: tenant.admin.userId,
    username: 'boss',
    state: 'answered' as const,
    billed: 'yes' as const,
    cached: false,
    cost: null,
    matches: 1,
    error: null,
    sandbox: true,
    question,
    expiresAt: historyEnd(),
    version: 1,
  };
  const person = { name, firstName, lastName, phones: [], emails: [email] };
  const answer = {
    question,
    searchId: search.searchId,
    state: 'answered' as const,
    at: clock.now(),
    error: null,
  };
  await commit(
    searchInsertion(search as never),
    answerWrite(undefined, { ...answer, matches: [person as never], sandbox: true }),
    proposalsWrite(undefined, {
      leadId,
      searchId: search.searchId,
      proposals: [{ id: 'p1', field: 'email', value: email, person: name, confidence: 90 }],
      values: { p1: email },
      source: 'Tracers',
    }),
  );
  await commit(
    insertSending({
      messageId: newId('whm'),
      endpointId: await endpointOf(tenant),
      type: 'lead.created',
      status: 'delivered',
      at: now,
      replayOf: null,
      attempts: [],
      payload: JSON.stringify({ type: 'lead.created', data: { leadId, name, phone } }),
      nextAt: now,
      due: 'idle',
      version: 1,
      expiresAt: clock.seconds() + 86_400,
    } as never),
  );
  const importId = newId('imp');
  const expiresAt = clock.seconds() + 86_400;
  const chunk = {
    importId,
    list: 'refused' as const,
    n: 0,
    start: 0,
    end: 10,
    firstRow: 2,
    done: 2,
    failures: [
      [2, `Another lead has the number ${phone}.`],
      [3, 'Another lead has the number +13055550188.'],
    ] as [number, string][],
    token: '-',
    leaseUntil: 0,
    expiresAt,
  };
  const values = [
    [name, phone, email],
    ['Bob Bystander', '+13055550188', 'bob@bystander.example'],
  ];
  await commit(
    insertImport({
      importId,
      plan: { filename: 'list.csv' } as never,
      status: 'completed',
      open: 'no',
      checked: { offset: 0, row: 0, rows: 2, invalid: 0, chunks: 1 },
      error: null,
      hasRejected: true,
      beatAt: 0,
      createdAt: now,
      updatedAt: now,
      expiresAt,
    }),
    putChunk(chunk),
    addReasons(chunk, (row) => values[row - 2]!),
  );
}

const projectOf = async (tenant: TestTenant): Promise<string> =>
  (await as(tenant.admin).call(api.content.create, { name: 'Form' })).body.id;
const endpointOf = async (tenant: TestTenant): Promise<string> =>
  (
    await as(tenant.admin).call(api.webhooks.createEndpoint, {
      name: 'Other system',
      url: 'https://example.com/hook',
    } as never)
  ).body.id;
