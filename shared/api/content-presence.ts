import { z } from 'zod';
import { element, project, projectFields, timestamp } from '../model/content.ts';
import { presenceLimits } from '../model/presence-limits.ts';
import { id, route } from './contract.ts';

/** Names one open editor among those of a person. */
export const presenceTab = z
  .string()
  .regex(/^[\w-]+$/, 'may have letters, digits, - and _')
  .max(40);

/** Somebody else who has the same open. */
export const personPresent = z.object({
  tab: z.string().describe('one open editor; the same person may have several'),
  userId: z.string(),
  name: z.string(),
  selection: z.array(z.string()),
});
export type Person = z.output<typeof personPresent>;

const state = {
  updatedAt: timestamp,
  updatedBy: z.string().describe('the user who saved last'),
  version: project.shape.version,
};

const changes = z.object({
  ...state,
  fields: projectFields,
  ids: z.array(z.string()).describe('every element there is; one that is not among them was removed'),
  elements: z.array(element).describe('those saved since'),
});
export type ProjectChanges = z.output<typeof changes>;

export const presence = {
  beHere: route(
    'POST',
    '/content/projects/{id}/presence',
    'content.view',
    'Say that the project is open here and what is selected; answers who else has it open',
    { afterTrial: true },
  )
    .input(
      z.strictObject({
        id: id('prj'),
        tab: presenceTab,
        selection: z.array(id('elm')).max(presenceLimits.selection).default([]),
        leaving: z.boolean().default(false).describe('the tab is closing'),
      }),
    )
    .output(z.object({ ...state, people: z.array(personPresent) })),
  changesSince: route(
    'GET',
    '/content/projects/{id}/changes',
    'content.view',
    'What was saved since a moment',
  )
    .input(z.strictObject({ id: id('prj'), since: timestamp }))
    .output(changes),
};
