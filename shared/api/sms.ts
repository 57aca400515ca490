import { z } from 'zod';
import { campaignLimits, leftOut } from '../model/campaign.ts';
import { phoneInput } from '../model/lead.ts';
import {
  blast,
  conversation,
  message,
  messageLimits,
  messageStatuses,
  providerName,
  rateLimits,
  senderNumber,
  textBody,
  uploadedContacts,
} from '../model/message.ts';
import { messageTemplate } from '../model/message-template.ts';
import { id, route } from './contract.ts';
import { leadChoice } from './lead-choice.ts';
import { smsProviderCalls } from './sms-providers.ts';

const leadId = id('led');
const blastId = id('cmp');
const conversationId = id('cnv');
const templateId = id('mtp');

const key = z
  .string()
  .min(8)
  .max(100)
  .optional()
  .describe('the same key again is the same message: a second try after a broken line sends nothing twice');
const name = z.string().trim().min(1, 'Please enter a name.').max(messageLimits.name);
const from = phoneInput
  .optional()
  .describe("one of the tenant's numbers; else the one that this person knows");
const values = z
  .record(z.string().max(60), z.record(z.string().max(60), z.unknown()))
  .optional()
  .describe('values of variables besides those of the lead, by root: { "call": { "disposition": "…" } }');
const cursor = z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`");
const limit = z.coerce.number().int().min(1).max(200).default(50);
const rate = z.number().int().min(rateLimits.campaign.least).max(rateLimits.campaign.most);

/** One text: who it goes to is a lead, or a number. */
const oneText = { leadId: leadId.optional(), to: phoneInput.optional(), message: textBody, from, key };

/** `sending`: the provider did not answer yet; it is tried again for a quarter of an hour. */
const sent = z.object({ message, provider: z.string(), sandbox: z.boolean() });

const listQuery = {
  cursor,
  limit,
  unread: z.stringbool().optional().describe('only those with texts that were not read'),
  search: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('part of the name or the number, among the newest 1,000'),
};
const list = z.object({ conversations: z.array(conversation), nextCursor: z.string().nullable() });
const thread = z.object({
  conversation,
  messages: z.array(message).describe('newest first'),
  nextCursor: z.string().nullable(),
});
const threadQuery = z.strictObject({ id: conversationId, cursor, limit });
const ofConversation = z.strictObject({ id: conversationId });
const unreadCount = z.object({
  count: z.number().int().describe('texts that were not read'),
  conversations: z.number().int().describe('conversations that they are in'),
});

/** The result of each text of a call that sends several. */
const bulkResult = z.object({
  summary: z.object({
    sent: z.number().int(),
    refused: z.number().int(),
    later: z.number().int(),
    failed: z.number().int(),
  }),
  results: z.array(
    z.object({
      index: z.number().int(),
      leadId: z.string().nullable(),
      to: z.string().nullable(),
      status: z.enum(['sent', 'refused', 'later', 'failed']),
      messageId: z.string().nullable(),
      error: z.string().nullable().describe('why not'),
      retryAt: z.string().nullable(),
    }),
  ),
});

const blastText = {
  name,
  message: textBody.optional().describe('a text, with variables as templates have them'),
  templateId: templateId.optional(),
  from,
  ratePerMinute: rate.optional().describe("texts a minute; the tenant's own limit when left out"),
  outsideHours: z
    .enum(['wait', 'skip'])
    .default('wait')
    .describe('people who may not be texted at this hour: wait for theirs, or leave them out'),
};
const file = z.instanceof(Blob, { message: 'Please choose a file.' });

/** Texts: sending, threads, blasts. Providers and numbers are in sms-providers.ts. */
export const sms = {
  messages: route('GET', '/sms/messages', 'messages.view', 'Texts, newest first')
    .input(
      z.strictObject({
        leadId: leadId.optional(),
        conversationId: conversationId.optional(),
        direction: z.enum(['outbound', 'inbound']).optional(),
        status: z.enum(messageStatuses).optional(),
        blastId: blastId.optional(),
        since: z.iso.datetime().optional(),
        until: z.iso.datetime().optional(),
        cursor,
        limit,
      }),
    )
    .output(z.object({ messages: z.array(message), nextCursor: z.string().nullable() })),
  send: route('POST', '/sms/send', 'messages.send', 'Send a text to a lead or a number')
    .input(z.strictObject(oneText))
    .output(sent),
  templates: route('GET', '/sms/templates', 'templates.view', 'The templates for texts')
    .input(z.strictObject({ search: z.string().trim().max(100).optional() }))
    .output(z.object({ templates: z.array(messageTemplate) })),
  stats: route('GET', '/sms/stats', 'messages.statistics', 'How many texts went out and came in, by day')
    .input(z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(30) }))
    .output(
      z.object({
        total: z.object({
          sent: z.number().int(),
          delivered: z.number().int(),
          failed: z.number().int(),
          received: z.number().int(),
          segments: z.number().int(),
          optedOut: z.number().int(),
        }),
        deliveryRate: z.number().nullable().describe('delivered of sent, 0–1'),
        replyRate: z.number().nullable().describe('received for each sent, 0–1'),
        days: z.array(
          z.object({
            date: z.string(),
            sent: z.number().int(),
            delivered: z.number().int(),
            failed: z.number().int(),
            received: z.number().int(),
            segments: z.number().int(),
            optedOut: z.number().int(),
          }),
        ),
      }),
    ),
  sendTemplate: route('POST', '/sms/send-template', 'messages.send', 'Send a template to a lead')
    .input(z.strictObject({ leadId, templateId, data: values, from, key }))
    .output(sent),
  sendBulk: route(
    'POST',
    '/sms/send-bulk',
    'messages.sendBulk',
    `Send up to ${messageLimits.bulk} texts at once, with a result for each`,
  )
    .input(
      z.strictObject({
        messages: z
          .array(
            z.strictObject({
              leadId: leadId.optional(),
              to: phoneInput.optional(),
              message: textBody.optional(),
            }),
          )
          .min(1)
          .max(messageLimits.bulk),
        message: textBody.optional().describe('the text of those that have none of their own'),
        templateId: templateId.optional().describe('or a template, for leads'),
        from,
        key,
      }),
    )
    .output(bulkResult),
  sendBlast: route('POST', '/sms/send-blast', 'blasts.send', 'Text many leads, as fast as the limits allow', {
    status: 202,
  })
    .input(z.strictObject({ ...blastText, ...leadChoice('leadIds', messageLimits.blastLeads), key }))
    .output(blast),
  blasts: route('GET', '/sms/blasts', 'blasts.view', 'Blasts, newest first')
    .input(z.strictObject({ cursor, limit: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(z.object({ blasts: z.array(blast), nextCursor: z.string().nullable() })),
  blastStatus: route('GET', '/sms/blast/{id}/status', 'blasts.view', 'How far a blast is')
    .input(z.strictObject({ id: blastId }))
    .output(blast),
  cancelBlast: route('POST', '/sms/blast/{id}/cancel', 'blasts.send', 'Stop a blast; what is out is out')
    .input(z.strictObject({ id: blastId }))
    .output(blast),

  conversations: route('GET', '/sms/conversations', 'messages.view', 'Threads with texts, the latest first')
    .input(z.strictObject(listQuery))
    .output(list),
  unreadCount: route('GET', '/sms/conversations/unread-count', 'messages.view', 'Texts that were not read')
    .input(z.strictObject({}))
    .output(unreadCount),
  conversation: route('GET', '/sms/conversations/{id}', 'messages.view', 'One thread')
    .input(threadQuery)
    .output(thread),
  readConversation: route('PUT', '/sms/conversations/{id}/read', 'messages.view', 'Mark a thread as read')
    .input(ofConversation)
    .output(conversation),
  unified: route(
    'GET',
    '/sms/unified/conversations',
    'messages.view',
    'Threads with texts and mails together, of every provider',
  )
    .input(z.strictObject(listQuery))
    .output(list),
  unifiedConversation: route(
    'GET',
    '/sms/unified/conversations/{id}',
    'messages.view',
    'One thread, texts and mails',
  )
    .input(threadQuery)
    .output(thread),
  readUnified: route('PUT', '/sms/unified/conversations/{id}/read', 'messages.view', 'Mark a thread as read')
    .input(ofConversation)
    .output(conversation),
  unifiedUnread: route('GET', '/sms/unified/unread-count', 'messages.view', 'Texts that were not read')
    .input(z.strictObject({}))
    .output(unreadCount),
  agentConversations: route(
    'GET',
    '/sms/agent/conversations',
    'ownMessages.view',
    "Threads with the caller's own leads",
  )
    .input(z.strictObject(listQuery))
    .output(list),
  agentConversation: route(
    'GET',
    '/sms/agent/conversations/{id}',
    'ownMessages.view',
    "One thread with one of the caller's leads",
  )
    .input(threadQuery)
    .output(thread),
  readAgentConversation: route(
    'PUT',
    '/sms/agent/conversations/{id}/read',
    'ownMessages.view',
    'Mark a thread as read',
  )
    .input(ofConversation)
    .output(conversation),
  agentUnread: route(
    'GET',
    '/sms/agent/unread-count',
    'ownMessages.view',
    "Texts of the caller's leads that were not read",
  )
    .input(z.strictObject({}))
    .output(unreadCount),
  agentSend: route('POST', '/sms/agent/send', 'ownMessages.send', "Send a text to one of the caller's leads")
    .input(z.strictObject({ leadId, message: textBody, from, key }))
    .output(sent),

  unresponded: route(
    'GET',
    '/sms/{campaignId}/unresponded',
    'blasts.view',
    'Replies to a blast that wait for an answer',
  )
    .input(z.strictObject({ campaignId: blastId, cursor, limit }))
    .output(
      z.object({
        contacts: z.array(
          z.object({
            contactId: z.string().describe("the lead's id"),
            conversationId: z.string(),
            name: z.string(),
            address: z.string(),
            message: z.string(),
            waitingSince: z.string(),
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    ),
  markResolved: route('POST', '/sms/mark-resolved', 'messages.send', 'These need no answer')
    .input(z.strictObject({ contactIds: z.array(leadId).min(1).max(500) }))
    .output(z.object({ resolved: z.number().int() })),
  bulkReplies: route('POST', '/sms/bulk-replies', 'messages.sendBulk', 'Answer several with one text')
    .input(
      z.strictObject({ contactIds: z.array(leadId).min(1).max(messageLimits.bulk), message: textBody, key }),
    )
    .output(bulkResult),
  reply: route('POST', '/sms/contacts/{id}/reply', 'messages.send', 'Answer one')
    .input(z.strictObject({ id: leadId, message: textBody, key }))
    .output(sent),

  uploadPreview: route(
    'POST',
    '/sms/upload/preview',
    'messages.sendBulk',
    'What a CSV of contacts holds: its columns and first 5 rows',
  )
    .input(z.strictObject({ file: file.optional(), ...uploadedContacts }))
    .output(
      z.object({
        filename: z.string(),
        columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
        rows: z.array(
          z.object({
            row: z.number().int(),
            outcome: z.enum(['create', 'update', 'skip', 'reject']),
            reason: z.string().nullable(),
            fields: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
          }),
        ),
        count: z.number().int().describe('rows in all'),
        hasPhone: z.boolean().describe('false: no column holds phone numbers, so nobody could be texted'),
        reachable: z.number().int().describe('of its first rows, those who would be texted as things stand'),
        leftOut,
        more: z.boolean().describe(`it has more than the ${campaignLimits.counted} rows that were looked at`),
      }),
    ),
  importSimplified: route(
    'POST',
    '/sms/upload/import-simplified',
    'messages.sendBulk',
    'Make leads of a CSV of contacts and text them',
    { status: 202 },
  )
    .input(
      z.strictObject({
        file,
        name: name.optional(),
        message: textBody.optional(),
        templateId: templateId.optional(),
        ratePerMinute: z.coerce.number().pipe(rate).optional(),
      }),
    )
    .output(blast),

  inbound: route(
    'POST',
    '/sms/callbacks/{key}/{provider}/inbound',
    'public',
    'A text came in: the provider tells',
    {
      status: 204,
    },
  ).input(z.looseObject({ key: z.string().max(100), provider: providerName })),
  status: route(
    'POST',
    '/sms/callbacks/{key}/{provider}/status',
    'public',
    'What became of a text: the provider tells',
    {
      status: 204,
    },
  ).input(z.looseObject({ key: z.string().max(100), provider: providerName })),

  numbers: route('GET', '/sms/numbers', 'messages.view', 'The numbers that texts go out from')
    .input(z.strictObject({}))
    .output(z.object({ numbers: z.array(senderNumber) })),
  ...smsProviderCalls,
};
