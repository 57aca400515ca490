import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { cacheDir, filesBelow, hashOf, projectRoot } from '#infra/local/paths.ts';

const folder = join(cacheDir, 'seeded');
/** The demo tenant's dates are told from when it was made; an older one is made again. ms */
const longestKeptMs = 2 * 3600_000;
/** Folders and files of a state folder that belong to one process. */
const ofOneProcess = /^(lock\.|logs$)/;
/** Nothing waits in a queue for this long: the demo tenant's events have been worked. ms */
const quietMs = 3_000;
const settleWithinMs = 60_000;

/** Everything that decides what a first start writes. */
function key(): string {
  const sources = ['functions', 'shared', 'events', 'cdk', 'infra']
    .flatMap((name) => filesBelow(join(projectRoot, name)))
    .filter((file) => !file.endsWith('.test.ts'));
  return hashOf([...sources, join(projectRoot, 'package-lock.json')]);
}

/**
 * A state folder with what a first start with the demo tenant leaves behind, to be copied, so that not every test file
 * makes the same tenant again. It is made once for the sources as they are, with `make`, which starts the product on
 * a new folder, waits until it has settled and ends it.
 */
export async function seededState(make: (stateDir: string) => Promise<void>): Promise<string> {
  const kept = join(folder, key());
  if (existsSync(kept) && Date.now() - statSync(kept).ctimeMs > longestKeptMs)
    rmSync(kept, { recursive: true, force: true });
  if (!existsSync(kept)) await keep(kept, make);
  return kept;
}

/** Whether a process that runs now makes the state in this folder, which is named for it until it is whole. */
function isBeingMade(name: string): boolean {
  const pid = Number(/-(\d+)$/.exec(name)?.[1]);
  if (!pid || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function keep(kept: string, make: (stateDir: string) => Promise<void>): Promise<void> {
  const made = `${kept}-${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  for (const other of readdirSync(folder))
    if (!isBeingMade(other)) rmSync(join(folder, other), { recursive: true, force: true });
  try {
    mkdirSync(made);
    await make(made);
    for (const name of readdirSync(made))
      if (ofOneProcess.test(name)) rmSync(join(made, name), { recursive: true, force: true });
    // Another process may have been quicker; its state is as good.
    if (!existsSync(kept)) renameSync(made, kept);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Waits until no queue has held a message for a while. What is in a worker's hands when the product ends stays hidden
 * for minutes afterwards.
 * @throws after a minute
 */
export async function settled(stateDir: string, awsPort: number): Promise<void> {
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${awsPort}`,
    region: 'us-east-1',
    credentials: JSON.parse(readFileSync(join(stateDir, 'credentials.json'), 'utf8')),
  });
  const end = Date.now() + settleWithinMs;
  for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; await pause(200)) {
    if ((await waiting(client)) > 0) quietSince = Date.now();
    if (Date.now() > end) throw new Error('Messages still wait in the queues of the product just started.');
  }
  client.destroy();
}

async function waiting(client: SQSClient): Promise<number> {
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
  const counts = await Promise.all(
    QueueUrls.map(async (QueueUrl) => {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
      );
      return (
        Number(Attributes.ApproximateNumberOfMessages) +
        Number(Attributes.ApproximateNumberOfMessagesNotVisible)
      );
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
