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
  return { led: lead.body.id, lvw: view.body.id, mtc: category.body.id, mtp: template.body.id, address };
}

/** What a tenant's admin can list of leads and of whom may be contacted. */
export const everythingOfLeads = (admin: ReturnType<typeof as>) =>
  Promise.all([
    admin.call(api.leads.list, { limit: 500 }),
    admin.call(api.leads.statistics, {}),
    admin.call(api.leads.settings, {}),
    admin.call(api.leads.views, {}),
    admin.call(api.leadAssignments.settings, {}),
    admin.call(api.messageTemplates.list, {}),
    admin.call(api.messageTemplates.categories, {}),
    admin.call(api.tcpa.settings, {}),
    admin.call(api.tcpa.doNotContact, {}),
  ]);
