import { existsSync, mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createSandbox, type ReceivedMail, type SesEvent } from '#infra/sandbox/index.ts';
import { createEventsApi } from './appsync/index.ts';
import { createAwsServer } from './aws-server.ts';
import type { Cdn } from './cdn/index.ts';
import { Closing } from './closing.ts';
import { createCustomResources } from './custom-resources.ts';
import { ensureDemo } from './demo.ts';
import { startEngine } from './dynamodb/engine.ts';
import { openTables } from './dynamodb/index.ts';
import { tellingOfWrites } from './dynamodb/writes.ts';
import { createEdge, frontHandler } from './edge-server.ts';
import { type EventSources, startEventSources } from './event-sources/index.ts';
import { exchangeBeside } from './exchange-beside.ts';
import { Faults } from './faults.ts';
import { freePort, listen, portError } from './front-door.ts';
import { createChildBundler } from './functions/child-bundler.ts';
import { createFunctions, type Functions, resultOf } from './functions/index.ts';
import { startGuardian } from './guardian.ts';
import { forwardTo } from './iam/forward.ts';
import { Access } from './iam/index.ts';
import { tellMail } from './mail-events.ts';
import { receiveMail } from './mail-in.ts';
import type { LocalCloud, LocalCloudOptions, Ports } from './options.ts';
import { cacheDir, defaultStateDir, projectRoot } from './paths.ts';
import { closeServices, ensureResources, handlersOf, openServices, type Services } from './services.ts';
import { clearState, credentialsOf, lockState } from './state.ts';
import { createTargets } from './targets.ts';
import { readStacks, synthesize } from './template/synthesize.ts';
import { resolveTemplates } from './template/template.ts';
import { createWebBuild } from './web/build.ts';
import { type DevServer, startDevServer } from './web/dev-server.ts';
import { webOrigin } from './web/origin.ts';
import { Reload, reloadTag } from './web/reload.ts';

export type { LocalCloud, LocalCloudOptions } from './options.ts';

const accountId = '000000000000';
const region = 'us-east-1';
const defaultPorts: Ports = { product: 3000, aws: 3001, dynamodb: 3002, sandbox: 3003, smtp: 3004 };
/** The compiler of functions goes after this time without an edit, and in development much later; ms. */
const bundlerIdleMs = 5_000;
const devBundlerIdleMs = 900_000;
/** How often lifecycle rules of buckets are applied; ms. */
const expireEveryMs = 3600_000;

/**
 * Starts the whole product on this machine, from the same description that is deployed.
 * @throws StartError with one sentence (port in use, another one running), TemplateError for an unknown resource
 */
export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const closing = new Closing(options.terminal ?? console.error);
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function start(options: LocalCloudOptions, closing: Closing): Promise<LocalCloud> {
  const progress = options.progress ?? (() => undefined);
  const log = options.terminal ?? console.error;
  const stateDir = options.stateDir ?? defaultStateDir();
  const timings: Record<string, number> = {};
  const timed = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    timings[name] = Math.round(performance.now() - started);
    return result;
  };

  closing.add('the lock', lockState(stateDir), (lock) => lock.release());
  if (options.fresh) clearState(stateDir);
  mkdirSync(stateDir, { recursive: true });
  const ports = { ...(options.ports ?? defaultPorts) };
  for (const name of Object.keys(ports) as (keyof Ports)[]) ports[name] ||= await freePort();
  const credentials = credentialsOf(stateDir);
  const faults = new Faults(stateDir, log);
  const origin = `http://localhost:${ports.product}`;
  const awsEndpoint = `http://127.0.0.1:${ports.aws}`;
  const sandboxOrigin = `http://127.0.0.1:${ports.sandbox}`;
  const guardian = closing.add('the guardian', startGuardian(), (one) => one.close());
  const reload = closing.add('open pages', new Reload(), (one) => one.close());
  const sandboxDir = join(stateDir, 'sandbox');
  let mailTold: ((event: SesEvent) => void) | undefined;
  const sesEvent = (event: SesEvent): boolean => {
    mailTold?.(event);
    return mailTold !== undefined;
  };
  let mailIn: ((mail: ReceivedMail) => Promise<boolean>) | undefined;
  const sandbox = closing.add(
    'the sandbox',
    createSandbox({
      dir: sandboxDir,
      publicOrigin: origin,
      sesEvent,
      received: (mail) => mailIn?.(mail),
      log,
    }),
    (one) => one.close(),
  );

  const inDevelopment = options.web === 'dev';
  let dev: DevServer | undefined;
  // The doors first: a port that is taken should be told before anything else is done.
  let handler = (_: IncomingMessage, res: ServerResponse): unknown =>
    res.writeHead(503, { 'retry-after': '1' }).end();
  closing.add(
    'the front door',
    await listen(
      (req, res) => handler(req, res),
      ports.product,
      options.host,
      (req, socket, head) => {
        if (reload.upgrade(req, socket, head) || sandbox.upgrade(req, socket, head)) return;
        if (dev) dev.upgrade(req, socket, head);
        else socket.destroy();
      },
    ),
    (door) => door.close(),
  );
  closing.add(
    'the sandbox’s door',
    await listen((req, res) => sandbox.handle(req, res), ports.sandbox),
    (door) => door.close(),
  );
  await sandbox.listenSmtp(ports.smtp).catch((error) => {
    throw portError(error, ports.smtp);
  });

  // The web application and the tables' engine come up while the template is read.
  const outDir = join(projectRoot, 'dist', 'web');
  let cdn: Cdn | undefined;
  const built = () => {
    cdn?.invalidate();
    reload.built();
  };
  const web = closing.add('the web build', createWebBuild({ outDir, guardian, log, built }), (one) =>
    one.close(),
  );
  const buildsWeb =
    ['watch', 'once'].includes(options.web ?? 'off') && existsSync(join(projectRoot, 'web', 'index.html'));
  const webBuilt = buildsWeb ? timed('web', () => web.ensure()) : Promise.resolve(true);
  webBuilt.catch(() => undefined);
  const devStarted = inDevelopment
    ? timed('web', () => startDevServer({ publicPort: ports.product, guardian, log }))
    : Promise.resolve(undefined);
  closing.beside(devStarted.then((one) => one && closing.add('Vite', one, (server) => server.close())));
  const engineStarted = closing.beside(timed('dynamodb', startTablesEngine));
  const description = await timed('template', async () => {
    const addresses = {
      publicUrl: origin,
      sandboxUrl: sandboxOrigin,
      filesUrl: awsEndpoint,
      pushUrl: awsEndpoint,
    };
    const stacks = readStacks(await synthesize(progress, guardian), addresses);
    return resolveTemplates(stacks, {
      accountId,
      region,
      awsEndpoint,
      cdnHost: `localhost:${ports.product}`,
    });
  });
  const dynamodbEndpoint = await engineStarted;
  const tables = await timed('tables', () => openTables(dynamodbEndpoint, description, region, credentials));
  closing.add('the tables', tables, (one) => one.close());

  const access = new Access({
    stateDir,
    region,
    accountId,
    cloud: description,
    fault: (line) => faults.report(line),
  });
  let functions!: Functions;
  let sources: EventSources | undefined;
  const targets = createTargets({
    functions: () => functions,
    sqs: () => services.sqs,
    eventBridge: () => services.eventBridge,
  });
  const services: Services = await timed('services', () => {
    const child = (pid: number, running: boolean) => (running ? guardian.watch(pid) : guardian.forget(pid));
    const authorizeS3 = (
      caller: string | undefined,
      action: string,
      bucket: string,
      key?: string,
      prefix?: string,
    ) => {
      const of = `arn:aws:s3:::${bucket}`;
      const context = { 's3:prefix': prefix };
      access.check(caller!, { action, resources: [key === undefined ? of : `${of}/${key}`], context });
    };
    const opened = openServices({
      stateDir,
      credentials,
      region,
      accountId,
      targets,
      authorizeS3,
      child,
      log,
    });
    closing.add('the services', opened, closeServices);
    ensureResources(description, opened);
    return opened;
  });
  // Functions reach the tables and SES through the same door, so that what they ask for is checked.
  const engine = closing.add('the way to the tables', forwardTo(dynamodbEndpoint), (one) => one.close());
  const mails = closing.add('the way to the mails', forwardTo(sandboxOrigin, '/ses'), (one) => one.close());
  const push = closing.add(
    'the push channel',
    createEventsApi({ cloud: description, invoke: (arn, event) => functions.invoke(arn, event) }),
    (one) => one.close(),
  );
  const aws = createAwsServer({
    services: {
      ...handlersOf(services),
      dynamodb: tellingOfWrites(engine.handle, () => sources?.wake()),
      ses: mails.handle,
      appsync: push.handle,
    },
    upgrade: push.upgrade,
    credentials,
    region,
    authorize: (service, req, body) => access.checkRequest(service, req, body),
    verifiesItself: ['dynamodb'],
  });
  await aws.listen(ports.aws).catch((error) => {
    throw portError(error, ports.aws);
  });
  closing.add('the services’ door', aws, (door) => door.close());

  const bundler = closing.add(
    'the bundler',
    createChildBundler({
      guardian,
      packagesOutside: inDevelopment,
      idleMs: inDevelopment ? devBundlerIdleMs : bundlerIdleMs,
      log,
    }),
    (one) => one.close(),
  );
  functions = createFunctions({
    stateDir,
    functions: description.ofType('AWS::Lambda::Function'),
    invokeConfigs: description.ofType('AWS::Lambda::EventInvokeConfig'),
    bundler: bundler.make,
    ...(options.buildsTogether && {
      together: options.buildsTogether === 'deployed' ? bundler.each : bundler.together,
    }),
    buildDir: join(cacheDir, buildFolder(options)),
    env: {
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL: awsEndpoint,
      AWS_ENDPOINT_URL_DYNAMODB: awsEndpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: dynamodbEndpoint,
      AWS_ENDPOINT_URL_SESV2: awsEndpoint,
      SANDBOX_SMTP_PORT: String(ports.smtp),
      ...exchangeBeside(stateDir),
    },
    terminal: log,
    child: (pid, running) => (running ? guardian.watch(pid) : guardian.forget(pid)),
    destination: targets.destination,
  });
  closing.add('the functions', functions, (one) => one.stop());

  const script = options.web === 'watch' ? reloadTag : '';
  dev = await devStarted;
  const edge = createEdge({
    description,
    accountId,
    region,
    filesUrl: awsEndpoint,
    functions,
    s3: services.s3,
    secret: (id) => services.secrets.secretString(id),
    web: dev?.origin ?? webOrigin({ folder: outDir, script }),
    log,
  });
  cdn = edge;
  handler = frontHandler({ cdn: edge, sandbox, reload, dev, log });

  const { streams, streamArnOf } = tables;
  const { sqs, s3 } = services;
  const { destination } = targets;
  sources = startEventSources({
    cloud: description,
    stateDir,
    region,
    sqs,
    functions,
    streams,
    streamArnOf,
    destination,
    log,
    fault: (line) => faults.report(line),
  });
  closing.add('the event sources', sources, (one) => one.stop());
  services.eventBridge.start();
  mailTold = (event) => tellMail(description, services.eventBridge, event);
  mailIn = (mail) => receiveMail(description, services, mail);
  services.mediaConvert.start();
  functions.asyncQueue.tick();
  closing.add(
    'the hourly clean-up',
    setInterval(() => s3.expire(new Date()), expireEveryMs).unref(),
    clearInterval,
  );

  await timed('first call', () => checkHealth(origin));
  const made = await timed('custom resources', () =>
    createCustomResources({ stateDir, description, functions }),
  );
  const { demoPassword: password } = options;
  const demo =
    options.demo === false
      ? undefined
      : await timed('demo', () => ensureDemo({ stateDir, description, functions, password, progress }));
  // What is due each minute would load five functions at once beside those of the first call.
  services.scheduler.start();
  if (!(await webBuilt)) log('The web application does not build; the pages appear as soon as it does.');
  if (options.web === 'watch' && buildsWeb) web.watch();

  return {
    origin,
    awsEndpoint,
    dynamodbEndpoint,
    sandboxOrigin,
    region,
    credentials,
    description,
    services,
    functions,
    cdn: edge,
    demo,
    firstAdminPath: Object.values(made)[0]?.data.Path,
    timings,
    faults: faults.lines,
    invoke: async (name, payload) => resultOf(name, await functions.invoke(name, payload)),
    stop: () => closing.close(),
  };

  async function startTablesEngine(): Promise<string> {
    if (options.dynamodbEndpoint) return options.dynamodbEndpoint;
    const name = options.engine ?? 'extenddb';
    const engine = await startEngine({
      name,
      stateDir,
      port: ports.dynamodb,
      region,
      credentials,
      guardian,
      log,
    });
    closing.add('the DynamoDB engine', engine, (one) => one.stop());
    return engine.endpoint;
  }
}

/** Each kind of bundle has a folder of its own: what one has built is never taken for another's. */
function buildFolder({ web, buildsTogether }: LocalCloudOptions): string {
  if (web === 'dev') return 'dev-build';
  return buildsTogether === 'shared' ? 'first-build' : 'build';
}

/** First calls that may take longer than the gateway waits: a machine that is busy with other things loads slowly. */
const healthTries = 5;

/** The first call, through the CDN, the gateway and a function: what is ready answers it. */
async function checkHealth(origin: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    const response = await fetch(`${origin}/api/health`);
    const body = await response.text();
    if (response.status === 200) return;
    if (response.status !== 503 || tried === healthTries)
      throw new Error(`GET /api/health answered ${response.status}: ${body.slice(0, 500)}`);
  }
}
