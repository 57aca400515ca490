import { projectsThere } from '#functions/content/api.ts';
import { journeysThere } from '#functions/journeys/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { newId } from '#functions/kernel/ids.ts';
import { recordingsThere } from '#functions/recordings/api.ts';
import { displaysThere } from '#functions/signage/api.ts';
import {
  createEndpoint,
  endpointOr404,
  endpointView,
  listEndpoints,
  listSendings,
  removeEndpoint,
  resend,
  switchEndpoint,
  testEndpoint,
  updateEndpoint,
} from '#functions/webhookEndpoints/api.ts';
import { webhooks } from '#shared/api/webhooks.ts';
import { webhookFields } from '#shared/model/webhook.ts';
import { listDeliveries, oneDelivery, replayDelivery, seenFields } from './deliveries.ts';
import { testWebhook } from './dry-run.ts';
import { createWebhook, listWebhooks, removeWebhook, updateWebhook, webhookOr404 } from './manage.ts';
import { summary } from './view.ts';

const r = routesOf(webhooks, {
  lookUps: {
    display: displaysThere,
    journey: journeysThere,
    project: projectsThere,
    recording: recordingsThere,
  },
  kept: async ({ id }) =>
    typeof id === 'string' ? { schema: webhookFields, value: (await webhookOr404(id)).fields } : undefined,
});

export const routes = r.router({
  list: r.list.handler(async () => ({ webhooks: await listWebhooks() })),
  create: r.create.handler(({ input }) => createWebhook(input)),
  testUnsaved: r.testUnsaved.handler(({ input: { webhook, payload } }) =>
    testWebhook({ id: newId('whk'), fields: webhook }, payload),
  ),
  get: r.get.handler(async ({ input }) => summary(await webhookOr404(input.id))),
  update: r.update.handler(({ input }) => updateWebhook(input)),
  remove: r.remove.handler(async ({ input }) => {
    await removeWebhook(input.id);
    return { message: 'The webhook has been removed. Its address answers nobody from now on.' };
  }),
  test: r.test.handler(async ({ input: { id, payload } }) => {
    const { fields } = await webhookOr404(id);
    return testWebhook({ id, fields }, payload);
  }),
  fields: r.fields.handler(({ input }) => seenFields(input.id)),
  deliveries: r.deliveries.handler(({ input: { id, ...query } }) => listDeliveries(id, query)),
  delivery: r.delivery.handler(({ input }) => oneDelivery(input.id, input.deliveryId)),
  replay: r.replay.handler(({ input }) => replayDelivery(input.id, input.deliveryId)),
  listEndpoints: r.listEndpoints.handler(async () => ({ endpoints: await listEndpoints() })),
  createEndpoint: r.createEndpoint.handler(({ input }) => createEndpoint(input)),
  getEndpoint: r.getEndpoint.handler(async ({ input }) => endpointView(await endpointOr404(input.id))),
  updateEndpoint: r.updateEndpoint.handler(({ input }) => updateEndpoint(input)),
  removeEndpoint: r.removeEndpoint.handler(async ({ input }) => {
    await removeEndpoint(input.id);
    return { message: 'The endpoint has been removed.' };
  }),
  enableEndpoint: r.enableEndpoint.handler(({ input }) => switchEndpoint(input.id, true)),
  disableEndpoint: r.disableEndpoint.handler(({ input }) => switchEndpoint(input.id, false)),
  testEndpoint: r.testEndpoint.handler(async ({ input }) => {
    await testEndpoint(input.id);
    return { message: 'A sample is on its way.' };
  }),
  sendings: r.sendings.handler(({ input: { id, limit, cursor } }) => listSendings(id, limit, cursor)),
  resend: r.resend.handler(async ({ input }) => {
    await resend(input.id, input.messageId);
    return { message: 'The message will be resent.' };
  }),
});
