/** What other nouns use of this one. They import this file and no other. */

export { webhookLives } from './data-terms.ts';
export { deliveriesOfAll } from './deliveries-of-all.ts';
export type { ListedDelivery } from './inbound/delivery-store.ts';
export { receive } from './inbound/receive.ts';
export { createWebhook } from './manage.ts';
export { webhookPersonalData } from './personal-data.ts';
export { allWebhooks } from './store.ts';
export { inboundUrl } from './view.ts';
export { webhookCallWork } from './work/call.ts';
export { webhookDeliveryWork } from './work/revive.ts';
