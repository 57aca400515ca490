import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { report } from '../model/report.ts';
import { scheduleFields } from '../model/report-schedule.ts';
import { reportRun, reportTemplate, templateFields, templateLimits } from '../model/report-template.ts';
import { templatePeriod } from '../model/template-period.ts';
import { id, message, pageInfo, route } from './contract.ts';

const templateId = id('rpt');

/** Reports that were set up once, made again at any time, and mailed by themselves. */
export const reportTemplates = {
  list: route(
    'GET',
    '/report-templates',
    'reports.view',
    "Templates of reports, those with one's star first, then by name: one's own and shared ones; admins see all",
  )
    .input(
      z.strictObject({
        page: z.coerce.number().int().min(1).default(1),
        limit: z.coerce.number().int().min(1).max(templateLimits.templates).default(50),
        search: z.string().trim().max(80).optional(),
      }),
    )
    .output(z.object({ templates: z.array(reportTemplate), pagination: pageInfo })),
  create: route('POST', '/report-templates', 'reports.save', 'Keep a report as a template', { status: 201 })
    .input(
      templateFields.extend({
        columns: templateFields.shape.columns.default([]),
        shared: templateFields.shape.shared.default(false),
      }),
    )
    .output(reportTemplate),
  get: route('GET', '/report-templates/{id}', 'reports.view', 'One template, its schedule and its last runs')
    .input(z.strictObject({ id: templateId }))
    .output(reportTemplate),
  update: route('PUT', '/report-templates/{id}', 'reports.save', 'Change a template')
    .input(
      changesOf(templateFields).extend({
        id: templateId,
        version: z.number().int().optional().describe('refused when the template has changed since'),
      }),
    )
    .output(reportTemplate),
  star: route(
    'POST',
    '/report-templates/{id}/star',
    'reports.view',
    "Give a template one's star, or take it away",
  )
    .input(z.strictObject({ id: templateId, starred: z.boolean() }))
    .output(reportTemplate),
  remove: route('DELETE', '/report-templates/{id}', 'reports.save', 'Remove a template and its schedule')
    .input(z.strictObject({ id: templateId }))
    .output(message),
  execute: route(
    'POST',
    '/report-templates/{id}/execute',
    'reports.view',
    'Make the report of a template now, or a run of its schedule again',
  )
    .input(
      z.strictObject({
        id: templateId,
        period: templatePeriod.optional().describe("in place of the template's own"),
        send: z
          .boolean()
          .default(false)
          .describe('it is made in the background and mailed to the recipients of the schedule'),
        run: z
          .string()
          .max(80)
          .optional()
          .describe('a run that was missed or failed: it is made and mailed for its own time'),
      }),
    )
    .output(
      z.union([
        report.extend({ run: z.null() }),
        z.object({ run: reportRun.describe('what is being made and mailed, where that was asked for') }),
      ]),
    ),
  schedule: route(
    'POST',
    '/report-templates/{id}/schedule',
    'reports.schedule',
    'Have the report of a template made and mailed by itself, where one may export it',
  )
    .input(
      scheduleFields.extend({
        id: templateId,
        weekday: scheduleFields.shape.weekday.default(1),
        day: scheduleFields.shape.day.default(1),
        isActive: scheduleFields.shape.isActive.default(true),
      }),
    )
    .output(reportTemplate),
};
