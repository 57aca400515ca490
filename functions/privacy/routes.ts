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

const r = routesOf(privacy);

export const routes = r.router({
  person: r.person.handler(({ input }) => personMeant(input)),
  list: r.list.handler(({ input }) => listRequests(input.limit, input.cursor)),
  create: r.create.handler(({ input }) => createRequest(input)),
  get: r.get.handler(({ input }) => requestDetails(input.id)),
  resume: r.resume.handler(({ input }) => resumeRequest(input.id)),
  download: r.download.handler(({ input }) => downloadOf(input.id)),
  certificate: r.certificate.handler(({ input }) => certificate(input.id)),
});
