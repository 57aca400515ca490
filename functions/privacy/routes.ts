import { routesOf } from '#functions/kernel/http.ts';
import { privacy } from '#shared/api/privacy.ts';
import { personMeant } from './person.ts';
import {
  certificate,
  createRequest,
  downloadOf,
  listRequests,
  requestDetails,
  resumeRequest,
} from './requests.ts';
import { holdOf, setHold } from './retention/holds.ts';
import { previewRule } from './retention/preview.ts';
import { retentionOverview, saveRule } from './retention/rules.ts';
import { exportRuns, listRuns } from './retention/runs.ts';

const r = routesOf(privacy);

export const routes = r.router({
  person: r.person.handler(({ input }) => personMeant(input)),
  list: r.list.handler(({ input }) => listRequests(input.limit, input.cursor)),
  create: r.create.handler(({ input }) => createRequest(input)),
  get: r.get.handler(({ input }) => requestDetails(input.id)),
  resume: r.resume.handler(({ input }) => resumeRequest(input.id)),
  download: r.download.handler(({ input }) => downloadOf(input.id)),
  certificate: r.certificate.handler(({ input }) => certificate(input.id)),
  retention: r.retention.handler(() => retentionOverview()),
  setRetention: r.setRetention.handler(({ input }) => saveRule(input)),
  previewRetention: r.previewRetention.handler(({ input }) => previewRule(input)),
  retentionRuns: r.retentionRuns.handler(({ input }) => listRuns(input.limit, input.cursor)),
  exportRetentionRuns: r.exportRetentionRuns.handler(() => exportRuns()),
  hold: r.hold.handler(({ input }) => holdOf(input.id)),
  setHold: r.setHold.handler(({ input }) => setHold(input.id, input.onHold, input.reason)),
});
