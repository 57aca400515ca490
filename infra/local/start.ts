/**
 * `npm start`: the whole product on this machine. `--dev`, which is `npm run dev`: the same with Vite's development
 * server in place of the build, and functions that are built in milliseconds. `--fresh` begins again, `--engine=dynoxide` takes the other
 * DynamoDB engine; PORT, HOST, DYNAMODB_ENDPOINT, DEMO_PASSWORD, DEALBELL_STATE_DIR,
 * DEMO=off (no demo tenant, but the link of a fresh deployment), WATCH=off (build the pages once) and BUNDLES=deployed (each function
 * from the bundle that is deployed, also at a first start) are read from the environment.
 */
import { parseArgs } from 'node:util';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import { addDemoPhotos } from './demo-photos.ts';
import type { EngineName } from './dynamodb/engine.ts';
import { exchangeBeside } from './exchange-beside.ts';
import { defaultStateDir } from './paths.ts';
import { StartError } from './state.ts';
import { TemplateError } from './template/types.ts';

/** Whatever has not ended by then is left to the guardian; ms. */
const stopWithinMs = 3_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

function settings() {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      engine: { type: 'string' },
      timings: { type: 'boolean' },
      dev: { type: 'boolean', default: false },
    },
  });
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_531)
    throw new StartError(`PORT is a number from 1 to 65531, not '${process.env.PORT}'.`);
  const engine = values.engine ?? process.env.DEALBELL_ENGINE ?? 'extenddb';
  if (engine !== 'extenddb' && engine !== 'dynoxide')
    throw new StartError(`There is no engine ${engine}; there are extenddb and dynoxide.`);
  return { ...values, port, engine: engine as EngineName };
}

async function main(): Promise<void> {
  const started = performance.now();
  const { fresh, port, engine, timings, dev } = settings();
  let cloud: LocalCloud | undefined;
  let ending = false;

  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code), stopWithinMs).unref();
    await cloud?.stop();
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (ending) process.exit(1);
      say('Stopping');
      void end(0);
    });

  // Whoever holds our standard input open wants us to end when they do, however they end.
  if (process.env.END_WITH_INPUT) process.stdin.resume().on('end', () => void end(0));

  say(fresh ? 'Starting Dealbell again' : 'Starting Dealbell');
  cloud = await startLocalCloud({
    fresh,
    engine,
    host: process.env.HOST || undefined,
    ports: { product: port, aws: port + 1, dynamodb: port + 2, sandbox: port + 3, smtp: port + 4 },
    dynamodbEndpoint: process.env.DYNAMODB_ENDPOINT || undefined,
    demoPassword: process.env.DEMO_PASSWORD || undefined,
    demo: process.env.DEMO !== 'off',
    web: dev ? 'dev' : process.env.WATCH === 'off' ? 'once' : 'watch',
    ...(!dev && { buildsTogether: process.env.BUNDLES === 'deployed' ? 'deployed' : 'shared' }),
    progress: say,
    terminal: warn,
  });
  if (ending) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (timings) say(`Steps in ms: ${JSON.stringify(cloud.timings)}`);
  say(`Started in ${seconds} s`);
  if (cloud.demo) say(`Sign in as admin, agent, vendor or operator with the password ${cloud.demo.password}`);
  else if (cloud.firstAdminPath) say(`Make the first admin at ${cloud.origin}${cloud.firstAdminPath}`);
  if (exchangeBeside(defaultStateDir()).EXCHANGE_URL)
    say('Calls go through the Asterisk that runs beside this');
  say(`Texts and calls ring at ${cloud.origin}/sandbox/phone, mail is at ${cloud.origin}/sandbox/mail`);
  if (cloud.demo) {
    const { url, token, phone, textedFrom } = cloud.demo.automation;
    const lead = JSON.stringify({ name: 'Ann Lee', phone, email: 'ann@example.com' });
    say('A lead by webhook, which a journey texts and which may reply on the phone above:');
    if (textedFrom) say(`(At this hour nobody may be texted by law; the text waits until ${textedFrom}.)`);
    say(`  curl ${url} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${lead}'`);
  }
  say(`ready ${cloud.origin}`);
  if (cloud.demo?.isNew)
    await addDemoPhotos(cloud.origin, cloud.demo.password).catch((error: Error) =>
      warn(`The demo's people have no photos: ${error.message}`),
    );
  await cloud.functions.buildAll();
  if (timings) say('Every function is built');
}

try {
  await main();
} catch (error) {
  const expected = error instanceof StartError || error instanceof TemplateError;
  warn(expected ? error.message : `Dealbell could not start.\n${(error as Error).stack ?? error}`);
  process.exit(1);
}
