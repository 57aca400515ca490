import { exchangeNeeds, stepNeeds } from './common-needs.ts';
import type { FunctionSpec } from './function-spec.ts';
import { nounRoutes } from './routes.ts';

/** The gateway waits 30 s for an answer; a function that ends before it can still say why. */
const gatewayTimeout = 29;

const nounDefaults = {
  memory: 1024,
  timeout: gatewayTimeout,
  architecture: 'arm64',
  needs: { table: 'write', signing: true },
} as const satisfies Partial<FunctionSpec>;

const callNeeds = { ...exchangeNeeds, signing: true } as const;

/** Texts and their numbers: providers' keys are sealed, and what is not done at once goes on by the worker. */
const textNeeds = {
  table: 'write',
  signing: true,
  publicUrl: true,
  key: true,
  queues: ['messages'],
} as const;

/** Nouns of the contract that want something other than the defaults. A new noun needs a line only if it does. */
const nouns: Record<string, Partial<FunctionSpec>> = {
  audit: { needs: { table: 'write', signing: true, bucket: { exports: 'add' } } },
  // Password hashing is bound by the processor.
  auth: {
    memory: 1769,
    needs: { table: 'write', signing: true, publicUrl: true, key: true, queues: ['accounts'] },
  },
  // The queues of the exchange hear of a group's agents.
  agentGroups: { needs: callNeeds },
  // A user's extension and their phone on the exchange change with them.
  users: {
    memory: 1769,
    needs: {
      ...callNeeds,
      queues: ['accounts'],
    },
  },
  calls: {
    needs: {
      ...callNeeds,
      bucket: { exports: 'add', recordings: 'read' },
    },
  },
  recordings: {
    // Sounds are decoded, resampled and made as loud as others here.
    memory: 1769,
    needs: {
      table: 'write',
      exchanges: 'send',
      signing: true,
      key: true,
      polly: true,
      bucket: { prompts: 'write', uploads: 'write' },
      queues: ['voices'],
    },
  },
  // What is written with a rep's photo holds its whole address.
  messageTemplates: { needs: { table: 'write', signing: true, publicUrl: true } },
  scripts: { needs: { table: 'write', signing: true, publicUrl: true } },
  // Photos are decoded here by libvips, of which npm installs the build of the machine that deploys.
  repPhotos: {
    memory: 1769,
    architecture: 'x86_64',
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      bucket: { media: 'write', uploads: 'write', exports: 'add' },
    },
  },
  // Greetings of voicemail boxes are files that everybody may fetch; messages are heard by addresses of their own.
  pbx: {
    needs: {
      ...callNeeds,
      bucket: { recordings: 'write', media: 'write' },
    },
  },
  // It asks the exchange what it can do, and looks at the sound of a list's message.
  callingLists: {
    needs: { table: 'write', exchanges: 'send', signing: true, bucket: { media: 'read' } },
  },
  // A bell that is rung is on the displays before it is answered, and its picture is on the way.
  celebrations: {
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      bucket: { announcements: 'write', exports: 'add' },
      queues: ['signage'],
    },
  },
  // It tells the exchange where calls to a number lead.
  dids: { needs: callNeeds },
  carrierDids: { needs: textNeeds },
  // It lays a plan's file down for the exchange, and has it fetched, with the texts that a voice has read.
  dialplans: {
    needs: {
      ...callNeeds,
      bucket: { plans: 'write', prompts: 'write' },
      polly: true,
    },
  },
  platform: { memory: 1769, needs: { table: 'write', signing: true, publicUrl: true } },
  // It asks a workspace's providers how they stand, by keys that are sealed, and keeps what changed.
  system: { needs: { table: 'write', signing: true, key: true, push: 'address' } },
  telephony: {
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      bucket: { recordings: 'add', media: 'write' },
      // That somebody left a message is told by a mail, and plans text those who call.
      queues: ['accounts', 'messages'],
      exchanges: 'manage',
    },
  },
  // Weather services are told who asks, by the product's own address.
  proxy: { needs: { table: 'write', signing: true, publicUrl: true } },
  leads: {
    needs: {
      table: 'write',
      signing: true,
      bucket: { imports: 'write', exports: 'write' },
      queues: ['imports', 'jobs'],
    },
  },
  // Keys of providers are sealed; who pays by card comes back to the product's own address.
  marketplace: { needs: { table: 'write', signing: true, publicUrl: true, key: true } },
  // It sends searches to the provider, whose password is sealed.
  tracers: { needs: { table: 'write', signing: true, key: true, queues: ['jobs'] } },
  privacy: { needs: { table: 'write', signing: true, bucket: { exports: 'read' }, queues: ['jobs'] } },
  // Files are made by the worker of jobs; it hands out their addresses.
  reports: { needs: { table: 'write', signing: true, bucket: { exports: 'read' }, queues: ['jobs'] } },
  // A report that is sent by hand has its file begun at once.
  reportTemplates: {
    needs: { table: 'write', signing: true, bucket: { exports: 'read' }, queues: ['jobs'] },
  },
  // An address of Slack is sealed.
  goals: { needs: { table: 'write', signing: true, key: true } },
  leadAssignments: { needs: { table: 'write', signing: true, queues: ['jobs'] } },
  journeys: {
    // A step that is run at once, by hand, does what the worker does.
    needs: {
      ...stepNeeds,
      signing: true,
      queues: ['jobs', 'journeys', 'signage'],
    },
  },
  campaigns: { needs: { ...textNeeds, bucket: { imports: 'write' } } },
  // It sends what somebody answers.
  contacts: { needs: { ...textNeeds, mail: true } },
  sms: { needs: { ...textNeeds, mail: true, bucket: { imports: 'write' } } },
  email: {
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      mail: true,
      queues: ['messages', 'accounts'],
    },
  },
  // Senders wait for it: it keeps what they send, and no more.
  hooks: { memory: 1769, needs: { table: 'write', signing: true, key: true, bucket: { hooks: 'add' } } },
  webhooks: {
    needs: { table: 'write', signing: true, publicUrl: true, key: true, bucket: { hooks: 'add' } },
  },
  content: {
    memory: 1769,
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      bucket: {
        media: 'write',
        uploads: 'write',
        exports: 'write',
        public: 'add',
        announcements: 'read',
        versions: 'write',
      },
      queues: ['signage', 'forms'],
    },
  },
  signage: {
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      // A message's sign goes with its emergency, and the versions and exports of it.
      bucket: { public: 'add', versions: 'write', exports: 'write' },
      queues: ['signage'],
      push: 'address',
    },
  },
};

/** The functions that answer calls: one for each noun of the contract, and the paths it answers. */
export function nounFunctions(contract?: object): (FunctionSpec & { paths: string[] })[] {
  return nounRoutes(contract).map(({ noun, paths }) => ({
    name: noun,
    entry: `functions/${noun}/index.ts`,
    ...nounDefaults,
    ...nouns[noun],
    needs: { ...(nouns[noun]?.needs ?? nounDefaults.needs), origin: true },
    paths,
  }));
}
