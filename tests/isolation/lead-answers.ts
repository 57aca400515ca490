import type { Colleague } from './colleague-things.ts';

/*
 * Every call that an agent may make and whose answer has a field that can hold a lead's id, number, address or contents
 * stands here: how it is tried with a colleague's lead, or why it holds none. A new call with such a field fails
 * other-agent.test.ts until somebody has judged it.
 */

type Input = Record<string, unknown> | ((world: Colleague) => Record<string, unknown>);

/** An answer that must tell the other agent nothing; asked by `control`, the same input does tell of the lead. */
interface Shown {
  kind: 'shown';
  control: 'owner' | 'admin';
  input: Input;
  /** Where the answer holds the lead behind an address: a file. */
  file?: true;
}
/** A call that names the lead, or something of its, and is answered as if there were none. */
interface Refused {
  kind: 'refused';
  status: number;
  input: Input;
}
export type Judged = Shown | Refused | string;

const shown = (control: 'owner' | 'admin', input: Input = {}): Shown => ({ kind: 'shown', control, input });
const refused = (input: Input = {}, status = 404): Refused => ({ kind: 'refused', status, input });

const setting = 'Where a webhook looks for fields: paths, no values.';
const ofProject = 'Files of a project, made from what its editors typed or uploaded for it; no leads.';
const ownOnly = "Tried by the calls of the same noun that name one: another agent's are not found.";
const leadOf = ({ lead }: Colleague) => ({ leadId: lead.id });

const ownPhone = 'The name of the caller’s own phone, t1-101: nobody’s number.';
const callbackLead =
  'Who asked a queue to be called back; of a colleague’s lead it shows the number alone: functions/pbx/callbacks.';
const voicemailLead =
  'A message in one’s own box; of a colleague’s lead it shows the number alone: functions/pbx/voicemail.';
const ofTemplates = 'How a report is set up, and addresses that whoever may change it typed.';
const ofGoals =
  'A number counted of rows that its owner may see, and addresses that whoever may change it typed.';
const activeOnes = 'The calls of GET /calls/active, which leaves the lead out.';

export const leadAnswers: Record<string, Judged> = {
  'GET /marketplace/orders/{id}/leads':
    'Who may not buy sees the ends of numbers alone: functions/marketplace/returns.test.ts.',
  'POST /calling-lists/{id}/next': 'Gives leads that are the caller’s or nobody’s: calling-lists.test.ts.',
  'GET /calling-lists/{id}/readiness':
    'Leaves out a colleague’s: functions/callingLists/dialler/dialler.test.ts.',
  'POST /calling-lists/{id}/ready': 'Answers as GET /calling-lists/{id}/readiness does.',
  'POST /calling-lists/{id}/pause': 'Answers as GET /calling-lists/{id}/readiness does.',

  'GET /calls': shown('admin'),
  'POST /calls': refused(leadOf),
  'GET /calls/active': 'Calls that go on ring for whoever is free; the lead is left out: calls.test.ts.',
  'GET /calls/search/{phone}': shown('admin', ({ lead }) => ({ phone: lead.phone })),
  'GET /calls/export': { ...shown('admin'), file: true },
  'GET /calls/{id}': shown('owner'),
  'PATCH /calls/{id}': refused({ notes: 'Mine' }),
  'POST /calls/{id}/transfer': refused(),
  'PUT /calls/{id}/status': refused({ status: 'completed' }),

  'GET /celebrations': shown('admin'),
  'POST /celebrations': refused(({ lead }) => ({
    requestId: 'bell-of-a-colleague',
    leadId: lead.id,
    amount: 1,
  })),
  'POST /celebrations/{id}/undo':
    'Answers the caller’s own celebration, or an admin: functions/celebrations/celebrations.test.ts.',

  'GET /campaigns/{id}/leads': refused(({ things }) => ({ id: things.cmp })),
  'POST /campaigns/audience':
    'Counts leads that are the caller’s or nobody’s, and names one of them: functions/messages/blasts/audience.ts.',
  'GET /contacts/{id}/conversation': refused(),
  'POST /contacts/{id}/reply': refused({ message: 'Hello' }),

  'GET /content/exports/{id}/download': ofProject,
  'GET /content/personalised/{id}/items': ofProject,
  'GET /content/personalised/{id}/download': ofProject,
  'POST /content/projects/{id}/submissions/export': 'What visitors sent by a form of a sign: nobody’s leads.',
  'POST /content/projects/bulk-export': ofProject,
  'GET /content/bulk-exports': ofProject,
  'GET /content/bulk-exports/{id}': ofProject,

  'POST /email/send': refused((world) => ({ ...leadOf(world), subject: 'Hello', body: 'Hello' })),

  'POST /journeys/{id}/enroll':
    'Answers the ids that were sent, each as not found: the test of what changes.',
  'GET /journeys/{id}/available-leads':
    'The leads of POST /leads/query and search that are not in the journey; searched by name here too.',
  'GET /journeys/{id}/leads': shown('admin'),
  'POST /journeys/{id}/test-auto-enrollment': shown('admin', ({ lead }) => ({ leadIds: [lead.id] })),
  'POST /journeys/{id}/dry-run': refused(leadOf),
  'PATCH /lead-journeys/{id}/status': refused({ status: 'paused' }),
  'POST /lead-journeys/{id}/skip-step': refused(),
  'GET /lead-journeys/{id}/history': shown('owner'),
  'GET /journey-executions/pending': shown('owner'),
  'POST /journey-executions/{id}/cancel': refused(),

  'GET /lead-assignments/my-leads': shown('owner'),
  'POST /lead-assignments/assign': refused(leadOf),
  'POST /lead-assignments/release': refused(leadOf),
  'POST /lead-assignments/transfer': refused(leadOf),
  'POST /lead-assignments/inbound-call': shown('owner', ({ lead }) => ({ phone: lead.phone })),
  'POST /lead-assignments/auto-assign': refused(({ lead }) => ({ leadIds: [lead.id] }), 403),
  'GET /lead-assignments/lead/{id}': refused(),

  'GET /leads/imports/{id}/rejected': ownOnly,
  'GET /leads/imports/{id}/reasons': ownOnly,
  'POST /leads/export': 'The export of what the caller may see: its filter is that of POST /leads/query.',
  'GET /leads/exports': 'Only the caller’s own: their ids are looked for by the test of lists.',
  'GET /leads/exports/{id}': refused(),
  'GET /leads': shown('owner'),
  'POST /leads': refused(({ lead }) => ({ lastName: 'New', phones: [lead.phone] }), 409),
  'POST /leads/search': shown('owner', ({ lead }) => ({ query: lead.name.split(' ')[1] })),
  'POST /leads/query': shown('owner', { filter: { all: [] } }),
  'GET /leads/{id}': shown('owner'),
  'PUT /leads/{id}': refused({ lastName: 'Mine' }),
  'PATCH /leads/{id}': refused({ lastName: 'Mine' }),
  'POST /leads/{id}/restore': refused(),
  'POST /leads/{id}/tags': refused({ tags: ['mine'] }),
  'DELETE /leads/{id}/tags': refused({ tags: ['mine'] }),
  'GET /leads/{id}/journeys': shown('owner'),
  'GET /leads/{id}/timeline': shown('owner'),
  'GET /leads/{id}/communications': shown('owner'),

  'GET /pbx/queues/{id}/callbacks': callbackLead,
  'POST /pbx/callbacks/{id}/cancel': callbackLead,
  'GET /pbx/voicemail': voicemailLead,
  'POST /pbx/voicemail/{id}/hear': voicemailLead,
  'PUT /pbx/voicemail/{id}': voicemailLead,
  'GET /pbx/voicemail/boxes': 'Boxes and counts, and where their greetings lie.',
  'GET /pbx/sessions': ownPhone,
  'POST /pbx/sessions': ownPhone,
  'POST /pbx/sessions/{id}/heartbeat': ownPhone,
  'DELETE /pbx/sessions/{id}': ownPhone,
  'GET /pbx/calls/active': activeOnes,
  'GET /tenant/active-calls': activeOnes,
  'POST /pbx/calls/originate': refused(leadOf),
  'POST /pbx/calls/{id}/hangup': refused(),
  'POST /pbx/calls/{id}/hold': refused({ hold: true }),
  'POST /pbx/calls/{id}/transfer': refused({ target: '102' }),
  'POST /pbx/calls/{id}/transfer/{action}': refused(),
  'GET /pbx/calls/{id}/handover': refused(),
  'POST /pbx/calls/{id}/record': refused({ action: 'pause' }),
  'POST /pbx/calls/{id}/digits': refused({ digits: '1' }),
  'POST /pbx/calls/{id}/answer': refused(),
  'POST /pbx/calls/{id}/voicemail-drop': refused({ audioUrl: 'https://example.com/a.wav' }),
  'POST /pbx/calls/{id}/disposition': refused({ disposition: 'sale' }),

  'PUT /scripts/{id}/calls/{callId}': refused({ answers: [] }),

  'POST /sales-rep-photos/csv':
    'E-mails of the file that was sent, and why they were refused; no lead is read.',
  'POST /reports/rows': 'Rows of the caller’s own figures: rows.test.ts of functions/reports.',
  'POST /reports/export': 'Figures of the caller’s own rows: export.test.ts of functions/reports.',
  'GET /reports/exports/{id}': refused(({ things }) => ({ id: things.job })),
  'GET /tracers/search-history': 'Agents see the searches that they made themselves: tracers.test.ts.',
  'GET /goals': ofGoals,
  'POST /goals': ofGoals,
  'GET /goals/{id}': ofGoals,
  'PUT /goals/{id}': ofGoals,
  'POST /goals/{id}/snooze': ofGoals,
  'GET /report-templates': ofTemplates,
  'POST /report-templates': ofTemplates,
  'GET /report-templates/{id}': ofTemplates,
  'POST /report-templates/{id}/star': ofTemplates,
  'PUT /report-templates/{id}': ofTemplates,
  'POST /report-templates/{id}/schedule': ofTemplates,
  'POST /report-templates/{id}/execute': 'Counts as the calls of GET /reports/… do; no lead is named.',

  'POST /tracers/search': refused((world) => ({ ...leadOf(world), email: 'june@example.com' })),
  'POST /tracers/search/phone': refused((world) => ({ ...leadOf(world), phone: '+13055550142' })),
  'POST /tracers/enrich-lead/{id}': refused(),

  'GET /conversations': shown('owner'),
  'GET /conversations/{id}': shown('owner'),
  'POST /conversations/{id}/assign': refused(),
  'POST /conversations/{id}/snooze': refused({ until: '2027-03-10T18:00:00Z' }),
  'POST /conversations/{id}/close': refused(),
  'POST /conversations/{id}/open': refused(),
  'POST /conversations/{id}/notes': refused({ text: 'Hello' }),
  'POST /conversations/{id}/presence': refused(),
  'PUT /conversations/{id}/tags': refused({ tags: [] }),

  'GET /sms/messages': shown('owner'),
  'POST /sms/send': refused((world) => ({ ...leadOf(world), message: 'Hello' })),
  'POST /sms/send-template': refused(leadOf),
  'POST /sms/send-bulk': 'Answers what was sent to it, each as not found: the test of what changes.',
  'GET /sms/conversations': shown('owner'),
  'GET /sms/conversations/{id}': shown('owner'),
  'PUT /sms/conversations/{id}/read': refused(),
  'GET /sms/unified/conversations': shown('owner'),
  'GET /sms/unified/conversations/{id}': shown('owner'),
  'PUT /sms/unified/conversations/{id}/read': refused(),
  'GET /sms/agent/conversations': shown('owner'),
  'GET /sms/agent/conversations/{id}': shown('owner'),
  'PUT /sms/agent/conversations/{id}/read': refused(),
  'POST /sms/agent/send': refused((world) => ({ ...leadOf(world), message: 'Hello' })),
  'GET /sms/{campaignId}/unresponded': refused(({ things }) => ({ campaignId: things.cmp })),
  'POST /sms/bulk-replies': 'Answers what was sent to it, each as not found: the test of what changes.',
  'POST /sms/contacts/{id}/reply': refused({ message: 'Hello' }),
  'POST /sms/drafting/{id}': refused(),

  'POST /tcpa/check': refused(leadOf),
  'POST /tcpa/check-batch':
    'Answers the number or address that was sent, by what the law says of it; it names no lead.',
  'GET /tcpa/logs': shown('owner'),
  'GET /tcpa/do-not-contact': shown('owner'),

  'GET /users/me': 'The caller’s own address.',
  'GET /users/me/sessions': 'The caller’s own devices and their network addresses.',
  'GET /webhooks': setting,
  'POST /webhooks': setting,
  'GET /webhooks/{id}': setting,
  'PUT /webhooks/{id}': setting,
  'POST /webhooks/test': shown('owner', ({ lead }) => ({
    webhook: { name: 'Test', brand: 'B', source: 'S' },
    payload: { phone: lead.phone, name: 'Somebody' },
  })),
  'POST /webhooks/{id}/test': shown('owner', ({ lead }) => ({
    payload: { phone: lead.phone, name: 'Somebody' },
  })),
  'GET /webhooks/{id}/fields': shown('owner'),
  'GET /webhooks/{id}/deliveries': 'Senders’ addresses and counts; one is looked into by its own call.',
  'GET /webhooks/{id}/deliveries/{deliveryId}': shown('owner'),
  'POST /webhooks/{id}/deliveries/{deliveryId}/replay': refused({}, 403),
  'GET /webhook-endpoints/{id}/messages': shown('owner'),
};
