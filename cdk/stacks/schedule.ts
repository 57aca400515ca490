import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Archive, EventBus, type IRuleTarget, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { itemHints } from '#events/hints.ts';
import { outgoingEventNames } from '#shared/model/webhook-endpoint.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { alarm, productMetric } from '../constructs/alarms.ts';
import { InboundMail } from '../constructs/inbound-mail.ts';
import { busName, type Platform } from '../constructs/platform.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { QueueWorker } from '../constructs/queue-worker.ts';
import { watchQueues } from '../constructs/watch-queues.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { workers } from '../workers.ts';

/** Which events go to which worker. */
const subscriptions = {
  ExportRequested: { types: ['content.export.requested'], worker: 'render' },
  PersonalisedRequested: { types: ['content.personalised.requested'], worker: 'render' },
  PrintRequested: { types: ['document.print.requested'], worker: 'render' },
  FormSubmitted: { types: ['content.form.submitted'], worker: 'forms' },
  BulkRequested: { types: ['content.bulk.requested'], worker: 'bulk' },
  ProjectSaved: { types: ['content.elements.saved', 'content.project.updated'], worker: 'versions' },
  JourneyEvents: {
    types: [
      'lead.created',
      'lead.updated',
      'lead.deleted',
      'lead.restored',
      'message.received',
      'message.complained',
      'call.ended',
    ],
    worker: 'journeyEvents',
  },
  LeadThreads: {
    types: ['lead.created', 'lead.updated', 'lead.deleted', 'lead.restored', 'user.removed'],
    worker: 'threads',
  },
  Sales: { types: ['lead.deal', 'lead.deleted', 'content.export.finished'], worker: 'celebrations' },
  LeadGone: { types: ['lead.deleted'], worker: 'signage' },
  CampaignReplies: { types: ['message.received'], worker: 'messages' },
  LeadHandedOver: { types: ['lead.assigned'], worker: 'messages' },
  WebhookDeliveries: { types: ['webhook.delivery.accepted', 'call.ended'], worker: 'hooks' },
  OutgoingWebhooks: {
    types: ['webhook.sending.queued', ...outgoingEventNames],
    worker: 'outgoing',
  },
  AgentStatuses: {
    types: ['call.agents', 'phone.session.changed', 'agent.status.changed'],
    worker: 'statuses',
  },
  FreeAgents: {
    types: ['calling.agent.free', 'agent.status.changed', 'call.ended'],
    worker: 'dialler',
  },
  Figures: {
    types: ['lead.created', 'lead.deleted', 'lead.restored', 'lead.deal', 'call.ended', 'call.disposed'],
    worker: 'figures',
  },
} as const;

/** The source of the product's events on the bus. */
const eventSource = 'dealbell';

/** What happens by itself: events from the table to the bus and on to workers, and what the minute brings. */
export class ScheduleStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    platform: Platform,
    others: { render: QueueWorker },
    props: StackProps,
  ) {
    super(scope, id, props);
    const bus = new EventBus(this, 'Bus', { eventBusName: busName(platform.settings) });
    new Archive(this, 'Archive', {
      sourceEventBus: bus,
      description: 'Every event of the product, to be replayed after a mistake.',
      eventPattern: { source: [eventSource] },
      retention: Duration.days(platform.settings.keep ? 90 : 7),
    });

    const signage = new QueueWorker(this, 'Signage', platform, {
      ...workers.signage,
      queue: 'signage',
      batchSize: 5,
      maxConcurrency: 5,
      lateAfter: 2,
    });
    const celebrations = new QueueWorker(this, 'Celebrations', platform, {
      ...workers.celebrations,
      queue: 'celebrations',
      // One sale at a time: the next does not wait for the displays of the one before it.
      batchSize: 1,
      maxConcurrency: 10,
      lateAfter: 1,
    });
    const forms = new QueueWorker(this, 'Forms', platform, {
      ...workers.forms,
      queue: 'forms',
      batchSize: 5,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    const bulk = new QueueWorker(this, 'Bulk', platform, {
      ...workers.bulk,
      queue: 'bulk',
      batchSize: 1,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    const versions = new QueueWorker(this, 'Versions', platform, {
      ...workers.versions,
      queue: 'versions',
      batchSize: 10,
      // A save of many elements is many events, and saves come in bursts: the last one alone reads the project.
      delay: 3,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    const figures = new QueueWorker(this, 'FiguresWorker', platform, {
      ...workers.figures,
      queue: 'figures',
      batchSize: 100,
      // An import is an event for each lead; those that come together are counted together.
      batchingWindow: 1,
      maxConcurrency: 2,
      lateAfter: 5,
    });
    const statuses = new QueueWorker(this, 'StatusesWorker', platform, {
      ...workers.statuses,
      queue: 'statuses',
      batchSize: 10,
      maxConcurrency: 5,
      lateAfter: 2,
    });
    const dialler = new QueueWorker(this, 'Dialler', platform, {
      ...workers.dialler,
      queue: 'dialler',
      // Each message may place a call, for which an agent waits.
      batchSize: 1,
      maxConcurrency: 20,
      lateAfter: 1,
    });
    new QueueWorker(this, 'Voices', platform, {
      ...workers.voices,
      queue: 'voices',
      // A message is a text that a voice may take a minute for.
      batchSize: 1,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    new QueueWorker(this, 'Imports', platform, {
      ...workers.imports,
      queue: 'imports',
      // A message is a worker's turn at an import, and fills it.
      batchSize: 1,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    const messages = new QueueWorker(this, 'Messages', platform, {
      ...workers.messages,
      queue: 'messages',
      // A message may be a turn of 40 s at a blast.
      batchSize: 1,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    const threads = new QueueWorker(this, 'Threads', platform, {
      ...workers.threads,
      queue: 'threads',
      // An import is an event for each lead; most of them find no thread.
      batchSize: 10,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    new QueueWorker(this, 'Journeys', platform, {
      ...workers.journeys,
      queue: 'journeys',
      batchSize: 5,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    new QueueWorker(this, 'Jobs', platform, {
      ...workers.jobs,
      queue: 'jobs',
      batchSize: 5,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    const journeyEvents = new QueueWorker(this, 'JourneyListener', platform, {
      ...workers.journeyListener,
      queue: 'journeyEvents',
      batchSize: 10,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    const hooks = new QueueWorker(this, 'Hooks', platform, {
      ...workers.hooks,
      queue: 'hooks',
      batchSize: 5,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    const outgoing = new QueueWorker(this, 'Outgoing', platform, {
      ...workers.outgoing,
      queue: 'outgoing',
      // Each may wait 10 s for its receiver.
      batchSize: 5,
      maxConcurrency: 10,
      lateAfter: 5,
    });
    new QueueWorker(this, 'Accounts', platform, {
      ...workers.accounts,
      queue: 'accounts',
      batchSize: 5,
      maxConcurrency: 2,
      lateAfter: 2,
    });
    const byName = {
      ...others,
      signage,
      celebrations,
      forms,
      bulk,
      versions,
      figures,
      journeyEvents,
      hooks,
      outgoing,
      messages,
      threads,
      statuses,
      dialler,
    };
    for (const [name, { types, worker }] of Object.entries(subscriptions))
      new Rule(this, name, {
        eventBus: bus,
        description: `${types.join(', ')} → ${worker}`,
        eventPattern: { source: [eventSource], detailType: [...types] },
        targets: [toQueue(byName[worker])],
      });

    this.mailFeedback(platform);
    if (platform.settings.mailInbound) new InboundMail(this, 'InboundMail', platform);
    this.publisher(platform);
    this.minutely('Sweeper', 'Due work is found each minute.', platform, workers.sweeper);
    this.minutely(
      'JourneyFinder',
      'Due steps of journeys are found each minute.',
      platform,
      workers.journeyFinder,
    );
    // Last: it counts what lies in every queue that there is.
    this.minutely(
      'Watcher',
      'How the installation stands is looked at each minute.',
      platform,
      workers.watcher,
    );
    this.watch(platform);
  }

  /** What SES tells the account's own bus of this stage's mails goes to a worker of its own: no blast delays it. */
  private mailFeedback(platform: Platform) {
    const { queue, deadLetters } = new QueueWorker(this, 'MailFeedback', platform, {
      ...workers.feedback,
      queue: 'feedback',
      batchSize: 10,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    new Rule(this, 'MailTold', {
      description: 'Mails of this stage that arrived, came back or were marked as spam → feedback',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Delivered', 'Email Bounced', 'Email Complaint Received', 'Email Rejected'],
        detail: { mail: { tags: { stage: [platform.settings.stage] } } },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
  }

  /** What no queue shows: steps of journeys that are late, and carriers that do not take what is handed to them. */
  private watch(platform: Platform) {
    const { settings } = platform;
    alarm(this, 'JourneysLate', platform, {
      name: 'journeys-late',
      pages: true,
      metric: productMetric(settings, 'JourneyLateness', 'Maximum'),
      // One whose message was lost is found again after its lease of ten minutes, and that is no fault.
      above: 15 * 60,
      periods: 2,
      description: 'Steps of journeys were due more than 15 minutes before they were found.',
    });
    alarm(this, 'CarriersFailing', platform, {
      name: 'carriers-failing',
      metric: productMetric(settings, 'CarrierFailures', 'Sum'),
      above: 20,
      periods: 3,
      description: 'Carriers, mail servers or exchanges fail: the dashboard shows of which channel.',
    });
    watchQueues(this, platform);
  }

  /** The table's stream, events only, in order per entity, to the bus. */
  private publisher(platform: Platform) {
    const publisher = new ProductFunction(this, 'Publisher', platform, workers.publisher);
    const deadLetters = letterBox(this, 'PublisherDeadLetters');
    publisher.function.addEventSource(
      new DynamoEventSource(platform.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        // One batch of a shard at a time: two would break the order of an entity's events.
        parallelizationFactor: 1,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // An outage of the bus of up to an hour loses nothing; an event that can never leave holds up its shard
        // no longer than that.
        retryAttempts: 10_000,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(deadLetters),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { NewImage: { __edb_e__: { S: FilterRule.isEqual('event') } } },
          }),
          // Of these open pages get a hint.
          FilterCriteria.filter({
            eventName: FilterRule.or('INSERT', 'MODIFY'),
            dynamodb: { NewImage: { __edb_e__: { S: FilterRule.or(...Object.keys(itemHints)) } } },
          }),
        ],
      }),
    );
    alarm(this, 'PublisherBehind', platform, {
      name: 'events-late',
      pages: true,
      metric: publisher.function.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' }),
      above: Duration.minutes(1).toMilliseconds(),
      periods: 3,
      description: 'Events leave the table more than a minute late: exports and workers wait for them.',
    });
  }

  /** A function that looks each minute for what is due. */
  private minutely(name: string, description: string, platform: Platform, spec: FunctionSpec) {
    const finder = new ProductFunction(this, name, platform, spec);
    const deadLetters = letterBox(this, `${name}DeadLetters`);
    new Rule(this, `${name}Minute`, {
      description,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        // A look that was missed is made good by the next.
        new LambdaFunction(finder.function, {
          deadLetterQueue: deadLetters,
          retryAttempts: 1,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    });
  }
}

/** Where failures end of what has no queue before it. */
function letterBox(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, {
    SQS3: 'It is where failures of a stream or a rule end; nothing takes from it but people.',
  });
  return queue;
}

/**
 * A worker's queue as a rule's target. The queue admits the bus's rules by its own policy; CDK's target would
 * write this rule into it, and so tie the queue's stack to this one, which needs it.
 */
function toQueue({ queue, deadLetters }: QueueWorker): IRuleTarget {
  return {
    bind: () => ({
      arn: queue.queueArn,
      deadLetterConfig: { arn: deadLetters.queueArn },
      retryPolicy: { maximumRetryAttempts: 185, maximumEventAgeInSeconds: Duration.hours(24).toSeconds() },
    }),
  };
}
