/**
 * `npm run asterisk`: installs Asterisk from Debian's packages where that was not done yet, starts it with its bridge,
 * and leaves word in .local/exchange.json, by which an `npm start` begun afterwards uses it. Ctrl+C ends both.
 * With ENROLMENT_TOKEN and PRODUCT, as the settings of the exchange show them, the bridge enrols with a product that runs
 * already, now and at later starts, and fetches its commands there.
 * CARRIER=address:port is where calls to telephone numbers go; by default nobody answers there.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateDir } from '#infra/local/paths.ts';
import { reachableFolder, startAsterisk } from './asterisk.ts';
import { startBridge } from './bridge-process.ts';
import { localExchange, packagesFolder } from './local-exchange.ts';
import { CannotInstall, install } from './packages.ts';
import { treeOf } from './tree.ts';

const ports = {
  bridge: 3010,
  http: 3011,
  carrier: 3012,
  deskPhones: 3013,
  rtp: [13_000, 13_999] as [number, number],
};

/** An Asterisk that ends by itself is started again after this; ms. */
const restartMs = 1_000;

const say = (line: string) => console.log(line);

function carrier() {
  const [, address, port] = /^([\d.]+):(\d{1,5})$/.exec(process.env.CARRIER ?? '127.0.0.2:5060') ?? [];
  if (!address || !port) throw new CannotInstall('CARRIER is an address and a port, as 192.0.2.1:5060.');
  return { address, port: Number(port) };
}

async function main(): Promise<void> {
  const packages = reachableFolder(packagesFolder());
  const { ENROLMENT_TOKEN: token, PRODUCT: product } = process.env;
  if (Boolean(token) !== Boolean(product))
    throw new CannotInstall('ENROLMENT_TOKEN and PRODUCT come together.');
  const folder = reachableFolder(join(defaultStateDir(), 'asterisk'));
  const exchange = localExchange(folder, ports, carrier(), product || undefined);
  await install(packages, say);
  const tree = treeOf(packages);
  say('Starting the bridge');
  const bridge = await startBridge(exchange.settingsFile, say);
  say('Starting Asterisk');
  let ending = false;
  let asterisk = startAsterisk(exchange.asterisk, tree, say);
  const watch = () =>
    void asterisk.ended.then(() => {
      if (ending) return;
      say('Asterisk has ended; starting it again');
      setTimeout(() => {
        if (ending) return;
        asterisk = startAsterisk(exchange.asterisk, tree, say);
        watch();
      }, restartMs);
    });
  watch();
  const file = join(defaultStateDir(), 'exchange.json');
  const { port, secret, product: enrolledAt } = exchange.bridge;
  // One that is enrolled is chosen in the settings; the product does not take it for its own.
  if (!enrolledAt)
    writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${port}`, secret, pid: process.pid }), {
      mode: 0o600,
    });
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    say('Stopping');
    if (existsSync(file)) rmSync(file);
    await Promise.all([asterisk.stop(), bridge.stop()]);
    process.exit(code);
  };
  void bridge.ended.then(() => end(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  say(
    enrolledAt
      ? `Phones register at ${exchange.bridge.phoneUrl}; the bridge fetches its commands at ${enrolledAt}.`
      : `Phones register at ${exchange.bridge.phoneUrl}; start the product now, and its calls go through Asterisk.`,
  );
  say(`ready http://127.0.0.1:${port}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof CannotInstall ? error.message : error);
  process.exit(1);
}
