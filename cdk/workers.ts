import { exchangeNeeds, stepNeeds } from './common-needs.ts';
import type { FunctionSpec } from './function-spec.ts';

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
      ...exchangeNeeds,
      due: true,
      // Scheduled reports, and the addresses in them.
      mail: true,
      bucket: {
        exports: 'write',
        announcements: 'write',
        media: 'write',
        public: 'read',
        recordings: 'write',
        plans: 'write',
        prompts: 'write',
      },
      queues: [
        'forms',
        'signage',
        'render',
        'imports',
        'jobs',
        'hooks',
        'outgoing',
        'messages',
        'threads',
        'voices',
      ],
      mediaConvert: 'ask',
      transcribe: true,
    },
  },
  watcher: {
    name: 'watcher',
    entry: 'functions/system/watch/index.ts',
    memory: 256,
    timeout: 30,
    architecture: 'arm64',
    needs: { table: 'write', watches: true, push: 'send' },
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
  celebrations: {
    name: 'celebrations-worker',
    entry: 'functions/celebrations/worker.ts',
    // An office looks at its displays meanwhile.
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: {
      table: 'write',
      publicUrl: true,
      key: true,
      // What is to be drawn for chats is laid down for the renderer, and shown to them when it is there.
      bucket: { announcements: 'write', exports: 'write', media: 'write' },
      queues: ['signage'],
    },
  },
  render: {
    name: 'render',
    entry: 'functions/content/exports/worker.ts',
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
    entry: 'functions/content/exports/video/joined-worker.ts',
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
    needs: exchangeNeeds,
  },
  dialler: {
    name: 'dialler',
    entry: 'functions/callingLists/worker.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: exchangeNeeds,
  },
  voices: {
    name: 'voices-worker',
    entry: 'functions/recordings/worker.ts',
    memory: 1769,
    // A text may be read in two parts, for each of which a voice has 30 s, and is shaped then.
    timeout: 90,
    architecture: 'arm64',
    needs: { table: 'write', key: true, polly: true, bucket: { prompts: 'write' }, queues: ['voices'] },
    sendsToItself: 'A voice that is busy is asked again later, six times at most.',
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
    // One whole processor, which Lambda gives from 1,769 MB on: a workbook of a million rows takes half a minute of it.
    memory: 1792,
    // As long as the lease of a job: a page is some seconds.
    timeout: 60,
    architecture: 'arm64',
    // What the pages of all nouns reach together.
    needs: {
      table: 'write',
      key: true,
      // Of persons who are erased, what was said, what other systems sent and pictures of them go too.
      bucket: { exports: 'write', recordings: 'write', hooks: 'add', media: 'write' },
      queues: ['jobs', 'journeys'],
    },
    sendsToItself: 'A job does a page and hands on, until there is none.',
  },
  journeys: {
    name: 'journeys-worker',
    entry: 'functions/journeys/worker.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: { ...stepNeeds, queues: ['journeys', 'signage'] },
    sendsToItself: 'A step brings the next that is due.',
  },
  journeyListener: {
    name: 'journeys-listener',
    entry: 'functions/journeys/listener.ts',
    memory: 1024,
    timeout: 60,
    architecture: 'arm64',
    needs: { ...stepNeeds, queues: ['journeys', 'signage'] },
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
      ...exchangeNeeds,
      bucket: { hooks: 'read', announcements: 'write' },
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
      ...exchangeNeeds,
      bucket: { media: 'write', prompts: 'read' },
      queues: ['jobs', 'messages', 'voices'],
    },
  },
} as const satisfies Record<string, FunctionSpec>;
