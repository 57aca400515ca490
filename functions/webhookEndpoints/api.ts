/** What other nouns use of this one. They import this file and no other. */

export {
  assertChatUrl,
  type Chat,
  type ChatNews,
  chatOutcome,
  chats,
  postNews,
  postToSlack,
} from './chat.ts';
export { endpointLives } from './data-terms.ts';
export {
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
} from './manage.ts';
export { type EndpointEvent, notifyEndpoints } from './notify.ts';
export { endpointPersonalData } from './personal-data.ts';
export { queueOutgoing } from './queue-outgoing.ts';
export { askEndpoint, attemptSending, webhookSendingWork } from './send.ts';
export { endpointsThere, findEndpoints } from './store.ts';
