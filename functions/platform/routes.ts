import { listAudit } from '#functions/audit/api.ts';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { platform } from '#shared/api/platform.ts';
import { createCustomer, newAdminLink } from './admin-link.ts';
import { customerOr404, listCustomers, lookAtCustomer } from './customers.ts';
import { extendTrial, resume, setCaps, setPlan, suspend } from './manage.ts';
import { checkSetup, setUp } from './setup.ts';

const r = routesOf(platform);

export const routes = r.router({
  listTenants: r.listTenants.handler(({ input }) => listCustomers(input)),
  createTenant: r.createTenant.handler(({ input }) => createCustomer(input)),
  getTenant: r.getTenant.handler(({ input }) => lookAtCustomer(input.id)),
  setPlan: r.setPlan.handler(async ({ input: { id, plan } }) => {
    await setPlan(id, plan);
    return customerOr404(id);
  }),
  extendTrial: r.extendTrial.handler(async ({ input: { id, days } }) => {
    await extendTrial(id, days);
    return customerOr404(id);
  }),
  setCaps: r.setCaps.handler(async ({ input: { id, ...caps } }) => {
    await setCaps(id, caps);
    return customerOr404(id);
  }),
  suspend: r.suspend.handler(async ({ input: { id, reason } }) => {
    await suspend(id, reason);
    return customerOr404(id);
  }),
  resume: r.resume.handler(async ({ input }) => {
    await resume(input.id);
    return customerOr404(input.id);
  }),
  adminLink: r.adminLink.handler(({ input }) => newAdminLink(input.id)),
  activity: r.activity.handler(({ input: { limit, cursor } }) =>
    asSystem(platformTenant, 'platform', () => listAudit({}, limit, cursor)),
  ),
  checkSetup: r.checkSetup.handler(({ input }) => checkSetup(input.token)),
  setup: r.setup.handler(({ input }) => setUp(input)),
});
