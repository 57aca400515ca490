import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import {
  enrolment,
  enrolmentStatuses,
  execution,
  journeyFields,
  journeyLimits,
  journeyStatuses,
  triggerCriteria,
} from '../model/journey/journey.ts';
import { step, stepFields, stepId } from '../model/journey/steps/index.ts';
import { id, message, pageInfo, pageQuery, route, timestamp } from './contract.ts';
import {
  assumptions,
  counts,
  detail,
  enrolled,
  job,
  matching,
  plan,
  planned,
  problem,
  summary,
  template,
} from './journey-answers.ts';
import { leadChoice } from './lead-choice.ts';

const journeyId = id('jrn');
const enrolmentId = id('ljn');
const executionId = id('jex');
const leadId = id('led');
const version = z.number().int().optional().describe('refused when it has changed since');
const confirmCircle = z
  .boolean()
  .default(false)
  .describe("true: journeys that bring leads back to each other are meant; otherwise refused as 'circle'");
const cursor = z.string().max(2_000).optional();
const force = z.stringbool().default(false);

const one = z.strictObject({ id: journeyId });

export const journeys = {
  list: route('GET', '/journeys', 'journeys.view', 'Journeys with their live numbers, newest first')
    .input(
      z.strictObject({
        ...pageQuery(50, 200),
        status: z.enum(journeyStatuses).optional(),
        search: z.string().trim().max(100).optional(),
      }),
    )
    .output(z.object({ journeys: z.array(summary), pagination: pageInfo })),
  create: route('POST', '/journeys', 'journeys.create', 'Add a journey; it begins as a draft', {
    status: 201,
  })
    .input(journeyFields)
    .output(detail),
  get: route('GET', '/journeys/{id}', 'journeys.view', 'One journey with the steps of its draft')
    .input(one)
    .output(detail),
  update: route(
    'PUT',
    '/journeys/{id}',
    'journeys.edit',
    'Change the draft; those on a version stay as they are',
  )
    .input(changesOf(journeyFields).extend({ id: journeyId, version, confirmCircle }))
    .output(detail),
  remove: route(
    'DELETE',
    '/journeys/{id}',
    'journeys.delete',
    'Remove a journey; `force` takes its leads out first',
  )
    .input(one.extend({ force }))
    .output(message),
  toggle: route('PATCH', '/journeys/{id}/toggle', 'journeys.publish', 'Live or paused; a draft goes live')
    .input(
      one.extend({
        status: z.enum(['live', 'paused']).optional().describe('the other one when left out'),
        confirmCircle,
      }),
    )
    .output(detail),
  publish: route(
    'POST',
    '/journeys/{id}/publish',
    'journeys.publish',
    'Make the draft the version that new leads get',
  )
    .input(one.extend({ version, confirmCircle }))
    .output(detail),
  discard: route(
    'POST',
    '/journeys/{id}/discard',
    'journeys.edit',
    'Put the live version back into the draft',
  )
    .input(one)
    .output(detail),
  version: route('GET', '/journeys/{id}/versions/{number}', 'journeys.view', 'The steps of one version')
    .input(one.extend({ number: z.coerce.number().int().min(1) }))
    .output(z.object({ number: z.number().int(), steps: z.array(step), entry: z.string().nullable() })),
  move: route(
    'POST',
    '/journeys/{id}/move',
    'journeys.publish',
    'Move the leads that are on other versions to the live one',
    {
      status: 202,
    },
  )
    .input(
      one.extend({ from: z.number().int().min(1).optional().describe('one version; all when left out') }),
    )
    .output(job),
  job: route('GET', '/journeys/{id}/jobs/{jobId}', 'journeys.view', 'How far a job in the background is')
    .input(one.extend({ jobId: id('job', 'jjb') }))
    .output(job),

  steps: route('GET', '/journeys/{id}/steps', 'journeys.view', 'The steps of the draft')
    .input(one)
    .output(z.object({ steps: z.array(step), entry: z.string().nullable(), problems: z.array(problem) })),
  addStep: route('POST', '/journeys/{id}/steps', 'journeys.edit', 'Add a step', { status: 201 })
    .input(
      z.strictObject({
        id: journeyId,
        step: stepFields,
        after: stepId
          .nullable()
          .optional()
          .describe('at the end of the main line when left out; null: first'),
      }),
    )
    .output(step),
  updateStep: route('PUT', '/journeys/{id}/steps/{stepId}', 'journeys.edit', 'Change a step')
    .input(z.strictObject({ id: journeyId, stepId, step: stepFields }))
    .output(step),
  removeStep: route(
    'DELETE',
    '/journeys/{id}/steps/{stepId}',
    'journeys.edit',
    'Remove a step of the draft; `force` even where leads stand on it',
  )
    .input(z.strictObject({ id: journeyId, stepId, force }))
    .output(message),
  reorderSteps: route(
    'POST',
    '/journeys/{id}/steps/reorder',
    'journeys.edit',
    'Put the main line into another order',
  )
    .input(one.extend({ stepOrder: z.array(stepId).min(1).max(journeyLimits.steps) }))
    .output(z.object({ steps: z.array(step), entry: z.string().nullable() })),
  testStep: route(
    'POST',
    '/journeys/{id}/steps/{stepId}/test',
    'journeys.test',
    'What a step would do now; nothing is sent',
  )
    .input(z.strictObject({ id: journeyId, stepId, leadId: leadId.optional() }))
    .output(planned),

  enroll: route('POST', '/journeys/{id}/enroll', 'journeys.enroll', 'Enrol leads')
    .input(one.extend({ leadIds: z.array(leadId).min(1).max(journeyLimits.enrol) }))
    .output(enrolled),
  bulkEnroll: route(
    'POST',
    '/journeys/{id}/bulk-enroll',
    'journeys.bulkEnroll',
    'Enrol named leads or all of a filter (all there are when left out), in the background',
    {
      status: 202,
    },
  )
    .input(one.extend(leadChoice('leadIds')))
    .output(job),
  enrollByCriteria: route(
    'POST',
    '/journeys/{id}/enroll-by-criteria',
    'journeys.bulkEnroll',
    'Enrol all leads that fit the criteria, in the background',
    { status: 202 },
  )
    .input(one.extend({ criteria: triggerCriteria.optional().describe("the journey's own when left out") }))
    .output(job),
  availableLeads: route(
    'GET',
    '/journeys/{id}/available-leads',
    'journeys.view',
    'Leads that could be enrolled',
  )
    .input(
      one.extend({
        search: z.string().trim().max(100).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor,
      }),
    )
    .output(
      z.object({
        leads: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            phone: z.string(),
            email: z.string(),
            status: z.string(),
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    ),
  leads: route(
    'GET',
    '/journeys/{id}/leads',
    'journeys.view',
    'Leads that are or were in it; agents see their own',
  )
    .input(one.extend({ ...pageQuery(50, 200), status: z.enum(enrolmentStatuses).optional() }))
    .output(z.object({ leads: z.array(enrolment), pagination: pageInfo })),
  matchingStats: route(
    'GET',
    '/journeys/{id}/matching-stats',
    'journeys.view',
    'How many leads fit the criteria, and each of them',
  )
    .input(one)
    .output(matching),
  testAutoEnrollment: route(
    'POST',
    '/journeys/{id}/test-auto-enrollment',
    'journeys.test',
    'A dry run: what leads would get, and when',
  )
    .input(
      one.extend({
        leadIds: z.array(leadId).max(20).optional().describe('the newest that fit when left out'),
        limit: z.number().int().min(1).max(20).default(5),
        ...assumptions,
      }),
    )
    .output(z.object({ ...matching.shape, plans: z.array(plan) })),
  dryRun: route(
    'POST',
    '/journeys/{id}/dry-run',
    'journeys.test',
    'What one lead would get by the draft, step by step',
  )
    .input(one.extend({ leadId: leadId.optional().describe('a sample lead when left out'), ...assumptions }))
    .output(plan),
  autoEnrollment: route(
    'PUT',
    '/journeys/{id}/auto-enrollment',
    'journeys.edit',
    'Which leads come in by themselves',
  )
    .input(one.extend({ triggerCriteria, confirmCircle }))
    .output(detail),

  statistics: route(
    'GET',
    '/journeys/{id}/statistics',
    'journeys.view',
    'Figures of a journey and of each step',
  )
    .input(one)
    .output(
      z.object({
        counts,
        exits: z.record(z.string(), z.number().int()).describe('why leads left it'),
        refused: z
          .record(z.string(), z.number().int())
          .describe('leads kept out a day, because journeys go in a circle'),
        completionRate: z.number().describe('of those that have ended; 0 to 1'),
        averageHours: z.number().nullable().describe('from coming in to the end'),
        steps: z.array(
          z.object({
            stepId: z.string(),
            name: z.string(),
            type: z.string(),
            reached: z.number().int(),
            now: z.number().int().describe('leads that are at it'),
            outcomes: z.record(z.string(), z.number().int()),
            outputs: z.record(z.string(), z.number().int()),
          }),
        ),
        days: z.array(
          z.object({
            date: z.string(),
            entered: z.number().int(),
            completed: z.number().int(),
            exited: z.number().int(),
          }),
        ),
      }),
    ),
  funnel: route(
    'GET',
    '/journeys/{id}/funnel',
    'journeys.view',
    'How many leads reached each step of the main line',
  )
    .input(one)
    .output(
      z.object({
        stages: z.array(
          z.object({
            stepId: z.string().nullable(),
            name: z.string(),
            leads: z.number().int(),
            rate: z.number(),
          }),
        ),
      }),
    ),
  export: route(
    'GET',
    '/journeys/{id}/export',
    'journeys.export',
    'The journey as a file, to be kept or taken elsewhere',
  )
    .input(one)
    .output(
      z.object({ format: z.literal('dealbell-journey-1'), exportedAt: timestamp, journey: journeyFields }),
    ),
  clone: route('POST', '/journeys/{id}/clone', 'journeys.create', 'A copy, as a draft', { status: 201 })
    .input(one.extend({ name: z.string().trim().min(1).max(journeyLimits.name).optional() }))
    .output(detail),
  templates: route('GET', '/journey-templates', 'journeys.view', 'Journeys to begin from')
    .input(z.strictObject({}))
    .output(z.object({ templates: z.array(template) })),
  fromTemplate: route('POST', '/journeys/from-template', 'journeys.create', 'A journey from a template', {
    status: 201,
  })
    .input(
      z.strictObject({
        templateId: z.string().max(60),
        name: z.string().trim().min(1).max(journeyLimits.name).optional(),
      }),
    )
    .output(detail),

  setStatus: route(
    'PATCH',
    '/lead-journeys/{id}/status',
    'journeys.control',
    'Pause, resume, complete or take out one lead',
  )
    .input(
      z.strictObject({
        id: enrolmentId,
        status: z.enum(['active', 'paused', 'completed', 'exited']),
        until: timestamp.nullable().optional().describe('of paused: it resumes by itself then'),
        note: z.string().trim().max(200).default(''),
      }),
    )
    .output(enrolment),
  skipStep: route(
    'POST',
    '/lead-journeys/{id}/skip-step',
    'journeys.control',
    'Leave out the step that comes next',
  )
    .input(z.strictObject({ id: enrolmentId }))
    .output(enrolment),
  history: route(
    'GET',
    '/lead-journeys/{id}/history',
    'journeys.view',
    'What one lead has been through, newest first',
  )
    .input(
      z.strictObject({ id: enrolmentId, cursor, limit: z.coerce.number().int().min(1).max(200).default(50) }),
    )
    .output(z.object({ enrolment, history: z.array(execution), nextCursor: z.string().nullable() })),

  pending: route(
    'GET',
    '/journey-executions/pending',
    'journeys.view',
    'Steps that are to come, the soonest first',
  )
    .input(
      z.strictObject({
        journeyId: journeyId.optional(),
        parked: z.stringbool().default(false).describe('those that need a look instead'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor,
      }),
    )
    .output(
      z.object({
        executions: z.array(
          z.object({
            id: z.string(),
            enrolment,
            dueAt: z.string().nullable(),
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    ),
  process: route(
    'POST',
    '/journey-executions/process',
    'journeys.run',
    'Run steps now, also parked ones and waits',
  )
    .input(z.strictObject({ executionIds: z.array(executionId).min(1).max(100) }))
    .output(z.object({ results: z.array(z.object({ id: z.string(), ok: z.boolean(), note: z.string() })) })),
  cancel: route(
    'POST',
    '/journey-executions/{id}/cancel',
    'journeys.control',
    'Cancel a step to come; the journey goes on after it',
  )
    .input(z.strictObject({ id: executionId }))
    .output(enrolment),
};
