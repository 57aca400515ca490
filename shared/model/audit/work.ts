import * as z from 'zod';
import { count, define, list, names, plain, plural, text } from './definition.ts';

/** What is told of purchases, campaigns, dial plans and settings. */
export const workActions = {
  'number.ordered': define({
    area: 'Purchases',
    label: 'Number ordered',
    details: z.object({ carrier: text }),
    sentence: ({ carrier }, target) => `Ordered the number ${target} from ${carrier}`,
  }),
  'number.remedyAsked': define({
    area: 'Purchases',
    label: 'Number to be looked at again',
    details: z.object({ carrier: text }),
    sentence: ({ carrier }, target) => `Had ${carrier} ask for the spam label of ${target} to be taken off`,
  }),
  'number.givenBack': define({
    area: 'Purchases',
    label: 'Number given back',
    details: z.object({ carrier: text }),
    sentence: ({ carrier }, target) => `Had the number ${target} given back to ${carrier}`,
  }),
  'market.ordered': define({
    area: 'Purchases',
    label: 'Leads ordered on the market',
    details: z.object({ leads: count, cents: count }),
    sentence: ({ leads, cents }, target) =>
      `Ordered ${plural(leads, 'lead')} of ${target} for $${(cents / 100).toFixed(2)}`,
  }),
  'market.payment': define({
    area: 'Purchases',
    label: 'Payment by card begun on the market',
    details: z.object({ cents: count }),
    sentence: ({ cents }) => `Began to pay in $${(cents / 100).toFixed(2)} by card`,
  }),
  'market.payoutAccount': plain(
    'Purchases',
    'Payout account of a shop connected',
    (target) => `Began to connect an account that the shop ${target} is paid out to`,
  ),
  'market.standingOrder': define({
    area: 'Purchases',
    label: 'Standing order on the market changed',
    details: z.object({ change: text, centsADay: count }),
    sentence: ({ change, centsADay }, target) =>
      `${change} the standing order ${target}, at most $${(centsADay / 100).toFixed(2)} a day`,
  }),

  'campaign.started': plain('Campaigns', 'Campaign started', (target) => `Started the campaign ${target}`),
  'campaign.paused': plain('Campaigns', 'Campaign paused', (target) => `Paused the campaign ${target}`),
  'blast.begun': define({
    area: 'Campaigns',
    label: 'Text to many begun',
    details: z.object({ leads: count.nullable() }),
    sentence: ({ leads }, target) =>
      `Had ${target} texted to ${leads === null ? 'leads by a filter or a file' : plural(leads, 'lead')}`,
  }),

  'plan.deployed': define({
    area: 'Settings',
    label: 'Dial plan deployed',
    details: z.object({ version: count.nullable() }),
    sentence: ({ version }, target) =>
      `Had calls taken by the dial plan ${target}${version === null ? '' : `, version ${version}`}`,
  }),
  'plan.deactivated': plain(
    'Settings',
    'Dial plan deactivated',
    (target) => `Took the dial plan ${target} off the exchange`,
  ),
  'tenant.settingsChanged': define({
    area: 'Settings',
    label: 'Workspace settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }) => `Changed the workspace's ${list(changed)}`,
  }),
  'scores.switched': define({
    area: 'Settings',
    label: 'Learned lead scores switched on or off',
    details: z.object({ isLearned: z.boolean() }),
    sentence: ({ isLearned }) =>
      isLearned ? 'Had leads scored by what was learned' : 'Had leads scored by what is entered',
  }),
  'scores.trained': plain('Settings', 'Lead scores learned by hand', () => 'Had lead scores learned anew'),
  'exchange.chosen': plain(
    'Settings',
    'Exchange chosen',
    (target) => `Had calls go through the exchange ${target}`,
  ),
  'emergency.settingsChanged': define({
    area: 'Settings',
    label: 'Emergency call settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }) => `Changed ${list(changed)} of emergency calls`,
  }),
  'messages.settingsChanged': define({
    area: 'Settings',
    label: 'Message settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of ${target}`,
  }),

  'optOut.lifted': define({
    area: 'Compliance',
    label: 'Opt-out lifted',
    details: z.object({ source: text }),
    sentence: ({ source }, target) => `Lifted the opt-out of ${target}: ${source}`,
  }),
} as const;
