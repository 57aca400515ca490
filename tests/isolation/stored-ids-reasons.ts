/*
 * Fields of calls that write whose id the contract does not mark by `refersTo`, and why not. A field that is neither
 * marked nor here fails tests/isolation/stored-ids.test.ts.
 */

/** Fields of which the handler itself looks the thing up and refuses the call, in a sentence of its own. */
export const lookedUp: readonly { says: RegExp; prefix?: string; fields: readonly string[] }[] = [
  {
    says: /^The lead was not found\.$/,
    fields: [
      'POST /calls leadId',
      'POST /celebrations leadId',
      'POST /email/send leadId',
      'POST /journeys/{id}/dry-run leadId',
      'POST /journeys/{id}/steps/{stepId}/test leadId',
      'POST /lead-assignments/assign leadId',
      'POST /lead-assignments/release leadId',
      'POST /lead-assignments/transfer leadId',
      'POST /pbx/calls/originate leadId',
      'POST /privacy/requests leadId',
      'POST /sms/agent/send leadId',
      'POST /sms/send leadId',
      'POST /sms/send-blast leadIds[]',
      'POST /campaigns leadIds[]',
      'POST /sms/send-template leadId',
      'POST /did-pools/next-did leadId',
      'POST /scripts/preview leadId',
      'POST /tcpa/check leadId',
      'POST /tcpa/next-allowed-time leadId',
      'POST /tcpa/opt-out leadId',
      'POST /tracers/bulk-enrich leadIds[]',
      'POST /tracers/search leadId',
      'POST /tracers/search/phone leadId',
      'POST /templates/preview leadId',
      'POST /templates/{id}/render leadId',
    ],
  },
  {
    says: /^They do not see (this conversation|the inbox)/,
    prefix: 'usr',
    fields: ['POST /conversations/{id}/assign assigneeId'],
  },
  {
    says: /^A note names only people who see the conversation\.$/,
    prefix: 'usr',
    fields: ['POST /conversations/{id}/notes mentions[]'],
  },
  {
    says: /^The recording was not found\.$/,
    fields: ['POST /calls/{id}/recording/comments recordingId'],
  },
  {
    says: /^The agent of the extension was not found\.$/,
    fields: ['POST /did-pools/next-did agentExtensionId'],
  },
  {
    says: /^The shop was not found\.$/,
    fields: ['POST /marketplace/listings providerId', 'POST /marketplace/ping providerId'],
  },
  {
    says: /^The ping was not found\.$/,
    fields: ['POST /marketplace/post pingId'],
  },
  { says: /^The bid was not found\.$/, fields: ['POST /marketplace/post bidId'] },
  {
    says: /^The owner is not an active user with the role vendor\.$/,
    prefix: 'usr',
    fields: ['POST /marketplace/providers ownerId'],
  },
  { says: /^The exchange was not found\.$/, fields: ['PUT /telephony/placement exchangeId'] },
  { says: /^The extension was not found\.$/, fields: ['POST /pbx/calls/originate extensionId'] },
  {
    says: /^The owner is not an active user\.$/,
    prefix: 'usr',
    fields: [
      'POST /leads ownerId',
      'POST /leads/import options.ownerId',
      'PUT /leads/{id} ownerId',
      'PATCH /leads/{id} ownerId',
    ],
  },
  {
    says: /^(Leads|Calls) go to active users only\.$/,
    fields: [
      'POST /calls/{id}/transfer agentId',
      'POST /lead-assignments/assign agentId',
      'POST /lead-assignments/bulk-assign agentId',
      'POST /lead-assignments/transfer agentId',
    ],
  },
  { says: /^A part of the call is nobody’s of your team\.$/, fields: ['POST /calls legs[].agentId'] },
  {
    says: /^This pool is not there\.$/,
    fields: ['telnyx', 'twilio'].flatMap((carrier) => [
      `POST /${carrier}-dids/bulk-purchase poolId`,
      `POST /${carrier}-dids/purchase poolId`,
    ]),
  },
  { says: /^The pool was not found\.$/, fields: ['POST /campaigns poolId'] },
  {
    says: /^The blast was not found\.$/,
    fields: ['POST /campaigns followUp.campaignId', 'POST /campaigns/audience followUp.campaignId'],
  },
  {
    says: /^The template was not found\.$/,
    fields: [
      'POST /content/projects templateId',
      'POST /email/send templateId',
      'POST /sms/send-blast templateId',
      'POST /campaigns templateId',
      'POST /sms/send-bulk templateId',
      'POST /sms/send-template templateId',
    ],
  },
  {
    says: /^There is no such queue\.$/,
    fields: ['POST /agent-status-config ingroups[]', 'PUT /agent-status-config/{id} ingroups[]'],
  },
  {
    says: /^These proposals are no longer there\./,
    fields: ['POST /tracers/enrich-lead/{id} accept[]'],
  },
  {
    says: /^Somebody has added or removed a rule since\./,
    fields: ['POST /celebration-rules/order ids[]'],
  },
  { says: /^The agent was not found\.$/, fields: ['POST /agent-status-config/{id}/test agentId'] },
  { says: /^The queue was not found\.$/, fields: ['POST /pbx/extensions/{id}/queues queueId'] },
  {
    says: /^There is no such category\.$/,
    fields: ['POST /templates categoryId', 'PUT /templates/{id} categoryId'],
  },
  {
    says: /^The project was not found\.$/,
    prefix: 'prj',
    fields: [
      'POST /content/projects/bulk-export projectIds[]',
      'POST /signage/emergencies projectId',
      'POST /signage/playlists items[].refId',
      'PUT /signage/playlists/{id} items[].refId',
    ],
  },
  { says: /^The version was not found\.$/, fields: ['POST /content/projects/{id}/versions restoredFrom'] },
  { says: /^The asset was not found\.$/, fields: ['PUT /content/brand logos[]'] },
  {
    says: /^The project has no element /,
    fields: ['PUT /content/projects/{id}/elements/reorder elementOrders[].id'],
  },
  {
    says: /^This playlist is not there any more\.$/,
    fields: [
      'POST /signage/schedules playlistId',
      'PUT /signage/schedules/{id} playlistId',
      'PUT /signage/displays/{displayId} defaultPlaylistId',
    ],
  },
];

/** Fields of lists whose every id is answered for by itself: what is not there is refused in the answer, and not stored. */
export const answeredEach: readonly { says: RegExp; prefix?: string; fields: readonly string[] }[] = [
  {
    says: /not found|no_lead|"(assigned|resolved)":(\[\]|0)/,
    fields: [
      'DELETE /leads/bulk ids[]',
      'PATCH /content/projects/bulk ids[]',
      'PATCH /leads/bulk ids[]',
      'POST /content/projects/bulk-delete ids[]',
      'POST /dids/bulk-delete ids[]',
      'POST /leads/bulk/restore ids[]',
      'POST /lead-assignments/bulk-assign leadIds[]',
      'POST /lead-assignments/auto-assign leadIds[]',
      'POST /journeys/{id}/enroll leadIds[]',
      'POST /journey-executions/process executionIds[]',
      'POST /sms/bulk-replies contactIds[]',
      'POST /sms/mark-resolved contactIds[]',
      'POST /conversations/bulk ids[]',
      'POST /sms/send-bulk messages[].leadId',
    ],
  },
  { says: /not an active user/, prefix: 'usr', fields: ['PATCH /leads/bulk changes.ownerId'] },
  { says: /They do not see/, prefix: 'usr', fields: ['POST /conversations/bulk change.assigneeId'] },
  { says: /This group is not active/, prefix: 'agr', fields: ['POST /conversations/bulk change.groupId'] },
  { says: /This number is not there/, fields: ['POST /did-pools/{id}/dids didIds[]'] },
  { says: /This user is not there/, prefix: 'usr', fields: ['POST /agent-groups/{id}/agents agentIds[]'] },
  { says: /removed by somebody else/, fields: ['PUT /content/projects/{id}/elements edits[].id'] },
];

/** Fields that name no thing of a tenant, or are not stored. */
export const noThing: readonly { why: string; fields: readonly string[] }[] = [
  {
    why: 'Callers name their own elements, so that a save may come twice; an element lies under its project alone.',
    fields: [
      'POST /content/projects elements[].id',
      'POST /content/projects/{id}/elements element.id',
      'PUT /content/projects/{id}/elements edits[].element.id',
      'POST /content/templates templateData.elements[].id',
      'PUT /content/templates/{id} templateData.elements[].id',
    ],
  },
  {
    why: 'Pages are named within their project, by whoever draws it; an element of one that is gone lies on the first.',
    fields: [
      'POST /content/projects pages[].id',
      'POST /content/projects elements[].pageId',
      'PUT /content/projects/{id} pages[].id',
      'POST /content/projects/{id}/elements element.pageId',
      'PUT /content/projects/{id}/elements edits[].element.pageId',
      'PUT /content/projects/{id}/elements edits[].patch.pageId',
      'PUT /content/elements/{id} pageId',
      'POST /content/projects/{id}/exports pageId',
      'POST /content/templates templateData.elements[].pageId',
      'POST /content/templates templateData.pages[].id',
      'PUT /content/templates/{id} templateData.elements[].pageId',
      'PUT /content/templates/{id} templateData.pages[].id',
    ],
  },
  {
    why: 'A number of a transfer group lies in the group alone; an id that is not one of it is given anew.',
    fields: ['PUT /transfer-groups/{id} numbers[].id'],
  },
  {
    why: 'A label that elements of one group share; it names nothing else.',
    fields: [
      'POST /content/projects elements[].groupId',
      'POST /content/projects/{id}/elements element.groupId',
      'PUT /content/elements/{id} groupId',
      'PUT /content/projects/{id}/elements edits[].element.groupId',
      'PUT /content/projects/{id}/elements edits[].patch.groupId',
      'POST /content/templates templateData.elements[].groupId',
      'PUT /content/templates/{id} templateData.elements[].groupId',
    ],
  },
  {
    why: 'What is selected in an open editor, elements that are not saved yet among it; kept for seconds.',
    fields: ['POST /content/projects/{id}/presence selection[]'],
  },
  {
    why: 'Steps are named within their draft, by whoever draws it; what leads nowhere keeps it from going live.',
    fields: [
      'POST /journeys entry',
      'POST /journeys steps[].id',
      'POST /journeys steps[].next{}',
      'PUT /journeys/{id} entry',
      'PUT /journeys/{id} steps[].id',
      'PUT /journeys/{id} steps[].next{}',
      'POST /journeys/{id}/steps after',
      'POST /journeys/{id}/steps step.next{}',
      'POST /journeys/{id}/steps/reorder stepOrder[]',
      'PUT /journeys/{id}/steps/{stepId} step.next{}',
    ],
  },
  {
    why: 'Nodes and connections are named within their plan, by whoever draws it; what leads nowhere is told by validate.',
    fields: ['POST /dialplans', 'PUT /dialplans/{id}'].flatMap((call) =>
      ['config.nodes[].id', 'config.edges[].id', 'goalNodeId'].map((field) => `${call} ${field}`),
    ),
  },
  {
    why: 'A walk says what is expected of a plan: one that comes to something else, or to what is gone, has failed.',
    fields: ['POST /dialplans/{id}/walks', 'PUT /dialplans/{id}/walks/{walkId}'].flatMap((call) =>
      ['steps[].nodeId', 'to.queueId', 'to.planId'].map((field) => `${call} ${field}`),
    ),
  },
  {
    why: 'What is told of a play that was: a plan which does not play the recording is refused.',
    fields: ['POST /recordings/{id}/track-usage planId'],
  },
  {
    why: 'Each is looked up, and what is wrong with it is told beside it.',
    fields: ['POST /recordings/bulk/{action} ids[]'],
  },
  {
    why: 'What was uploaded for this recording alone: another has not arrived.',
    fields: ['POST /recordings/{id}/upload uploadId'],
  },
  {
    why: 'What was uploaded by a form of this workspace: another has not arrived.',
    fields: [
      'POST /sales-rep-photos uploadId',
      'PUT /sales-rep-photos/fallback uploadId',
      'POST /campaigns/{id}/upload uploadId',
      'POST /sms/upload/preview uploadId',
    ],
  },
  {
    why: "A voice is the provider's own, which refuses one that it has not.",
    fields: [
      'POST /recordings voiceId',
      'PUT /recordings/{id} voiceId',
      'PUT /recordings/config/elevenlabs modelId',
      'POST /recordings/config/elevenlabs/test-voice voiceId',
    ],
  },
  {
    why: "Numbers and names of the telephone exchange's own.",
    fields: [
      'POST /journeys steps[]',
      'PUT /journeys/{id} steps[]',
      'POST /journeys/{id}/steps step',
      'PUT /journeys/{id}/steps/{stepId} step',
    ].flatMap((step) => ['callerId', 'fallbackDID', 'scriptId'].map((name) => `${step}.config.${name}`)),
  },
  {
    why: 'A phone number, not an id.',
    fields: [
      'POST /pbx/agents/create callerId',
      'POST /pbx/extensions callerId',
      'PUT /pbx/extensions/{id} callerId',
      'POST /pbx/calls/originate callerId',
      'POST /telephony/events/{key} target.callerId',
    ],
  },
  {
    why: "What the tenant's own exchange tells, signed: a queue that is not there is not counted, no box keeps a message, no endpoint is asked, and no template is sent.",
    fields: [
      'POST /telephony/events/{key} target.queueId',
      'POST /telephony/events/{key} queueId',
      'POST /telephony/events/{key} recordingId',
      'POST /telephony/events/{key} planId',
      'POST /telephony/events/{key} nodeId',
      'POST /telephony/events/{key} boxId',
      'POST /telephony/events/{key} placeId',
      'POST /telephony/events/{key} emergencyId',
      'POST /telephony/events/{key} question.endpointId',
      'POST /telephony/events/{key} question.queueId',
      'POST /telephony/events/{key} question.boxId',
      'POST /telephony/events/{key} question.templateId',
    ],
  },
  {
    why: 'Taken out of a list: one that is not in it changes nothing.',
    fields: ['DELETE /agent-groups/{id}/agents agentIds[]', 'DELETE /did-pools/{id}/dids didIds[]'],
  },
  {
    why: 'The request that the tenant itself sent to the exchange, which answers it.',
    fields: ['POST /telephony/bridge/answers id'],
  },
  {
    why: 'A template of the product, the same for all tenants.',
    fields: ['POST /journeys/from-template templateId'],
  },
  {
    why: 'Names that the customer has with a provider, or a secret: no id of ours.',
    fields: [
      'PUT /optisigns/config teamId',
      'POST /webhooks signingSecret',
      'PUT /webhooks/{id} signingSecret',
    ],
  },
  {
    why: 'The caller makes it up, so that the same request twice is one.',
    fields: [
      'POST /signage/emergencies requestId',
      'POST /celebrations requestId',
      'POST /celebrations/month/videos requestId',
      'POST /signage/player/{key}/plays batchId',
      'POST /signage/playlists items[].id',
      'PUT /signage/playlists/{id} items[].id',
    ],
  },
  {
    why: "A file in the tenant's own folder of the bucket, read by its name there.",
    fields: [
      'POST /content/projects/{id}/personalised csv.uploadId',
      'POST /content/projects/{id}/personalised/records uploadId',
      'POST /leads/import uploadId',
      'POST /leads/import/preview uploadId',
    ],
  },
  {
    why: 'Only read: what is previewed, filtered or looked for is not stored.',
    fields: [
      'POST /leads/import/preview options.ownerId',
      'POST /campaigns/audience leadIds[]',
      'POST /journeys/{id}/test-auto-enrollment leadIds[]',
      'POST /content/projects/{id}/submissions/export elementId',
    ],
  },
  {
    why: 'Looked up by the worker, as whoever asked: the job tells of those that are not there, a file leaves them out.',
    fields: ['POST /journeys/{id}/bulk-enroll leadIds[]', 'POST /leads/export ids[]'],
  },
  {
    why: 'A campaign that has not started looks them up as POST /campaigns does; one that has refuses the change first.',
    fields: [
      'PUT /campaigns/{id} followUp.campaignId',
      'PUT /campaigns/{id} leadIds[]',
      'PUT /campaigns/{id} poolId',
      'PUT /campaigns/{id} templateId',
    ],
  },
  {
    why: 'Made up by who buys, so that one press of a button buys once: it names no thing.',
    fields: ['POST /marketplace/listings/{id}/purchase requestId', 'POST /marketplace/payments requestId'],
  },
  {
    why: 'An id of Jornaya’s, of a form that a person filled in: it names nothing of ours.',
    fields: [
      'POST /marketplace/orders/{id}/fulfil leads[].consent.jornayaLeadId',
      'POST /marketplace/post lead.consent.jornayaLeadId',
    ],
  },
  {
    why: 'Read below the order that the path names, as its buyer, its seller or the operator: returns.test.ts.',
    fields: [
      'POST /marketplace/orders/{id}/returns leadIds[]',
      'POST /marketplace/orders/{id}/return-answers leadIds[]',
      'POST /marketplace/orders/{id}/return-decisions leadIds[]',
    ],
  },
  {
    why: 'The operator pays shops of all tenants.',
    fields: ['POST /marketplace/payouts providerId'],
  },
  {
    why: 'A form with a file, which begins a blast as POST /sms/send-blast does.',
    fields: ['POST /sms/upload/import-simplified templateId'],
  },
  {
    why: 'Leads are dealt to those of the agents, and of the groups, who are active; the lists themselves are not stored.',
    fields: [
      'POST /lead-assignments/auto-assign agentIds[]',
      'POST /lead-assignments/auto-assign groupIds[]',
    ],
  },
  {
    why: 'Public calls: the address carries its tenant, and the id is looked for within what the address names.',
    fields: [
      'POST /content/public/{publicId}/contact elementId',
      'POST /content/public/{publicId}/form-pass elementId',
      'POST /content/public/{publicId}/survey elementId',
      'POST /hooks/{webhookId} params.webhookId',
      'POST /signage/player/{key}/plays plays[].refId',
      'POST /telephony/events/{key} callId',
    ],
  },
];

/** Fields that take any JSON, by their name: nothing in them is followed as an id, or why it may be. */
export const anything: Readonly<Record<string, string>> = {
  file: 'a file',
  audio: 'a file',
  contacts: 'a file',
  csv: 'a file',
  photo: 'a file',
  photos: 'files',
  body: 'what a sender posts, read by the mapping of its webhook',
  payload: 'as a sender would post it; nothing is written',
  data: 'values that are drawn or written into a text',
  inbound: "a carrier's own form",
  status: "a carrier's own form",
  config: "a provider's keys: the customer's own names and secrets there",
  styles: 'how an element looks',
  properties: 'what an element shows',
  metadata: "the editor's own notes",
  constraints: 'how an element may be moved',
  provider: 'The name of whoever takes payments, of whom there is one.',
  response: "a browser's answer, checked by its signature",
  passkey: "a browser's answer, checked by its signature",
  leads: 'each is read as a lead by itself; its owner is looked up (“as the owner of a lead of a list”)',
  week: 'hours',
};

/** What an input needs besides so that its call comes to look the thing up; ids that end on `_sample` are made ours. */
export const besides: Readonly<Record<string, object>> = {
  'POST /marketplace/ping providerId': { zip: '33130', state: 'FL' },
  'POST /marketplace/post bidId': { mode: 'test' },
  'POST /tracers/search leadId': { email: 'june@example.com' },
  'POST /tracers/search/phone leadId': { phone: '+13055550142' },
  'POST /calls legs[].agentId': { phone: '+13055550123' },
  'POST /calls/{id}/transfer agentId': { id: 'begun_sample' },
  'POST /did-pools/next-did agentExtensionId': { leadId: 'led_sample' },
  'POST /celebrations repId': { customer: 'Hopper & Sons' },
  'POST /celebrations/month/videos projectId': { month: '2026-06' },
  'POST /email/send leadId': { subject: 'Hello', body: 'How are you?' },
  'POST /email/send templateId': { leadId: 'led_sample' },
  'POST /signage/emergencies projectId': { all: true },
  'POST /signage/schedules playlistId': { groupIds: ['grp_sample'] },
  'POST /telnyx-dids/bulk-purchase poolId': { phoneNumbers: ['+13055550177'] },
  'POST /telnyx-dids/purchase poolId': { phoneNumber: '+13055550177' },
  'POST /twilio-dids/bulk-purchase poolId': { phoneNumbers: ['+13055550177'] },
  'POST /twilio-dids/purchase poolId': { phoneNumber: '+13055550177' },
  'POST /campaigns leadIds[]': { name: 'Spring', message: 'Hello' },
  'POST /campaigns templateId': { name: 'Spring' },
  'POST /campaigns followUp.campaignId': { name: 'Spring', message: 'Hello' },
  'POST /campaigns poolId': { name: 'Spring', message: 'Hello' },
  'POST /sms/send-blast leadIds[]': { message: 'Hello' },
  'POST /sms/send-blast templateId': { leadIds: ['led_sample'] },
  'POST /sms/send-bulk messages[].leadId': { message: 'Hello' },
  'PATCH /leads/bulk changes.ownerId': { ids: ['led_sample'] },
  'PUT /signage/schedules/{id} playlistId': { groupIds: ['grp_sample'] },
};
