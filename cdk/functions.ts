import { nounRoutes } from './routes.ts';

/** Key areas of the files bucket; each holds `<area>/<tenant>/…`. */
export type Area =
  | 'media'
  | 'uploads'
  | 'exports'
  | 'public'
  | 'announcements'
  | 'imports'
  | 'versions'
  | 'hooks'
  | 'recordings';
export type QueueName =
  | 'render'
  | 'joined'
  | 'signage'
  | 'forms'
  | 'bulk'
  | 'jobs'
  | 'versions'
  | 'figures'
  | 'imports'
  | 'messages'
  | 'feedback'
  | 'inbound'
  | 'threads'
  | 'journeys'
  | 'journeyEvents'
  | 'hooks'
  | 'outgoing'
  | 'accounts'
  | 'statuses'
  | 'dialler';

/** What a function may reach; it gets the permissions and the environment of these and nothing else. */
export interface Needs {
  table?: 'read' | 'write';
  /** Reads what is due over all tenants: the sweeper, and nobody else (docs/decisions/018). */
  due?: boolean;
  /** The platform's key for access tokens. */
  signing?: boolean;
  /** The secret by which it knows that a call came through the CDN: every function behind the gateway. */
  origin?: boolean;
  /** The key that tenants' secrets are sealed with. */
  key?: boolean;
  /** `add` reads and writes, and removes nothing: what is added goes by the bucket's own rules, or stays. */
  bucket?: Partial<Record<Area, 'read' | 'add' | 'write'>>;
  /** Queues it puts messages on. */
  queues?: readonly QueueName[];
  /** Knows where people reach the product, and writes addresses of it. */
  publicUrl?: boolean;
  /** Puts events on the bus. */
  bus?: boolean;
  /** Sends e-mail from the product's own address. */
  mail?: boolean;
  /** Reads the mails that SES received, and removes them. */
  inbound?: boolean;
  /** Has MediaConvert join videos; `ask` may look at its jobs too. */
  mediaConvert?: 'join' | 'ask';
  /** Sends commands to exchanges; or makes and removes their queues too, and gives bridges what opens theirs. */
  exchanges?: 'send' | 'manage';
  /** Sends hints to open pages, or tells pages where hints are heard. */
  push?: 'send' | 'address';
}

export interface FunctionSpec {
  name: string;
  /** From the project's root; exports `handler`. */
  entry: string;
  /** MB; 1,769 is one whole processor. */
  memory: number;
  /** Seconds. */
  timeout: number;
  architecture: 'arm64' | 'x86_64';
  /** MB below /tmp, when more than the 512 that every function has. */
  storage?: number;
  /** Copies of it that are kept free for it, and that it may have at most. */
  reserved?: number;
  needs: Needs;
  /**
   * Why it sends messages to its own queue, and what ends that. Lambda stops a message that comes back to its function
   * some 16 times; for a function with a reason it is told not to.
   */
  sendsToItself?: string;
}

/** The gateway waits 30 s for an answer; a function that ends before it can still say why. */
const gatewayTimeout = 29;

const nounDefaults = {
  memory: 1024,
  timeout: gatewayTimeout,
  architecture: 'arm64',
  needs: { table: 'write', signing: true },
} as const satisfies Partial<FunctionSpec>;

/** Nouns of the contract that want something other than the defaults. A new noun needs a line only if it does. */
const nouns: Record<string, Partial<FunctionSpec>> = {
  audit: { needs: { table: 'write', signing: true, bucket: { exports: 'add' } } },
  // Password hashing is bound by the processor.
  auth: {
    memory: 1769,
    needs: { table: 'write', signing: true, publicUrl: true, key: true, queues: ['accounts'] },
  },
  // A user's extension and their phone on the exchange change with them.
  users: {
    memory: 1769,
    needs: {
      table: 'write',
      exchanges: 'send',
      signing: true,
      publicUrl: true,
      key: true,
      queues: ['accounts'],
    },
  },
  calls: {
    needs: {
      table: 'write',
      exchanges: 'send',
      signing: true,
      publicUrl: true,
      key: true,
      bucket: { exports: 'add', recordings: 'read' },
    },
  },
  pbx: { needs: { table: 'write', exchanges: 'send', signing: true, publicUrl: true, key: true } },
  // It tells the exchange where calls to a number lead.
  dids: { needs: { table: 'write', exchanges: 'send', signing: true, publicUrl: true, key: true } },
  platform: { memory: 1769, needs: { table: 'write', signing: true, publicUrl: true } },
  // The guard of calls reads who calls, in every noun.
  system: { needs: { table: 'read', signing: true, push: 'address' } },
  telephony: {
    needs: {
      table: 'write',
      signing: true,
      publicUrl: true,
      key: true,
      bucket: { recordings: 'add' },
      exchanges: 'manage',
    },
  },
  // It writes nothing but the guard's count of an API key's calls.
  proxy: { needs: { table: 'write', signing: true } },
  leads: {
    needs: {
      table: 'write',
      signing: true,
      bucket: { imports: 'write', exports: 'write' },
      queues: ['imports', 'jobs'],
    },
  },
  leadAssignments: { needs: { table: 'write', signing: true, queues: ['jobs'] } },
  journeys: {
    // A step that is run at once, by hand, does what the worker does.
    needs: {
      table: 'write',
      exchanges: 'send',
      signing: true,
      publicUrl: true,
      key: true,
      mail: true,
      bucket: { announcements: 'add' },
      queues: ['jobs', 'journeys', 'signage'],
    },
  },
  // A number that is given back leads nowhere any more, which the exchange is told.
  sms: {
    needs: {
      table: 'write',
      exchanges: 'send',
      signing: true,
      publicUrl: true,
      key: true,
      mail: true,
      bucket: { imports: 'write' },
      queues: ['messages'],
    },
  },
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

/** The functions behind queues, streams and schedules. */
export const workers = {
  publisher: {
    name: 'publisher',
    entry: 'functions/publisher/index.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { bus: true, push: 'send' },
  },
  pushAuthorizer: {
    name: 'push-authorizer',
    entry: 'functions/push/authorizer.ts',
    memory: 512,
    // A page waits for it before it hears anything.
    timeout: 10,
    architecture: 'arm64',
    needs: { table: 'read', signing: true },
  },
  sweeper: {
    name: 'sweeper',
    entry: 'functions/sweeper/index.ts',
    memory: 512,
    // Shorter than the minute between two sweeps, so they do not pile up.
    timeout: 55,
    architecture: 'arm64',
    needs: {
      table: 'write',
      exchanges: 'send',
      due: true,
      publicUrl: true,
      key: true,
      bucket: {
        exports: 'write',
        announcements: 'write',
        media: 'write',
        public: 'read',
        recordings: 'write',
      },
      queues: ['forms', 'signage', 'render', 'imports', 'jobs', 'hooks', 'outgoing', 'messages', 'threads'],
      mediaConvert: 'ask',
    },
  },
  signage: {
    name: 'signage-worker',
    entry: 'functions/signage/worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      publicUrl: true,
      key: true,
      bucket: { announcements: 'write' },
      queues: ['signage'],
    },
    sendsToItself: 'A display is woken when its content changes next, one message after another for years.',
  },
  render: {
    name: 'render',
    entry: 'functions/render/index.ts',
    // What a new account may have at most; Chromium draws on two processors with it.
    memory: 3008,
    timeout: 300,
    // Chromium's build for Lambda is made for x86_64.
    architecture: 'x86_64',
    storage: 2048,
    needs: {
      table: 'write',
      publicUrl: true,
      bucket: { exports: 'write', media: 'read' },
      queues: ['render'],
      mediaConvert: 'join',
    },
    sendsToItself:
      'A batch or a video goes on by its next part until all parts are done, and waits for its lease.',
  },
  joined: {
    name: 'joined',
    entry: 'functions/render/joined.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', bucket: { exports: 'write' } },
  },
  forms: {
    name: 'forms-worker',
    entry: 'functions/content/submissions/worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', mail: true, queues: ['forms'] },
    sendsToItself: 'What a receiver did not take is tried again with longer and longer waits, for a day.',
  },
  bulk: {
    name: 'bulk-worker',
    entry: 'functions/content/bulk/worker.ts',
    memory: 1024,
    // A zip is packed as fast as the bucket answers: some 100 MB a second.
    timeout: 300,
    architecture: 'arm64',
    needs: { table: 'write', publicUrl: true, bucket: { exports: 'write' }, queues: ['bulk'] },
    sendsToItself:
      'It looks every two seconds whether the exports of its zip are done, until they are or time is up.',
  },
  versions: {
    name: 'versions-worker',
    entry: 'functions/content/versions/worker.ts',
    // The largest project, of 10,000 elements, is some 10 MB of JSON.
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', bucket: { versions: 'write' } },
  },
  figures: {
    name: 'figures-worker',
    entry: 'functions/dashboard/worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write' },
  },
  statuses: {
    name: 'statuses-worker',
    entry: 'functions/agentStatus/worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', exchanges: 'send', publicUrl: true, key: true },
  },
  dialler: {
    name: 'dialler',
    entry: 'functions/callingLists/worker.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', exchanges: 'send', publicUrl: true, key: true },
  },
  imports: {
    name: 'imports-worker',
    entry: 'functions/leads/imports/worker.ts',
    memory: 1769,
    // It works for 40 s at a time, and then hands itself on by a message.
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', bucket: { imports: 'write', exports: 'write' }, queues: ['imports'] },
    sendsToItself: 'A turn ends after 40 s and hands on, until the rows of the file are done.',
  },
  messages: {
    name: 'messages-worker',
    entry: 'functions/messages/worker.ts',
    memory: 1024,
    // A turn at a blast is 40 s, and its last step may wait for a provider.
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      publicUrl: true,
      key: true,
      mail: true,
      bucket: { imports: 'write' },
      queues: ['messages'],
    },
    sendsToItself:
      'A turn at a blast or a line ends after 40 s and hands on, until everybody has been written to.',
  },
  feedback: {
    name: 'feedback-worker',
    entry: 'functions/messages/feedback-worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write' },
  },
  inboundMail: {
    name: 'inbound-mail-worker',
    entry: 'functions/messages/inbound-mail-worker.ts',
    // SES takes mails of 40 MB, which are read within some 3 s in 500 MB.
    memory: 1769,
    timeout: 60,
    architecture: 'arm64',
    // The key opens what the answers' tokens are signed with.
    needs: { table: 'write', key: true, inbound: true },
  },
  threads: {
    name: 'threads-worker',
    entry: 'functions/messages/threads-worker.ts',
    memory: 512,
    // A turn removes 5,000 messages or moves 2,000.
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', queues: ['threads'] },
    sendsToItself: 'A turn moves or removes some thousand messages and hands on, until none are left.',
  },
  jobs: {
    name: 'jobs-worker',
    entry: 'functions/jobs/worker.ts',
    memory: 1024,
    // As long as the lease of a job: a page is some seconds.
    timeout: 60,
    architecture: 'arm64',
    // What the pages of all nouns reach together.
    needs: { table: 'write', queues: ['jobs', 'journeys'] },
    sendsToItself: 'A job does a page and hands on, until there is none.',
  },
  journeys: {
    name: 'journeys-worker',
    entry: 'functions/journeys/worker.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      exchanges: 'send',
      publicUrl: true,
      key: true,
      mail: true,
      bucket: { announcements: 'add' },
      queues: ['journeys', 'signage'],
    },
    sendsToItself: 'A step brings the next that is due.',
  },
  journeyListener: {
    name: 'journeys-listener',
    entry: 'functions/journeys/listener.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      exchanges: 'send',
      publicUrl: true,
      key: true,
      mail: true,
      bucket: { announcements: 'add' },
      queues: ['journeys', 'signage'],
    },
  },
  journeyFinder: {
    name: 'journeys-finder',
    entry: 'functions/journeys/engine/finder.ts',
    memory: 512,
    // Shorter than the minute between two looks, so they do not pile up.
    timeout: 55,
    architecture: 'arm64',
    needs: { table: 'write', queues: ['journeys'] },
  },
  hooks: {
    name: 'hooks-worker',
    entry: 'functions/webhooks/work/worker.ts',
    memory: 1024,
    // A message is 25 leads at most, or an announcement on a screen.
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      exchanges: 'send',
      publicUrl: true,
      key: true,
      bucket: { hooks: 'read', announcements: 'add' },
      queues: ['hooks', 'journeys', 'signage'],
    },
    sendsToItself: 'A delivery of many leads is worked in parts, and a call that waits is tried again.',
  },
  outgoing: {
    name: 'outgoing-worker',
    entry: 'functions/webhooks/outgoing-worker.ts',
    memory: 512,
    // A message is one attempt, which is given up after 10 s; a batch makes several one after another.
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', key: true, queues: ['outgoing'] },
    sendsToItself: 'What a receiver did not take is tried again with longer and longer waits, for a day.',
  },
  accounts: {
    name: 'accounts-worker',
    entry: 'functions/auth/mail-worker.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', publicUrl: true, mail: true },
  },
  bootstrap: {
    name: 'bootstrap',
    entry: 'functions/platform/bootstrap.ts',
    memory: 512,
    timeout: 60,
    architecture: 'arm64',
    needs: { table: 'write', signing: true, publicUrl: true },
  },
  demo: {
    name: 'demo',
    entry: 'functions/demo/index.ts',
    memory: 1769,
    timeout: 120,
    architecture: 'arm64',
    needs: {
      table: 'write',
      exchanges: 'send',
      publicUrl: true,
      key: true,
      bucket: { media: 'write' },
      queues: ['jobs', 'messages'],
    },
  },
} as const satisfies Record<string, FunctionSpec>;
