import * as z from 'zod';
import { count, define, list, names, plain, plural, text } from './definition.ts';

/** What is told of the platform's operators. */
export const platformActions = {
  'platform.bootstrapped': plain(
    'Platform operator',
    'First admin made',
    (target) => `Made the first admin ${target} by the deployment's one-time link`,
  ),
  'operator.entered': plain(
    'Platform operator',
    'Operator looked into the workspace',
    (target) => `Looked at the settings of ${target}`,
  ),
  'operator.tenantCreated': define({
    area: 'Platform operator',
    label: 'Workspace made',
    details: z.object({ plan: z.string().max(40) }),
    sentence: ({ plan }, target) => `Made the workspace ${target} with the plan ${plan}`,
  }),
  'operator.planChanged': define({
    area: 'Platform operator',
    label: 'Plan changed',
    details: z.object({ from: z.string().max(40), to: z.string().max(40) }),
    sentence: ({ from, to }, target) => `Changed the plan of ${target} from ${from} to ${to}`,
  }),
  'operator.trialExtended': define({
    area: 'Platform operator',
    label: 'Trial extended',
    details: z.object({ days: count, until: z.string().max(40) }),
    sentence: ({ days, until }, target) =>
      `Extended the trial of ${target} by ${plural(days, 'day')}, until ${until.slice(0, 10)}`,
  }),
  'operator.suspended': define({
    area: 'Platform operator',
    label: 'Workspace suspended',
    details: z.object({ reason: text }),
    sentence: ({ reason }, target) => `Suspended ${target}: ${reason}`,
  }),
  'operator.resumed': plain(
    'Platform operator',
    'Suspension ended',
    (target) => `Ended the suspension of ${target}`,
  ),
  'operator.limitChanged': define({
    area: 'Platform operator',
    label: 'Limits changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed the limits of ${target}: ${list(changed)}`,
  }),
  'operator.market': define({
    area: 'Platform operator',
    label: 'Lead market',
    details: z.object({ what: z.string().max(700) }),
    sentence: ({ what }, target) => `On the lead market, for ${target}: ${what}`,
  }),
  'operator.emergenciesDeclared': define({
    area: 'Platform operator',
    label: 'States of emergency declared by the platform',
    details: z.object({ states: names }),
    sentence: ({ states }) =>
      states.length > 0
        ? `Declared states of emergency: ${list(states)}`
        : 'Ended all declared states of emergency',
  }),
  'operator.adminLinkMade': plain(
    'Platform operator',
    'First admin invited',
    (target) => `Made a link by which ${target} gets its first admin`,
  ),
} as const;
