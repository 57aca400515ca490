import { noteRecording } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

/** One thing of each kind that the leads' calls name, owned by a tenant. */
export async function leadThings(
  tenant: TestTenant,
  admin: ReturnType<typeof as>,
): Promise<Record<string, string>> {
  const lead = await admin.call(api.leads.create, {
    lastName: `Lead of tenant ${tenant.id}`,
    phones: [`+1305555${String(tenant.id).padStart(4, '0').slice(-4)}`],
  });
  const view = await admin.call(api.leads.saveView, {
    name: `View of tenant ${tenant.id}`,
    filter: { all: [] },
    sort: {},
    shared: true,
  });
  const address = `+1212555${String(tenant.id).padStart(4, '0').slice(-4)}`;
  await admin.call(api.tcpa.addDoNotContact, { addresses: [address] });
  const category = await admin.call(api.messageTemplates.createCategory, {
    name: `Category of tenant ${tenant.id}`,
  });
  const template = await admin.call(api.messageTemplates.create, {
    name: `Template of tenant ${tenant.id}`,
    channel: 'sms',
    body: `Text of tenant ${tenant.id}`,
  });
  const call = await admin.call(api.calls.create, {
    leadId: lead.body.id,
    notes: `Call of tenant ${tenant.id}`,
    recordingUrl: `https://records.example.com/${tenant.id}.wav`,
  });
  const comment = await admin.call(api.calls.addComment, {
    id: call.body.id,
    at: 3,
    text: `Comment of tenant ${tenant.id}`,
  });
  const recorded = await admin.call(api.calls.create, { leadId: lead.body.id });
  const recordingId = `rec_tenant${tenant.id}`;
  await asSystem(tenant.id, 'test', () => noteRecording(recorded.body.id, recordingId));
  const mapping = await admin.call(api.leads.saveImportMapping, {
    name: `Mapping of tenant ${tenant.id}`,
    columns: [{ header: 'Cell', field: 'mobile' }],
  });
  const gone = await admin.call(api.leads.create, { lastName: `Deleted lead of tenant ${tenant.id}` });
  await admin.call(api.leads.remove, { id: gone.body.id });
  const exported = await admin.call(api.leads.startExport, {});
  return {
    imp: await importOf(tenant, admin),
    lex: exported.body.id,
    lmp: mapping.body.id,
    cal: call.body.id,
    rcm: comment.body.id,
    rec: recordingId,
    led: lead.body.id,
    ledGone: gone.body.id,
    lvw: view.body.id,
    mtc: category.body.id,
    mtp: template.body.id,
    address,
  };
}

/** An import whose file lies in the bucket. */
async function importOf(tenant: TestTenant, admin: ReturnType<typeof as>): Promise<string> {
  const { body: form } = await admin.call(api.leads.startImportUpload, {
    filename: 'list.csv',
    fileSize: 10,
  });
  const { uploadId } = form;
  await asSystem(tenant.id, 'test', () =>
    bucket('imports').put(`uploads/${uploadId}.csv`, `Name\nRow of tenant ${tenant.id}\n`, 'text/csv'),
  );
  const mapping = [{ column: 0, field: 'fullName' as const }];
  return (await admin.call(api.leads.startImport, { uploadId, mapping })).body.id;
}

/** What a tenant's admin can list of leads and of whom may be contacted. */
export const everythingOfLeads = (admin: ReturnType<typeof as>) =>
  Promise.all([
    admin.call(api.leads.list, { limit: 500 }),
    admin.call(api.leads.list, { limit: 500, deleted: 'true' }),
    admin.call(api.leads.statistics, {}),
    admin.call(api.leads.settings, {}),
    admin.call(api.leads.views, {}),
    admin.call(api.leads.importMappings, {}),
    admin.call(api.leadAssignments.settings, {}),
    admin.call(api.messageTemplates.list, {}),
    admin.call(api.messageTemplates.categories, {}),
    admin.call(api.tcpa.settings, {}),
    admin.call(api.tcpa.doNotContact, {}),
    admin.call(api.calls.list, {}),
  ]);
