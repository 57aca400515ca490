import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { job } from '../model/job.ts';
import { enrolment } from '../model/journey/journey.ts';
import { lead, leadFields, leadLimits, leadSettings, tags } from '../model/lead.ts';
import { leadFilter, leadSort } from '../model/lead-filter.ts';
import { id, message, pageInfo, pageQuery, route, timestamp } from './contract.ts';
import { leadChoice } from './lead-choice.ts';
import { leadImports } from './lead-imports.ts';
import { leadScoring } from './lead-scoring.ts';
import { savedView, storedView, viewVersion } from './saved-views.ts';

const leadId = id('led');
/** Admins see every lead; an agent those that are theirs or nobody's. Vendors have their own portal. */

const version = z.number().int().optional().describe('refused when the lead has changed since');
const changes = changesOf(leadFields);

/** A page of a list that is walked by a cursor; `total` is known only where a counter holds it. */
const leadPage = z.object({
  leads: z.array(lead),
  nextCursor: z.string().nullable(),
  total: z.number().int().nullable(),
});

const pageSize = z.number().int().min(1).max(500).default(50);
const cursor = z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`");

export const bulkResult = z.object({
  summary: z.object({ successful: z.number().int(), failed: z.number().int(), skipped: z.number().int() }),
  results: z.array(
    z.object({
      index: z.number().int(),
      id: z.string().nullable(),
      status: z.enum(['created', 'updated', 'deleted', 'restored', 'skipped', 'failed']),
      error: z.string().nullable(),
    }),
  ),
  job: job
    .optional()
    .describe('of many leads: it goes on in the background, and is asked for by GET /jobs/{id}'),
});

/** One thing that happened to a lead; `kind` chooses the picture, `text` is the sentence. */
export const timelineEntry = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.string().describe('created, edited, tagged, call, sms, email, journey, webhook, assigned, note …'),
  text: z.string(),
  actor: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

const timelinePage = z.object({ entries: z.array(timelineEntry), nextCursor: z.string().nullable() });
const ofLead = z.strictObject({ id: leadId });
const ofLeadPaged = z.strictObject({
  id: leadId,
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const leadView = savedView.extend({
  filter: leadFilter,
  sort: leadSort,
  columns: z.array(z.string().max(60)).max(60).default([]),
});
const storedLeadView = storedView(leadView);

export const leads = {
  ...leadImports,
  ...leadScoring,
  list: route('GET', '/leads', 'leads.view', 'Leads, newest first')
    .input(
      z.strictObject({
        ...pageQuery(50),
        cursor,
        status: z.string().max(40).optional(),
        ownerId: z.string().max(64).optional(),
        deleted: z.stringbool().default(false).describe('those that can still be restored'),
      }),
    )
    .output(z.object({ leads: z.array(lead), pagination: pageInfo, nextCursor: z.string().nullable() })),
  create: route('POST', '/leads', 'leads.create', 'Add a lead', { status: 201 })
    .input(leadFields)
    .output(lead),
  tags: route('GET', '/leads/tags', 'leads.view', 'Every tag in use, with how many leads carry it')
    .input(z.strictObject({}))
    .output(z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number().int() })) })),
  statistics: route(
    'GET',
    '/leads/statistics',
    'leads.view',
    'How many leads there are, by status, source and brand',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        total: z.number().int(),
        byStatus: z.record(z.string(), z.number().int()),
        bySource: z.record(z.string(), z.number().int()),
        byBrand: z.record(z.string(), z.number().int()),
        dealAmount: z.object({ open: z.number(), won: z.number(), lost: z.number() }),
      }),
    ),
  funnel: route('GET', '/leads/funnel', 'leads.view', 'Leads in each status of the funnel, in order')
    .input(z.strictObject({}))
    .output(
      z.object({
        stages: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            color: z.string(),
            count: z.number().int(),
            /** How many ever came this far, and which share of the first stage's that is, 0–1. */
            reached: z.number().int(),
            share: z.number(),
          }),
        ),
      }),
    ),
  settings: route('GET', '/leads/settings', 'leads.view', 'Statuses, custom fields and rules')
    .input(z.strictObject({}))
    .output(leadSettings),
  updateSettings: route('PUT', '/leads/settings', 'leads.manage', 'Change statuses, custom fields and rules')
    .input(changesOf(leadSettings))
    .output(leadSettings),
  views: route('GET', '/leads/views', 'leads.view', 'Saved views: your own and the shared ones')
    .input(z.strictObject({}))
    .output(z.object({ views: z.array(storedLeadView) })),
  saveView: route('POST', '/leads/views', 'leads.view', 'Save a view', { status: 201 })
    .input(leadView)
    .output(storedLeadView),
  updateView: route('PUT', '/leads/views/{id}', 'leads.view', 'Change a saved view of your own')
    .input(changesOf(leadView).extend({ id: id('lvw'), version: viewVersion }))
    .output(storedLeadView),
  removeView: route('DELETE', '/leads/views/{id}', 'leads.view', 'Remove a saved view of your own')
    .input(z.strictObject({ id: id('lvw') }))
    .output(message),
  search: route(
    'POST',
    '/leads/search',
    'leads.view',
    'What is typed in the search box: name, part of a phone, e-mail',
    { afterTrial: true },
  )
    .input(z.strictObject({ query: z.string().trim().min(2).max(100), limit: pageSize, cursor }))
    .output(leadPage),
  query: route('POST', '/leads/query', 'leads.view', 'Leads by a structured filter', { afterTrial: true })
    .input(
      z.strictObject({
        filter: leadFilter.default({ all: [] }),
        sort: leadSort.default({ field: 'createdAt', direction: 'desc' }),
        limit: pageSize,
        cursor,
      }),
    )
    .output(leadPage),
  count: route('POST', '/leads/count', 'leads.view', 'How many leads a filter finds', { afterTrial: true })
    .input(z.strictObject({ filter: leadFilter.default({ all: [] }) }))
    .output(
      z.object({
        count: z.number().int(),
        isExact: z.boolean().describe('false where counting took too long: there are more'),
      }),
    ),
  bulkCreate: route('POST', '/leads/bulk', 'leads.create', 'Add up to 1,000 leads, with a result for each')
    .input(z.strictObject({ leads: z.array(z.unknown()).min(1).max(leadLimits.bulk) }))
    .output(bulkResult),
  bulkPatch: route(
    'PATCH',
    '/leads/bulk',
    'leads.edit',
    'Change many leads: up to 200 at once, with a result for each, more by a job',
  )
    .input(
      z.strictObject({
        ...leadChoice('ids'),
        changes: changes.default({}),
        addTags: tags.optional(),
        removeTags: tags.optional(),
      }),
    )
    .output(bulkResult),
  bulkRemove: route(
    'DELETE',
    '/leads/bulk',
    'leads.delete',
    'Delete many leads: up to 200 at once, with a result for each, more by a job',
  )
    .input(
      z.strictObject({
        ...leadChoice('ids'),
        force: z.boolean().default(false),
      }),
    )
    .output(bulkResult),
  bulkRestore: route(
    'POST',
    '/leads/bulk/restore',
    'leads.delete',
    'Have up to 1,000 deleted leads back, with a result for each',
  )
    .input(z.strictObject({ ids: z.array(leadId).min(1).max(leadLimits.bulk) }))
    .output(bulkResult),
  get: route('GET', '/leads/{id}', 'leads.view', 'One lead').input(ofLead).output(lead),
  put: route('PUT', '/leads/{id}', 'leads.edit', 'Change parts of a lead')
    .input(changes.extend({ id: leadId, version }))
    .output(lead),
  update: route('PATCH', '/leads/{id}', 'leads.edit', 'Change parts of a lead')
    .input(changes.extend({ id: leadId, version }))
    .output(lead),
  remove: route('DELETE', '/leads/{id}', 'leads.delete', 'Delete a lead; with `force` for good')
    .input(z.strictObject({ id: leadId, force: z.stringbool().default(false) }))
    .output(message),
  restore: route('POST', '/leads/{id}/restore', 'leads.delete', 'Have a deleted lead back')
    .input(ofLead)
    .output(lead),
  addTags: route('POST', '/leads/{id}/tags', 'leads.edit', 'Add tags')
    .input(z.strictObject({ id: leadId, tags: tags.min(1) }))
    .output(lead),
  removeTags: route('DELETE', '/leads/{id}/tags', 'leads.edit', 'Remove tags')
    .input(z.strictObject({ id: leadId, tags: z.union([tags, z.string().max(2_000)]) }))
    .output(lead),
  addNote: route('POST', '/leads/{id}/notes', 'leads.edit', 'Write a note on the timeline', { status: 201 })
    .input(z.strictObject({ id: leadId, text: z.string().trim().min(1).max(4_000) }))
    .output(timelineEntry),
  timeline: route(
    'GET',
    '/leads/{id}/timeline',
    'leads.view',
    'Everything that happened to a lead, newest first',
  )
    .input(ofLeadPaged)
    .output(timelinePage),
  calls: route('GET', '/leads/{id}/calls', 'leads.view', 'The calls with a lead')
    .input(ofLeadPaged)
    .output(timelinePage),
  communications: route(
    'GET',
    '/leads/{id}/communications',
    'leads.view',
    'Calls, texts and mails with a lead',
  )
    .input(ofLeadPaged)
    .output(timelinePage),
  journeys: route(
    'GET',
    '/leads/{id}/journeys',
    'leads.view',
    'The journeys a lead is or was in, newest first',
  )
    .input(z.strictObject({ id: leadId }))
    .output(z.object({ enrolments: z.array(enrolment) })),
};
