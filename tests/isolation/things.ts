import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { as, type TestTenant } from '#tests/support/tenant.ts';

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
  return {
    number: String(tenant.id),
    usr: tenant.agent.userId,
    prj: id,
    elm: project.body.elements[0]!.id,
    exp: exported.body.id,
    bat: batch.body.id,
    tpl: template.body.id,
    blk: bulk.body.id,
    ast: upload.body.asset.id,
  };
}

/** All that a tenant's admin can list, to see that nobody else's call has changed it. */
export async function everythingOf(tenant: TestTenant): Promise<string> {
  const admin = as(tenant.admin);
  const { users, tenants, content } = api;
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
      ]),
    )),
    await admin.call(content.listVariables, {}),
    await admin.call(content.listTemplates, {}),
    await admin.call(content.listBulkExports, {}),
  ];
  return JSON.stringify(answers.map(({ status, body }) => ({ status, body })));
}
