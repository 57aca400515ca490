import { z } from 'zod';
import { element, project, projectFields, timestamp } from '../model/content.ts';
import { personPresent, presenceLimits, presenceTab } from '../model/presence.ts';
import { id, route } from './contract.ts';

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
