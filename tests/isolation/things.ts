import { insertPasskey } from '#functions/auth/passkey-store.ts';
import { insertSubmission } from '#functions/content/submissions/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { writeDisplay } from '#functions/signage/store.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { anybody, as, type TestTenant } from '#tests/support/tenant.ts';
import { everythingOfJourneys, journeyThings } from './journey-things.ts';
import { everythingOfLeads, leadThings } from './lead-things.ts';
import { everythingOfMarket, marketThings } from './market-things.ts';
import { everythingOfMessages, messageThings } from './message-things.ts';
import { everythingOfPbx, pbxThings } from './pbx-things.ts';
import { everythingOfPlans, planThings } from './plan-things.ts';
import { everythingOfTracing, tracerThings } from './tracer-things.ts';
import { everythingOfWebhooks, webhookThings } from './webhook-things.ts';

/**
 * One thing of each kind, owned by a tenant, by the prefix of its id. A call that takes an id of a kind which is
 * not here fails its isolation test until it is added.
 */
export async function thingsOf(tenant: TestTenant): Promise<Record<string, string>> {
  const admin = as(tenant.admin);
  const { version: _version, ...element } = newElement('text', {
    id: 'elm_unused',
    x: 0,
    y: 0,
    layerOrder: 0,
  });
  const project = await admin.call(api.content.create, {
    name: `Project of tenant ${tenant.id}`,
    elements: [{ ...element, id: undefined }],
  });
  const { id } = project.body;
  const exported = await admin.call(api.content.createExport, { id, exportType: 'image' });
  const batch = await admin.call(api.content.createPersonalised, {
    id,
    records: [{ data: { lead: { name: `Lead of tenant ${tenant.id}` } } }],
  });
  const upload = await admin.call(api.content.startUpload, {
    name: 'photo.png',
    mimeType: 'image/png',
    fileSize: 10,
  });
  const template = await admin.call(api.content.createTemplate, {
    name: `Template of tenant ${tenant.id}`,
    isPublic: true,
    templateData: { elements: [element], canvasBackground: { type: 'solid', color: '#ffffff' } },
  });
  const bulk = await admin.call(api.content.bulkExport, { projectIds: [id], exportType: 'image' });
  const version = await admin.call(api.content.keepVersion, { id, name: `Version of tenant ${tenant.id}` });
  const preset = await admin.call(api.content.createPreset, {
    name: `Style of tenant ${tenant.id}`,
    elementType: 'text',
    styles: {},
    properties: {},
  });
  const sample = await admin.call(api.content.createSample, {
    id,
    name: `Record of tenant ${tenant.id}`,
    data: {},
  });
  const { signage } = api;
  const group = await admin.call(signage.createGroup, { name: `Group of tenant ${tenant.id}` });
  const playlist = await admin.call(signage.createPlaylist, {
    name: `Playlist of tenant ${tenant.id}`,
    items: [{ id: 'one', kind: 'project', refId: id, seconds: 10 }],
  });
  const schedule = await admin.call(signage.createSchedule, {
    name: `Schedule of tenant ${tenant.id}`,
    playlistId: playlist.body.id,
    groupIds: [group.body.id],
    rule: { days: [1], from: 0, to: 60 },
  });
  const rule = await admin.call(api.celebrations.createRule, {
    name: `Sales of tenant ${tenant.id}`,
    projectId: id,
  });
  const bell = await admin.call(api.celebrations.ring, {
    requestId: `bell-of-tenant-${tenant.id}`,
    customer: `Customer of tenant ${tenant.id}`,
    amount: 100,
  });
  const folder = await admin.call(api.content.createFolder, { name: `Folder of tenant ${tenant.id}` });
  const emergency = await admin.call(signage.startEmergency, { projectId: id, all: true });
  const invited = await admin.call(api.users.invite, { email: `invited-${tenant.id}@example.com` });
  const layerId = `lay_of_tenant_${tenant.id}`;
  await asSystem(tenant.id, 'test', () => commit(writeDisplay(displayWith(layerId, id))));
  const { username, password, tenantId, userId } = tenant.agent;
  const login = await anybody(tenant.address).call(api.auth.login, { username, password, tenantId });
  const { sid } = JSON.parse(Buffer.from(login.body.token.split('.')[1]!, 'base64url').toString());
  const passkeyId = `psk_oftenant${tenant.id}`;
  await asSystem(tenant.id, 'test', () => commit(insertPasskey(passkeyOf(userId, passkeyId))));
  const ofLeads = await leadThings(tenant, admin);
  const privacyRequest = await admin.call(api.privacy.create, {
    kind: 'access',
    leadId: ofLeads.led!,
    askedBy: 'person',
    reason: `Request of tenant ${tenant.id}`,
  });
  const key = await admin.call(api.apiKeys.create, {
    name: `Key of tenant ${tenant.id}`,
    permissions: ['leads.view'],
  });
  const transfers = await admin.call(api.transferGroups.create, {
    name: `Closers of tenant ${tenant.id}`,
    numbers: [{ phoneNumber: '+13055550101' }],
  });
  const report = await admin.call(api.reportTemplates.create, {
    name: `Report of tenant ${tenant.id}`,
    report: 'calls',
    parameters: { period: 'lastWeek' },
  });
  const goal = await admin.call(api.goals.create, {
    name: `Goal of tenant ${tenant.id}`,
    source: 'calls',
    measure: 'calls',
    span: 'day',
    condition: 'reach',
    target: 100,
  });
  const team = await admin.call(api.agentGroups.create, { name: `Team of tenant ${tenant.id}` });
  const pool = await admin.call(api.didPools.create, { name: `Pool of tenant ${tenant.id}` });
  const statuses = await admin.call(api.agentStatus.create, { name: `Statuses of tenant ${tenant.id}` });
  const calling = await admin.call(api.callingLists.create, {
    name: `Calls of tenant ${tenant.id}`,
    filter: { all: [] },
  });
  const script = await admin.call(api.scripts.create, {
    name: `Script of tenant ${tenant.id}`,
    steps: [{ key: 'hello', title: 'Greeting', text: 'Hello', answers: [{ label: 'Goes on', next: null }] }],
  });
  const face = new FormData();
  face.append('photo', new Blob([new Uint8Array(onePixel)], { type: 'image/png' }), 'face.png');
  face.append('repEmail', `rep-${tenant.id}@example.com`);
  const sent = new Response(face);
  const photo = await admin.call(
    api.repPhotos.upload,
    {},
    {
      headers: { 'content-type': sent.headers.get('content-type')! },
      body: Buffer.from(await sent.arrayBuffer()),
    },
  );
  const exchange = await admin.call(api.telephony.createExchange, {
    name: `Exchange of tenant ${tenant.id}`,
    phoneUrl: 'wss://pbx.example.com/ws',
  });
  return {
    ...(await pbxThings(tenant, admin)),
    exc: exchange.body.id,
    rph: photo.body.id,
    rpt: report.body.id,
    gol: goal.body.id,
    asc: statuses.body.id,
    cll: calling.body.id,
    scr: script.body.id,
    agr: team.body.id,
    pol: pool.body.id,
    tgr: transfers.body.id,
    tnr: transfers.body.numbers[0]!.id,
    key: key.body.key.id,
    ...ofLeads,
    // The recordings that callers hear: those of calls have ids of the same kind.
    ...(await planThings(tenant, admin)),
    ...(await journeyThings(tenant, admin, ofLeads.led!)),
    ...(await messageThings(tenant, admin, ofLeads.led!)),
    ...(await webhookThings(tenant, admin)),
    ...(await tracerThings(tenant, ofLeads.led!)),
    ...(await marketThings(tenant, admin)),
    number: String(tenant.id),
    prq: privacyRequest.body.id,
    ses: sid,
    psk: passkeyId,
    clr: rule.body.id,
    cel: bell.body.id,
    fld: folder.body.id,
    grp: group.body.id,
    pls: playlist.body.id,
    scd: schedule.body.id,
    emg: emergency.body.id,
    lay: layerId,
    usr: tenant.agent.userId,
    inv: invited.body.id,
    prj: id,
    elm: project.body.elements[0]!.id,
    exp: exported.body.id,
    bat: batch.body.id,
    tpl: template.body.id,
    blk: bulk.body.id,
    ver: version.body.id,
    sty: preset.body.id,
    smp: sample.body.id,
    sub: await submissionOf(tenant, id),
    ast: upload.body.asset.id,
  };
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What a visitor sent: a form's own way takes longer than a person may fill it in. */
async function submissionOf(tenant: TestTenant, projectId: string): Promise<string> {
  const submissionId = `sub_of${tenant.id}`;
  await asSystem(tenant.id, 'test', () =>
    commit(
      insertSubmission({
        submissionId,
        projectId,
        publicId: `pub_${tenant.id}_x`,
        elementId: 'elm_x',
        kind: 'contact',
        fields: [{ name: 'name', label: 'Name', answer: `Visitor of tenant ${tenant.id}` }],
        action: 'email',
        target: 'sales@example.com',
        addressHash: 'x',
        status: 'failed',
        attempts: 1,
        at: '2026-01-05T12:00:00.000Z',
      }),
    ),
  );
  return submissionId;
}

const passkeyOf = (userId: string, passkeyId: string) => ({
  userId,
  passkeyId,
  credentialId: `credential_${passkeyId}`,
  name: 'Laptop',
  publicKey: 'x',
  counter: 0,
  synced: false,
  createdAt: '2026-01-05T12:00:00.000Z',
});

/** A display that a publication hangs on, as the provider would have told of it. */
const displayWith = (layerId: string, projectId: string) => ({
  displayId: `display_${layerId}`,
  name: 'Lobby',
  base: { type: 'NONE' as const, assetId: null, playlistId: null, scheduleId: null },
  layers: [
    {
      layerId,
      projectId,
      publicId: 'pub_0_x',
      name: 'Sign',
      assetId: 'asset',
      priority: 'NORMAL' as const,
      startedAt: '2026-01-05T12:00:00.000Z',
      endsAt: null,
    },
  ],
  shown: '',
  dueAt: '9999-12-31T00:00:00.000Z',
  version: 0,
});

/** All that a tenant's admin can list, to see that nobody else's call has changed it. */
export async function everythingOf(tenant: TestTenant): Promise<string> {
  const admin = as(tenant.admin);
  const { users, tenants, content, signage } = api;
  const projects = await admin.call(content.list, {});
  const answers = [
    await admin.call(users.list, {}),
    await admin.call(tenants.get, { id: tenant.id }),
    await admin.call(tenants.contexts, {}),
    projects,
    ...(await Promise.all(
      projects.body.projects.flatMap(({ id }) => [
        admin.call(content.get, { id }),
        admin.call(content.listExports, { id }),
        admin.call(content.publication, { id }),
        admin.call(content.listVersions, { id }),
        admin.call(content.listSamples, { id }),
        admin.call(content.listSubmissions, { id }),
      ]),
    )),
    await admin.call(content.listVariables, {}),
    await admin.call(content.listTemplates, {}),
    await admin.call(content.getBrand, {}),
    await admin.call(content.listPresets, {}),
    await admin.call(content.listBulkExports, {}),
    await admin.call(api.reportTemplates.list, {}),
    await admin.call(api.celebrations.listRules, {}),
    await admin.call(api.celebrations.today, {}),
    await admin.call(api.celebrations.month, {}),
    await admin.call(api.goals.list, {}),
    await admin.call(api.privacy.list, {}),
    await admin.call(api.privacy.retention, {}),
    await admin.call(api.privacy.retentionRuns, {}),
    await admin.call(signage.listGroups, {}),
    await admin.call(signage.listPlaylists, {}),
    await admin.call(signage.listSchedules, {}),
    await admin.call(signage.listEmergencies, {}),
    await admin.call(signage.playReport, { from: '2026-01-01', until: '2026-01-31' }),
    await admin.call(content.listBatches, {}),
    await admin.call(api.repPhotos.list, {}),
    await admin.call(api.repPhotos.fallback, {}),
    await admin.call(api.repPhotos.usage, {}),
    ...(await everythingOfLeads(admin)),
    ...(await everythingOfMessages(admin)),
    ...(await everythingOfJourneys(admin)),
    ...(await everythingOfWebhooks(admin)),
    ...(await everythingOfPbx(admin)),
    ...(await everythingOfPlans(admin)),
    ...(await everythingOfTracing(admin)),
    ...(await everythingOfMarket(admin)),
  ];
  return JSON.stringify(answers.map(({ status, body }) => ({ status, body })));
}
