import * as z from 'zod';
import { refersTo } from '../../reference.ts';
import { defineStep, done } from './define.ts';

export const webhookStep = defineStep({
  type: 'webhook',
  label: 'Webhook',
  about: 'Tells another system, signed and retried for a day.',
  group: 'others',
  config: z.strictObject({
    endpointId: refersTo('endpoint', z.string().max(64)).nullable().default(null),
    note: z.string().trim().max(500).default('').describe('goes along'),
  }),
  outputs: () => done,
  problems: ({ endpointId }) => (endpointId ? [] : ['Choose who is told.']),
  summary: ({ note }) => note.slice(0, 60),
});

export const celebrateStep = defineStep({
  type: 'celebrate',
  label: 'Celebrate',
  about: 'Shows a project on the office screens.',
  group: 'others',
  config: z.strictObject({
    projectId: refersTo('project', z.string().max(64)).nullable().default(null),
    displayIds: z
      .array(refersTo('display', z.string().max(200)))
      .max(50)
      .default([]),
    minutes: z.number().int().min(1).max(1_440).default(5),
  }),
  outputs: () => done,
  problems: ({ projectId, displayIds }) => [
    ...(projectId ? [] : ['Choose what is shown.']),
    ...(displayIds.length > 0 ? [] : ['Choose the screens.']),
  ],
  summary: ({ displayIds, minutes }) =>
    `${displayIds.length} ${displayIds.length === 1 ? 'screen' : 'screens'}, ${minutes} min`,
});

export const enterStep = defineStep({
  type: 'enter',
  label: 'Enter a journey',
  about: 'Enrols the lead in another journey; this one goes on.',
  group: 'others',
  config: z.strictObject({
    journeyId: refersTo('journey', z.string().max(64)).nullable().default(null),
  }),
  outputs: () => done,
  problems: ({ journeyId }) => (journeyId ? [] : ['Choose the journey.']),
  summary: () => '',
});

export const endStep = defineStep({
  type: 'end',
  label: 'End',
  about: 'The journey is over for the lead.',
  group: 'flow',
  config: z.strictObject({ reason: z.string().trim().max(100).default('') }),
  outputs: () => [],
  problems: () => [],
  summary: ({ reason }) => reason,
});
