import * as z from 'zod';
import { tag } from '../../lead.ts';
import { refersTo } from '../../reference.ts';
import { defineStep, done } from './define.ts';

export const tagStep = defineStep({
  type: 'tag',
  label: 'Tag',
  about: 'Adds tags to the lead, or takes them away.',
  group: 'lead',
  config: z.strictObject({
    add: z.array(tag).max(10).default([]),
    remove: z.array(tag).max(10).default([]),
  }),
  outputs: () => done,
  problems: ({ add, remove }) =>
    add.length + remove.length > 0 ? [] : ['Name a tag to add or to take away.'],
  summary: ({ add, remove }) =>
    [...add.map((one) => `+ ${one}`), ...remove.map((one) => `− ${one}`)].join(', '),
});

export const statusStep = defineStep({
  type: 'status',
  label: 'Status',
  about: "Sets the lead's status.",
  group: 'lead',
  config: z.strictObject({ status: z.string().trim().max(40).default('') }),
  outputs: () => done,
  problems: ({ status }) => (status ? [] : ['Choose a status.']),
  summary: ({ status }) => status,
});

export const assignStep = defineStep({
  type: 'assign',
  label: 'Assign',
  about: 'Gives the lead to somebody of the team.',
  group: 'lead',
  config: z.strictObject({
    to: z.enum(['user', 'leastLoaded', 'roundRobin', 'nobody']).default('roundRobin'),
    userId: refersTo('user', z.string().max(64)).nullable().default(null),
  }),
  outputs: () => done,
  problems: ({ to, userId }) => (to !== 'user' || userId ? [] : ['Choose who gets the lead.']),
  summary: ({ to }) =>
    ({ user: 'One person', leastLoaded: 'Who has least', roundRobin: 'In turns', nobody: 'Nobody' })[to],
});
