import { z } from 'zod';
import {
  autoReply,
  campaign,
  campaignLead,
  campaignLeadStatuses,
  campaignLimits,
  campaignRate,
  campaignSchedule,
  campaignStatuses,
  followUpKind,
  leftOut,
} from '../model/campaign.ts';
import { campaignTest } from '../model/campaign-test.ts';
import { phoneInput } from '../model/lead.ts';
import { messageLimits, textBody, uploadedContacts } from '../model/message.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';
import { leadChoice } from './lead-choice.ts';

const campaignId = id('cmp');
const ofCampaign = z.strictObject({ id: campaignId });
const count = z.number().int();
const version = count.optional().describe('refused when the campaign has changed since');

const search = z.string().trim().max(100).optional();

const followUp = z
  .strictObject({ campaignId, who: followUpKind })
  .optional()
  .describe(
    'or whom another campaign has reached and who have not answered, as it stands when this one begins',
  );

const fields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(messageLimits.name),
  message: textBody.optional().describe('a text, with variables as templates have them'),
  templateId: id('mtp').optional().describe('or a template'),
  test: campaignTest
    .nullable()
    .optional()
    .describe('or several texts, of which the best is found out; null ends a test and keeps its first text'),
  from: phoneInput
    .nullable()
    .optional()
    .describe("one of the tenant's numbers; else the one that each person knows"),
  poolId: id('pol')
    .nullable()
    .optional()
    .describe('a pool of numbers; who knows one of its numbers keeps it'),
  rateLimit: campaignRate.optional().describe("texts a minute; the tenant's own limit when left out"),
  shortLinks: z
    .boolean()
    .optional()
    .describe(
      'links of the text become short ones of this host, so that clicks are counted; true when left out',
    ),
  schedule: campaignSchedule.partial().optional(),
  autoReply: autoReply.optional(),
  onceWithinHours: count
    .min(0)
    .max(campaignLimits.onceWithinHours.most)
    .optional()
    .describe(
      `who was texted by another campaign in so many hours is left out; ${campaignLimits.onceWithinHours.otherwise} when left out, 0 looks at none`,
    ),
  outsideHours: z
    .enum(['wait', 'skip'])
    .optional()
    .describe('people who may not be texted at this hour: wait for theirs, or leave them out'),
  ...leadChoice('leadIds', messageLimits.blastLeads),
  followUp,
};

/** One text to many leads: written, scheduled, started, paused and followed. A blast is one that started at once. */
export const campaigns = {
  list: route('GET', '/campaigns', 'blasts.view', 'Campaigns and blasts, newest first')
    .input(z.strictObject({ ...pageQuery(20, 100), status: z.enum(campaignStatuses).optional(), search }))
    .output(z.object({ campaigns: z.array(campaign), pagination: pageInfo })),
  create: route(
    'POST',
    '/campaigns',
    'blasts.send',
    'Write a campaign; nothing goes out before it is started',
    {
      status: 201,
    },
  )
    .input(z.strictObject(fields))
    .output(campaign),
  audience: route(
    'POST',
    '/campaigns/audience',
    'blasts.view',
    'How many would be texted, and who is left out and why',
  )
    .input(z.strictObject({ ...leadChoice('leadIds', messageLimits.blastLeads), followUp }))
    .output(
      z.object({
        leads: count.describe('that the choice finds, as far as they were looked at'),
        reachable: count,
        leftOut,
        more: z.boolean().describe('there are more than were looked at'),
        sample: z.string().nullable().describe('a lead to show the text on'),
      }),
    ),
  get: route('GET', '/campaigns/{id}', 'blasts.view', 'One campaign and how far it is')
    .input(ofCampaign)
    .output(campaign),
  hours: route('GET', '/campaigns/{id}/hours', 'blasts.view', 'When its texts left, by hour')
    .input(ofCampaign)
    .output(
      z.object({
        hours: z
          .array(
            z.object({ at: z.string().describe('the beginning of the hour; ISO 8601 in UTC'), sent: count }),
          )
          .describe(
            'in their order, without those in which none left; none of texts before this was counted',
          ),
      }),
    ),
  update: route('PUT', '/campaigns/{id}', 'blasts.send', 'Change a campaign that has not started')
    .input(z.strictObject({ id: campaignId, ...z.object(fields).partial().shape, version }))
    .output(campaign),
  remove: route('DELETE', '/campaigns/{id}', 'blasts.send', 'Remove a campaign; its texts stay')
    .input(ofCampaign)
    .output(message),
  start: route('POST', '/campaigns/{id}/start', 'blasts.send', 'Start a campaign, or go on with one')
    .input(ofCampaign)
    .output(campaign),
  pause: route('POST', '/campaigns/{id}/pause', 'blasts.send', 'Pause a campaign; what is out is out')
    .input(ofCampaign)
    .output(campaign),
  setRateLimit: route('PATCH', '/campaigns/{id}/rate-limit', 'blasts.send', 'Set the pace, at once')
    .input(z.strictObject({ id: campaignId, rateLimit: campaignRate }))
    .output(campaign),
  setAutoReply: route(
    'PATCH',
    '/campaigns/{id}/auto-reply',
    'blasts.send',
    'Set what replies are answered with',
  )
    .input(z.strictObject({ id: campaignId, ...autoReply.partial().shape }))
    .output(campaign),
  clearUnresponded: route(
    'POST',
    '/campaigns/{id}/clear-unresponded',
    'messages.send',
    'No reply to it needs an answer any more',
  )
    .input(ofCampaign)
    .output(z.object({ resolved: count })),
  startUpload: route(
    'POST',
    '/campaigns/uploads',
    'blasts.send',
    'A form for uploading a CSV of contacts straight to the bucket, up to 10 MB; a function is handed 4 MB',
    { status: 201 },
  )
    .input(
      z.strictObject({
        fileSize: z
          .number()
          .int()
          .min(1, 'The file is empty.')
          .max(
            messageLimits.contactsBytes,
            'A file of contacts may have 10 MB. Import larger ones as leads.',
          ),
      }),
    )
    .output(z.object({ uploadId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) })),
  upload: route('POST', '/campaigns/{id}/upload', 'blasts.send', 'Make a CSV of contacts whom it is for')
    .input(
      z.strictObject({
        id: campaignId,
        contacts: z.instanceof(Blob, { message: 'Please choose a file.' }).optional(),
        ...uploadedContacts,
      }),
    )
    .output(
      z.object({
        campaign,
        columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
        rows: z.array(
          z.object({
            row: count,
            outcome: z.enum(['create', 'update', 'skip', 'reject']),
            reason: z.string().nullable(),
            fields: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
          }),
        ),
        count: count.describe('rows in all'),
      }),
    ),
  openLink: route('GET', '/l/{code}', 'public', 'Go on to where a short link of a text leads', {
    binary: true,
  })
    .input(z.strictObject({ code: z.string().max(40) }))
    .output(z.instanceof(Blob)),
  leads: route(
    'GET',
    '/campaigns/{id}/leads',
    'blasts.view',
    'Whom a campaign is for, and what became of each',
  )
    .input(
      z.strictObject({
        id: campaignId,
        ...pageQuery(100, 200),
        status: z.enum(campaignLeadStatuses).optional(),
        search: search.describe(
          `a part of the name or number, among ${campaignLimits.searched} leads from \`from\` on`,
        ),
        from: z.coerce.number().int().min(0).max(messageLimits.blastMost).default(0),
      }),
    )
    .output(
      z.object({
        leads: z.array(campaignLead),
        pagination: pageInfo,
        searched: z
          .object({ from: count, to: count, of: count })
          .nullable()
          .describe('of a search: which leads it has looked at, of how many; it goes on with `from: to`'),
      }),
    ),
};
