/** What belongs to one noun of the product: where its source lies, and the stories in the browser that show it. */
export interface Noun {
  /** Beginnings of paths. Of two nouns' that fit, the longer one counts. */
  source: readonly string[];
  /** Files of tests/e2e, without `.test.ts`. */
  stories: readonly string[];
}

const editor = 'web/features/content/';

/**
 * Each noun with its source and stories, for `npm run test:changed`. A new folder of functions or screens, a new file
 * of the contract and a new story is named here; a test says which is missing.
 */
export const nouns: Readonly<Record<string, Noun>> = {
  agentStatus: {
    source: [
      'functions/agentStatus/',
      'shared/api/agent-status',
      'web/features/agent-status/',
      'web/features/exchange/',
    ],
    stories: ['live-floor'],
  },
  apiKeys: {
    source: ['functions/apiKeys/', 'shared/api/api-keys', 'web/features/settings/api-keys/'],
    stories: ['api-keys'],
  },
  audit: { source: ['functions/audit/', 'shared/api/audit', 'web/features/audit/'], stories: [] },
  auth: {
    source: [
      'functions/accountGuard/',
      'functions/auth/',
      'shared/api/auth',
      'shared/api/own-sign-in',
      'web/features/sign-in/',
    ],
    stories: ['account-mails', 'second-factor-required', 'sign-in'],
  },
  calls: {
    source: ['functions/calls/', 'shared/api/calls', 'web/features/calls/'],
    stories: ['calls', 'recordings'],
  },
  celebrations: {
    source: [
      'functions/celebrations/',
      'shared/api/celebrations',
      'shared/model/celebration',
      'web/features/celebrations/',
    ],
    stories: ['celebrations'],
  },
  console: {
    source: ['web/features/console/', 'web/phone/'],
    stories: ['console', 'keyboard-hour', 'other-telephones', 'softphone'],
  },
  content: {
    source: ['functions/content/', 'shared/api/content', 'web/features/content/'],
    stories: [
      'assets',
      'bulk-export',
      'exported-form',
      'pages',
      'personalised',
      'phone-sign',
      'projects',
      'templates',
    ],
  },
  dashboard: {
    source: ['functions/dashboard/', 'shared/api/dashboard', 'web/features/dashboard/'],
    stories: [],
  },
  demo: { source: ['functions/demo/'], stories: [] },
  editor: {
    source: [
      ...['bars', 'data', 'dialogs', 'editor', 'pages', 'palette', 'panels', 'presence', 'scene', 'styles'],
      ...['timeline', 'versions'],
    ].map((folder) => `${editor}${folder}/`),
    stories: [
      'canvas',
      ...[
        ...[
          'adding',
          'arranging',
          'bad-input',
          'bars',
          'command-palette',
          'crop-and-flip',
          'export-dialog',
          'failures',
          'faults',
          'gestures',
        ],
        ...[
          'groups',
          'icons',
          'keyboard',
          'media',
          'pages',
          'panels',
          'player',
          'presence',
          'preview',
          'properties',
          'rich-text',
        ],
        ...['saving', 'styles-and-data', 'text-height', 'timeline', 'versions', 'video'],
      ].map((name) => `editor-stories/${name}`),
    ],
  },
  email: { source: ['functions/email/', 'shared/api/email'], stories: ['mails'] },
  jobs: { source: ['functions/jobs/', 'shared/api/jobs'], stories: ['jobs-tray'] },
  journeys: {
    source: [
      'functions/journeys/',
      'shared/api/journey-answers',
      'shared/api/journeys',
      'web/features/journeys/',
    ],
    stories: ['journey-circles', 'journeys'],
  },
  leadAssignments: {
    source: ['functions/leadAssignments/', 'shared/api/lead-assignments', 'web/features/assignments/'],
    stories: ['lead-assignments'],
  },
  leads: {
    source: [
      'functions/leadScoring/',
      'functions/leads/',
      'shared/api/lead-choice',
      'shared/api/lead-imports',
      'shared/api/lead-scoring',
      'shared/api/leads',
      'shared/model/lead-score/',
      'web/features/leads/',
      'web/features/leads-import/',
    ],
    stories: [
      'lead-bulk',
      'lead-import',
      'lead-import-control',
      'lead-list',
      'lead-scores',
      'lead-settings',
      'leads',
    ],
  },
  messageTemplates: {
    source: [
      'functions/messageTemplates/',
      'shared/api/message-templates',
      'web/features/message-templates/',
    ],
    stories: ['message-templates'],
  },
  messages: {
    source: ['functions/messages/', 'web/features/messages/'],
    stories: ['message-settings', 'messages'],
  },
  platform: {
    source: ['functions/platform/', 'shared/api/platform', 'web/features/platform/'],
    stories: ['operator', 'standing'],
  },
  proxy: { source: ['functions/proxy/', 'shared/api/proxy'], stories: [] },
  publisher: { source: ['functions/publisher/'], stories: [] },
  push: {
    source: ['functions/push/', 'web/app/push/', 'shared/model/push', 'events/hints', 'infra/local/appsync/'],
    stories: ['push'],
  },
  pbx: {
    source: ['functions/pbx/', 'shared/api/pbx/', 'web/features/exchange/', 'web/features/voicemail/'],
    stories: ['exchange-admin'],
  },
  render: { source: ['functions/render/'], stories: ['bad-input-render', 'bulk-export'] },
  privacy: {
    source: [
      'functions/privacy/',
      'shared/api/privacy',
      'shared/model/privacy',
      'shared/model/retention',
      'web/features/settings/privacy/',
    ],
    stories: ['privacy', 'retention'],
  },
  settings: { source: ['web/features/settings/'], stories: ['message-settings'] },
  signage: {
    source: ['functions/signage/', 'shared/api/signage', 'web/features/displays/'],
    stories: ['announcements', 'banners', 'live-sign', 'signage', 'signage-show'],
  },
  campaigns: {
    source: [
      'functions/campaigns/',
      'functions/messages/blasts/',
      'shared/api/campaigns',
      'shared/model/campaign',
      'web/features/campaigns/',
    ],
    stories: ['campaigns'],
  },
  conversations: {
    source: [
      'functions/conversations/',
      'functions/messages/desk/',
      'functions/messages/inbox/',
      'shared/api/conversations',
      'shared/model/inbox',
      'shared/model/triage',
    ],
    stories: ['messages'],
  },
  contacts: { source: ['functions/contacts/', 'shared/api/contacts'], stories: ['campaigns'] },
  sms: {
    source: ['functions/sms/', 'shared/api/sms'],
    stories: ['message-settings', 'messages'],
  },
  sweeper: { source: ['functions/sweeper/'], stories: [] },
  system: {
    source: ['functions/system/', 'shared/api/system', 'web/features/settings/status/'],
    stories: ['operator'],
  },
  tcpa: {
    source: ['functions/compliance/', 'functions/tcpa/', 'shared/api/tcpa', 'web/features/compliance/'],
    stories: ['compliance', 'opt-out'],
  },
  telephony: {
    source: ['functions/telephony/', 'shared/api/telephony', 'web/features/exchange/connection/'],
    stories: ['sandbox-phone', 'exchange-settings'],
  },
  tenants: { source: ['functions/tenants/', 'shared/api/tenants'], stories: ['account-mails'] },
  callingLists: {
    source: ['functions/callingLists/', 'shared/api/calling-lists', 'web/features/calling-lists/'],
    stories: ['calling-lists', 'softphone'],
  },
  carrierDids: {
    source: ['functions/carrierDids/', 'shared/api/carrier-dids'],
    stories: ['numbers'],
  },
  dids: {
    source: ['functions/dids/', 'shared/api/dids', 'web/features/exchange/numbers/'],
    stories: ['numbers'],
  },
  ivr: {
    source: ['functions/ivr/', 'shared/api/ivr', 'shared/model/ivr', 'web/features/ivr/'],
    stories: ['ivr'],
  },
  dialplans: {
    source: [
      'functions/dialplans/',
      'shared/api/dialplans',
      'shared/model/dialplan/',
      'web/features/dialplan/',
    ],
    stories: ['dialplan-builder', 'dialplan-message', 'dialplan-together', 'ivr', 'rare-paths'],
  },
  recordings: {
    source: [
      'functions/recordings/',
      'shared/api/recordings',
      'shared/model/prompt-recording',
      'shared/sound/',
      'web/features/recordings/',
    ],
    stories: ['prompts'],
  },
  scripts: {
    source: ['functions/scripts/', 'shared/api/scripts', 'shared/model/script', 'web/features/scripts/'],
    stories: ['calling-lists', 'softphone'],
  },
  reportTemplates: {
    source: [
      'functions/reportTemplates/',
      'shared/api/report-templates',
      'shared/model/report-template',
      'shared/model/report-schedule',
      'shared/model/template-period',
      'web/features/reports/',
    ],
    stories: ['reports', 'manager-week'],
  },
  goals: {
    source: [
      'functions/goals/',
      'shared/api/goals',
      'shared/model/goal',
      'web/features/reports/goals/',
      'web/app/shell/useGoalNews',
    ],
    stories: ['goals'],
  },
  agentGroups: {
    source: [
      'functions/agentGroups/',
      'shared/api/agent-groups',
      'shared/model/agent-group',
      'web/features/agent-groups/',
    ],
    stories: ['lead-assignments'],
  },
  didPools: {
    source: [
      'functions/didPools/',
      'shared/api/did-pools',
      'shared/model/did-pool',
      'shared/model/did-choice',
      'web/features/did-pools/',
    ],
    stories: ['numbers'],
  },
  repPhotos: {
    source: [
      'functions/repPhotos/',
      'shared/api/rep-photos',
      'shared/model/rep-photo',
      'web/features/rep-photos/',
    ],
    stories: ['rep-photos'],
  },
  reports: {
    source: [
      'functions/reports/',
      'functions/render/print-document',
      'shared/api/reports',
      'shared/model/report',
    ],
    stories: [],
  },
  tracers: {
    source: [
      'functions/tracers/',
      'infra/sandbox/galaxy',
      'shared/api/tracers',
      'shared/model/tracer',
      'web/features/tracers/',
    ],
    stories: ['tracers'],
  },
  marketplace: {
    source: [
      'functions/marketplace/',
      'shared/api/market-bids',
      'infra/sandbox/certificates',
      'infra/sandbox/stripe/',
      'shared/api/market-certificates',
      'shared/api/market-money',
      'shared/api/market-orders',
      'shared/api/market-paging',
      'shared/api/market-payments',
      'shared/api/market-payouts',
      'shared/api/market-returns',
      'shared/api/marketplace',
      'shared/model/certificate',
      'shared/model/market',
      'web/features/marketplace/',
    ],
    stories: ['market-certificates', 'market-payments', 'marketplace', 'standing-orders'],
  },
  transferGroups: {
    source: ['functions/transferGroups/', 'shared/api/transfer-groups', 'web/features/transfer-groups/'],
    stories: ['transfer-groups'],
  },
  users: {
    source: ['functions/users/', 'shared/api/users', 'web/features/users/'],
    stories: ['rights-at-once'],
  },
  webhooks: {
    source: [
      'functions/hooks/',
      'functions/webhookEndpoints/',
      'functions/webhooks/',
      'shared/api/webhooks',
      'web/features/webhooks/',
    ],
    stories: ['announcements', 'webhooks'],
  },
};

/** Stories of the product as a whole, which are no noun's. `npm test` and CI run them. */
export const wholeStories: readonly string[] = [
  'bad-input',
  'first-lead',
  'main-job',
  'rare-paths',
  'stopping',
];
