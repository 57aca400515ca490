import type { Role } from '../api/contract.ts';

interface Definition {
  /** The roles that may without being granted it; an admin may always, but for what is the operator's. */
  roles: readonly Role[];
  /** What it allows, as a manager says it. */
  label: string;
  /** False where nobody may give it to a user or to an API key: it would let them give themselves more. */
  grantable?: false;
}

const staff = ['admin', 'agent'] as const;
const admin = ['admin'] as const;

/**
 * Every permission, named `noun.action`: the guard, the contract, the OpenAPI document, the screens and the tests
 * read this one table. A call in the contract names its permission; a user's own map says what differs from the role.
 */
export const permissionTable = {
  'leads.view': { roles: staff, label: 'See leads' },
  'leads.create': { roles: staff, label: 'Add leads' },
  'leads.edit': { roles: staff, label: 'Change leads, their tags and notes' },
  'leads.delete': { roles: staff, label: 'Delete leads and have them back' },
  'leads.import': { roles: staff, label: 'Import leads from files' },
  'leads.export': { roles: staff, label: 'Export leads' },
  'leads.manage': { roles: admin, label: 'Change statuses, custom fields and rules' },

  'assignments.view': { roles: staff, label: 'See whose leads are whose' },
  'assignments.assign': { roles: staff, label: 'Take, give, hand over and release leads' },
  'assignments.team': { roles: admin, label: "See another agent's leads" },
  'assignments.bulkAssign': { roles: admin, label: 'Assign many leads at once, and have idle ones back' },
  'assignments.manage': { roles: admin, label: 'Change how leads are dealt out' },

  'agentGroups.view': { roles: staff, label: 'See groups of agents' },
  'agentGroups.edit': { roles: admin, label: 'Add, change and remove groups of agents' },

  'journeys.view': { roles: staff, label: 'See journeys, their leads and figures' },
  'journeys.test': { roles: staff, label: 'Try journeys and steps without sending' },
  'journeys.export': { roles: staff, label: 'Export journeys' },
  'journeys.enroll': { roles: staff, label: 'Put leads into journeys' },
  'journeys.control': { roles: staff, label: 'Pause, skip and end what a lead goes through' },
  'journeys.bulkEnroll': { roles: admin, label: 'Put all leads of a filter into journeys' },
  'journeys.create': { roles: admin, label: 'Add journeys' },
  'journeys.edit': { roles: admin, label: 'Change journeys and their steps' },
  'journeys.publish': { roles: admin, label: 'Publish and pause journeys' },
  'journeys.delete': { roles: admin, label: 'Remove journeys' },
  'journeys.run': { roles: admin, label: 'Run steps at once' },

  'jobs.view': { roles: staff, label: 'See work in the background that one began' },
  'jobs.cancel': { roles: staff, label: 'Stop work in the background that one began' },

  'calls.view': { roles: staff, label: 'See the call log and its figures' },
  'calls.create': { roles: staff, label: 'Start and log calls' },
  'calls.edit': { roles: staff, label: 'Change calls' },
  'calls.control': { roles: staff, label: 'Hold, transfer, record and end one’s own calls' },
  'recordings.listen': {
    roles: staff,
    label: 'Listen to recordings of calls that one sees, and comment on them',
  },
  'recordings.manage': { roles: admin, label: 'Say how long recordings of calls are kept' },
  'calls.supervise': { roles: admin, label: 'Listen to calls, whisper and barge in' },
  'calls.transfer': { roles: staff, label: 'Hand calls to other agents' },
  'calls.export': { roles: staff, label: 'Export the call log' },

  'extensions.view': { roles: staff, label: 'See extensions and who has which' },
  'extensions.status': { roles: staff, label: 'Say whether one’s own extension takes calls' },
  'extensions.edit': { roles: admin, label: 'Add, change and remove extensions' },

  'queues.view': { roles: staff, label: 'See queues, who takes their calls, and their figures' },
  'queues.pause': { roles: staff, label: 'Pause one’s own extension in a queue' },
  'queues.edit': { roles: admin, label: 'Add, change and remove queues and who takes their calls' },

  'voicemail.listen': {
    roles: staff,
    label: 'Hear, mark and remove messages of one’s own voicemail box and of one’s queues',
  },
  'voicemail.greet': { roles: staff, label: 'Change the greeting of one’s own voicemail box' },

  'phoneSessions.use': { roles: staff, label: 'Sign in to the phone, and see when one was' },

  'dispositions.view': { roles: staff, label: 'See the codes by which calls are closed' },
  'dispositions.edit': { roles: admin, label: 'Add and change the codes by which calls are closed' },
  'callingLists.view': { roles: staff, label: 'See calling lists and how far they are' },
  'callingLists.work': { roles: staff, label: 'Be given leads of calling lists' },
  'callingLists.edit': { roles: admin, label: 'Add, change and remove calling lists' },

  'exchanges.manage': {
    roles: ['admin', 'operator'],
    label: 'Connect telephone exchanges and choose the one that calls go through',
    grantable: false,
  },

  'dids.view': { roles: staff, label: 'See phone numbers and where calls to them lead' },
  'dids.edit': { roles: admin, label: 'Add and remove phone numbers and say where calls to them lead' },

  'dids.buy': { roles: admin, label: 'Buy phone numbers from carriers and give them back' },

  'didPools.view': { roles: staff, label: 'See pools of numbers and what may be called from' },
  'didPools.draw': { roles: staff, label: 'Draw the number that a lead sees' },
  'didPools.edit': { roles: admin, label: 'Add, change and remove pools of numbers' },

  'tracers.view': { roles: staff, label: 'See searches of skip tracing, and how many are left' },
  'tracers.search': { roles: staff, label: 'Look people up by skip tracing, which is billed' },
  'tracers.manage': { roles: admin, label: 'Connect the provider of skip tracing' },
  'tracers.access': {
    roles: ['admin', 'operator'],
    label: 'See whether the workspace may look people up',
    grantable: false,
  },

  'marketplace.view': {
    roles: ['admin', 'agent', 'vendor', 'operator'],
    label: 'See the lead market: what is on offer and what was ordered',
  },
  'marketplace.sell': { roles: ['vendor'], label: "Offer leads, hand them over and see the shop's figures" },
  'marketplace.buy': { roles: admin, label: 'Buy leads on the market', grantable: false },
  'marketplace.bids': { roles: staff, label: "See the workspace's standing orders on the market" },
  'marketplace.cancel': { roles: ['admin', 'vendor'], label: 'Cancel orders of the market' },
  'marketplace.funds': {
    roles: ['admin', 'vendor', 'operator'],
    label: 'See payouts and statements of the market',
    grantable: false,
  },
  'marketplace.providers': {
    roles: ['admin', 'operator'],
    label: 'Open shops on the market for vendors',
    grantable: false,
  },
  'marketplace.manage': {
    roles: ['operator'],
    label: 'Record payments of the market, decide disputes and suspend shops',
    grantable: false,
  },

  'scripts.view': { roles: staff, label: 'See scripts, and have them beside calls' },
  'scripts.edit': { roles: admin, label: 'Add, change and remove scripts' },
  'transferGroups.view': { roles: staff, label: 'See transfer groups and draw numbers of them' },
  'transferGroups.edit': { roles: admin, label: 'Add, change and remove transfer groups' },

  'prompts.view': { roles: staff, label: 'See and hear recordings that callers hear' },
  'prompts.edit': { roles: admin, label: 'Make, change, deploy and remove recordings that callers hear' },
  'prompts.manage': { roles: admin, label: 'Connect the voices that read texts aloud' },

  'ivr.view': { roles: staff, label: 'See IVR menus and which plans play them' },
  'ivr.edit': { roles: admin, label: 'Add, change and remove IVR menus' },

  'dialplans.view': { roles: staff, label: 'See dial plans and try them' },
  'dialplans.edit': { roles: admin, label: 'Draw, change and remove dial plans' },

  'agentStatus.view': { roles: staff, label: "See agents' statuses and their configs" },
  'agentStatus.set': { roles: staff, label: "Choose one's own status" },
  'agentStatus.team': { roles: admin, label: "Choose another agent's status" },
  'agentStatus.edit': { roles: admin, label: 'Change the configs of statuses' },

  'messages.view': { roles: staff, label: 'See texts and mails' },
  'messages.send': { roles: staff, label: 'Send texts and mails, and answer' },
  'messages.sendBulk': { roles: staff, label: 'Text up to 100 people at once, and contacts of a file' },
  'messages.statistics': { roles: staff, label: 'See how many texts and mails went out' },
  'ownMessages.view': { roles: ['agent'], label: "See the texts of one's own leads" },
  'ownMessages.send': { roles: ['agent'], label: "Text one's own leads" },
  'blasts.view': { roles: staff, label: 'See text blasts and their replies' },
  'blasts.send': { roles: staff, label: 'Start and stop text blasts' },
  'messaging.manage': { roles: admin, label: 'Set providers of texts and the mail server' },
  'numbers.manage': { roles: admin, label: 'Rent and give back numbers' },

  'templates.view': { roles: staff, label: 'See templates for texts and mails' },
  'templates.edit': { roles: staff, label: 'Add and change templates' },
  'templates.delete': { roles: staff, label: 'Remove templates' },
  'templates.manage': { roles: admin, label: 'Change the categories of templates' },

  'webhooks.view': { roles: staff, label: 'See webhooks and what came in' },
  'webhooks.edit': { roles: staff, label: 'Add, change and try webhooks' },
  'webhooks.delete': { roles: admin, label: 'Remove webhooks' },
  'webhooks.secrets': { roles: admin, label: "Change and remove webhooks' tokens and signing secrets" },
  'webhooks.replay': { roles: staff, label: 'Work deliveries again' },
  'endpoints.view': { roles: staff, label: 'See outgoing endpoints and what was sent' },
  'endpoints.manage': { roles: admin, label: 'Add, change and remove outgoing endpoints' },

  'compliance.view': { roles: staff, label: 'See the rules, decisions and the do-not-contact list' },
  'compliance.check': { roles: staff, label: 'Ask whether a person may be contacted' },
  'compliance.manage': { roles: admin, label: 'Change your own rules of contact' },
  'doNotContact.add': { roles: staff, label: 'Note opt-outs and fill the do-not-contact list' },
  'optOuts.lift': { roles: admin, label: 'Note new consent of people who opted out themselves' },
  'doNotContact.remove': { roles: admin, label: 'Take addresses off the do-not-contact list' },

  'content.view': { roles: staff, label: 'See signs, versions and merge fields' },
  'content.create': { roles: staff, label: 'Make and copy signs' },
  'content.edit': { roles: staff, label: 'Change signs, their versions and sample records' },
  'content.delete': { roles: staff, label: 'Remove signs' },
  'content.export': { roles: staff, label: 'Export signs as pictures and videos' },
  'content.publish': { roles: staff, label: 'Publish signs and take them back' },
  'assets.view': { roles: staff, label: 'See the asset library' },
  'assets.upload': { roles: staff, label: 'Upload pictures, videos and sounds' },
  'assets.delete': { roles: staff, label: 'Remove assets' },
  'personalisedVideos.view': { roles: staff, label: 'See and download personalised videos' },
  'personalisedVideos.manage': { roles: staff, label: 'Make and remove personalised videos' },
  'repPhotos.view': { roles: staff, label: 'See photos of sales reps' },
  'repPhotos.add': {
    roles: staff,
    label: 'Add photos of sales reps, delete one’s own, and make celebration videos',
  },
  'repPhotos.manage': {
    roles: admin,
    label: 'Set the photo of reps who have none, and see how photos are used',
  },
  'submissions.view': { roles: staff, label: 'See what visitors sent' },
  'submissions.export': { roles: staff, label: 'Export what visitors sent' },
  'submissions.manage': { roles: staff, label: 'Hand on and remove what visitors sent' },
  'signTemplates.view': { roles: staff, label: 'See and use templates of signs' },
  'signTemplates.edit': { roles: staff, label: 'Make, change and remove templates of signs' },
  'brand.view': { roles: staff, label: 'See the brand kit and style presets' },
  'brand.presets': { roles: staff, label: 'Keep, rename and remove style presets' },
  'brand.edit': { roles: admin, label: 'Change the brand kit' },

  'displays.view': { roles: staff, label: 'See displays, playlists and schedules' },
  'displays.edit': { roles: staff, label: 'Change displays and their groups' },
  'displays.reports': { roles: staff, label: 'See what was shown when' },
  'playlists.edit': { roles: staff, label: 'Make, change and remove playlists' },
  'schedules.edit': { roles: staff, label: 'Make, change and remove schedules' },
  'emergencies.manage': { roles: staff, label: 'Start and end emergencies on displays' },
  'displays.manage': { roles: admin, label: 'Set how the signage provider is reached' },

  'celebrations.view': { roles: staff, label: 'See what was won today, and the rules of celebrations' },
  'celebrations.ring': { roles: staff, label: 'Ring the bell, and call celebrations off' },
  'celebrations.edit': { roles: admin, label: 'Say which sales are celebrated, where and how' },

  'reports.view': { roles: staff, label: 'See reports; agents their own rows' },
  'reports.export': { roles: staff, label: 'Export reports' },
  'reports.save': { roles: staff, label: 'Keep reports as templates, and change one’s own' },
  'reports.schedule': { roles: staff, label: 'Have reports made and mailed by themselves' },

  'goals.view': { roles: staff, label: 'See one’s own goals and alerts, and shared ones' },
  'goals.edit': { roles: staff, label: 'Keep goals and alerts of one’s own' },

  'dashboard.view': { roles: staff, label: 'See the day’s figures and the leaderboard' },

  'tenant.edit': {
    roles: ['admin', 'operator'],
    label: 'Change the workspace’s name, time zone and settings',
  },
  'tenant.contexts': { roles: admin, label: 'Change the contexts of the workspace' },
  'users.view': { roles: admin, label: 'See users' },
  'users.create': { roles: admin, label: 'Add users', grantable: false },
  'users.edit': { roles: admin, label: 'Change users', grantable: false },
  'users.delete': { roles: admin, label: 'Remove users', grantable: false },
  'users.permissions': { roles: admin, label: 'Give roles and permissions', grantable: false },

  'apiKeys.manage': { roles: admin, label: 'Make, change and revoke API keys', grantable: false },
  'audit.view': { roles: admin, label: 'See the audit log', grantable: false },
  'audit.export': { roles: admin, label: 'Export the audit log', grantable: false },

  'privacy.manage': {
    roles: admin,
    label: 'Export and erase what is held of a person',
    grantable: false,
  },

  'platform.view': { roles: ['operator'], label: 'See the tenants of the platform', grantable: false },
  'platform.manage': {
    roles: ['operator'],
    label: 'Change plans, suspend tenants and make new ones',
    grantable: false,
  },
  'tenants.create': { roles: ['operator'], label: 'Make tenants', grantable: false },
} as const satisfies Record<string, Definition>;

/** Permissions that a list of them holds at most: room for all there are, and for some to come. */
export const mostPermissions = 500;

/** What the nouns are called on screens, in the order of the table. */
const permissionGroups = {
  leads: 'Leads',
  assignments: 'Assignments',
  agentGroups: 'Groups of agents',
  journeys: 'Journeys',
  jobs: 'Work in the background',
  calls: 'Calls',
  recordings: 'Recordings of calls',
  extensions: 'Extensions',
  queues: 'Queues',
  voicemail: 'Voicemail',
  phoneSessions: 'Signing in to the phone',
  dispositions: 'Dispositions',
  callingLists: 'Calling lists',
  exchanges: 'Telephone exchanges',
  dids: 'Phone numbers',
  didPools: 'Pools of numbers',
  tracers: 'Skip tracing',
  marketplace: 'Lead market',
  scripts: 'Scripts',
  transferGroups: 'Transfer groups',
  prompts: 'Recordings that callers hear',
  ivr: 'IVR menus',
  dialplans: 'Dial plans',
  agentStatus: 'Agent statuses',
  messages: 'Texts and mails',
  ownMessages: 'Texts of one’s own leads',
  blasts: 'Text blasts',
  messaging: 'Providers',
  numbers: 'Numbers',
  templates: 'Templates',
  webhooks: 'Webhooks',
  endpoints: 'Outgoing endpoints',
  compliance: 'Compliance',
  doNotContact: 'Do-not-contact list',
  optOuts: 'Opt-outs',
  content: 'Signs',
  assets: 'Assets',
  personalisedVideos: 'Personalised videos',
  repPhotos: 'Photos of sales reps',
  submissions: 'Form submissions',
  signTemplates: 'Templates of signs',
  brand: 'Brand',
  displays: 'Displays',
  playlists: 'Playlists',
  schedules: 'Schedules',
  emergencies: 'Emergencies',
  celebrations: 'Celebrations',
  reports: 'Reports',
  goals: 'Goals and alerts',
  dashboard: 'Dashboard',
  tenant: 'Workspace',
  users: 'Users',
  apiKeys: 'API keys',
  audit: 'Audit log',
  privacy: 'Privacy',
  platform: 'Platform',
  tenants: 'Platform',
} as const;
type Noun<Name extends string> = Name extends `${infer N}.${string}` ? N : never;

export type Permission = keyof typeof permissionTable;

export const groupOf = (permission: Permission): string =>
  permissionGroups[permission.slice(0, permission.indexOf('.')) as Noun<Permission>];

/** A user's own permissions: true allows, false denies, absent leaves it to the role. */
export type PermissionMap = Readonly<Record<string, boolean>>;

export const permissionNames = Object.keys(permissionTable) as Permission[];

export const isPermission = (name: string): name is Permission => Object.hasOwn(permissionTable, name);

export const definitionOf = (permission: Permission): Definition => permissionTable[permission];

export const isGrantable = (permission: Permission): boolean => definitionOf(permission).grantable !== false;

/** Whether the role has the permission by itself. An admin has all but the operator's (document 001, section 6). */
export function roleHas(role: Role, permission: Permission): boolean {
  const named = definitionOf(permission).roles;
  return named.includes(role) || (role === 'admin' && named.some((other) => other !== 'operator'));
}

/** Why a user may not: 'role' when the role lacks it, 'permission' when it was taken from this user. */
export type Refusal = 'role' | 'permission';

/**
 * Whether somebody of this role and with these permissions of their own may; undefined when they may.
 * An admin's own map counts for nothing, nor does a grant of what is not grantable.
 */
export function refusalFor(role: Role, own: PermissionMap, permission: Permission): Refusal | undefined {
  if (role === 'admin' || !isGrantable(permission)) return roleHas(role, permission) ? undefined : 'role';
  const given = Object.hasOwn(own, permission) ? own[permission] : undefined;
  if (given === undefined) return roleHas(role, permission) ? undefined : 'role';
  return given ? undefined : 'permission';
}

/** The sentence of a missing role (document 001, section 6). The operator is named where nobody else may. */
export function roleRequired(permission: Permission): string {
  const { roles } = definitionOf(permission);
  const named = roles.filter((role) => role !== 'operator' || roles.length === 1);
  return `Access denied. ${named.join(' or ')} role required.`;
}

/** The sentence of a permission that was taken from a user, or that an API key was not given. */
export const permissionRequired = (permission: Permission): string =>
  `Access denied. You need the permission “${definitionOf(permission).label}” (${permission}).`;

/**
 * Whether a role sees only what is its user's own and nobody's, whatever they were granted: each but the
 * admin's and the operator's.
 */
export const isLimitedRole = (role: Role): boolean => role !== 'admin' && role !== 'operator';
