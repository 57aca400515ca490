import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compilePlan } from '#functions/dialplans/compiler/compile.ts';
import { isSigned } from '#functions/telephony/signature.ts';
import { type Asterisk, reachableFolder, startAsterisk } from '#infra/asterisk/asterisk.ts';
import { type BridgeProcess, startBridge } from '#infra/asterisk/bridge-process.ts';
import { foldersOf } from '#infra/asterisk/config.ts';
import { type LocalExchange, localExchange, packagesFolder } from '#infra/asterisk/local-exchange.ts';
import { CannotInstall, install } from '#infra/asterisk/packages.ts';
import { treeOf } from '#infra/asterisk/tree.ts';
import { tokenOf } from '#infra/bridge/tokens.ts';
import { freePort } from '#infra/local/front-door.ts';
import type { Command, ExchangeQueue } from '#shared/exchange/commands.ts';
import { type ExchangeEvent, exchangeEvent } from '#shared/exchange/events.ts';
import type { PlanSteps } from '#shared/model/dialplan/steps.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Carrier } from './carrier.ts';
import { Phone } from './phone.ts';

const secret = 'a secret that signs events';

/** Why there is no Asterisk on this machine, if there is none, which it also says; installs it otherwise. */
export async function missing(): Promise<string | undefined> {
  try {
    await install(reachableFolder(packagesFolder()), (line) => console.log(line));
    return undefined;
  } catch (error) {
    if (!(error instanceof CannotInstall)) throw error;
    console.log(`Skipped: ${error.message}`);
    return error.message;
  }
}

/** A telephone network that calls go to and come from. */
interface Network {
  close(): void | Promise<void>;
}

/** Opens a network at an address of its own, beside an Asterisk at another. */
type OpenNetwork<Of extends Network> = (
  address: string,
  port: number,
  asterisk: { address: string; port: number },
) => Promise<Of>;

/** An Asterisk with its bridge, a telephone network, and the product's ear, all on ports of their own. */
export class TestExchange<Of extends Network = Carrier> {
  readonly #folder: string;
  readonly #parts: LocalExchange;
  readonly #listener: Server;
  readonly carrier: Of;
  asterisk!: Asterisk;
  bridge!: BridgeProcess;
  /** What the product has taken; the same twice is here twice. */
  readonly events: ExchangeEvent[] = [];
  /** Uploaded recordings. */
  readonly uploads: Buffer[] = [];
  /** What the product answers to an event that asks something. */
  answers: (event: ExchangeEvent) => object = () => ({});
  /** Whether the product answers. */
  productUp = true;
  readonly #callback: string;
  readonly #sounds = new Map<string, Buffer>();
  readonly log: string[] = [];

  private constructor(folder: string, parts: LocalExchange, listener: Server, carrier: Of) {
    this.#folder = folder;
    this.#parts = parts;
    this.#listener = listener;
    this.carrier = carrier;
    this.#callback = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  static start(): Promise<TestExchange> {
    return TestExchange.startWith(Carrier.open);
  }

  /** One whose telephone network is another than the tests'. */
  static async startWith<Of extends Network>(openNetwork: OpenNetwork<Of>): Promise<TestExchange<Of>> {
    const folder = mkdtempSync(join(tmpdir(), 'dealbell-asterisk-'));
    // Asterisk runs as nobody.
    chmodSync(folder, 0o755);
    const ports = {
      bridge: await freePort(),
      http: await freePort(),
      carrier: await freePort(),
      deskPhones: await freePort(),
    };
    const low = 20_000 + 2 * Math.floor(Math.random() * 10_000);
    const network = { address: '127.0.0.2', port: await freePort() };
    const parts = localExchange(folder, { ...ports, rtp: [low, low + 999] }, network);
    const carrier = await openNetwork(network.address, network.port, {
      address: '127.0.0.1',
      port: ports.carrier,
    });
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const exchange = new TestExchange(folder, parts, listener, carrier);
    listener.on('request', (request, response) => void exchange.#hear(request, response));
    await exchange.startBridge();
    exchange.startAsterisk();
    await exchange.connected();
    return exchange;
  }

  /** One that has an account of the first tenant. */
  static async withAccount(): Promise<TestExchange> {
    const exchange = await TestExchange.start();
    await exchange.account();
    return exchange;
  }

  async #hear(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const sound = this.#sounds.get(request.url ?? '');
    if (sound) return response.end(sound);
    if (!this.productUp) return response.writeHead(503).end();
    if (request.method === 'PUT') {
      this.uploads.push(body);
      return response.end();
    }
    if (!isSigned(secret, request.headers as Record<string, string>, body))
      return response.writeHead(401).end();
    const event = exchangeEvent.parse(JSON.parse(String(body)));
    this.events.push(event);
    const answer = /^(recording|voicemail)-ready$/.test(event.event)
      ? { uploadUrl: `${this.#callback}/upload` }
      : this.answers(event);
    return response.end(JSON.stringify(answer));
  }

  startAsterisk(): void {
    this.asterisk = startAsterisk(this.#parts.asterisk, treeOf(reachableFolder(packagesFolder())), (line) =>
      this.log.push(line),
    );
  }

  async startBridge(): Promise<void> {
    this.bridge = await startBridge(this.#parts.settingsFile, (line) => this.log.push(line));
  }

  async connected(tenant = 1): Promise<void> {
    await eventually(async () =>
      assert.equal((await this.ask('GET', '/health', undefined, tenant)).status, 200),
    );
  }

  async ask(method: string, path: string, body?: unknown, tenant = 1) {
    const response = await fetch(`http://127.0.0.1:${this.#parts.bridge.port}/exchange/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(this.#parts.bridge.secret, tenant)}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined);
    if (!response) return { status: 0, body: {} as Record<string, unknown> };
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  token(tenant: number): string {
    return tokenOf(this.#parts.bridge.secret, tenant);
  }

  /** What the product proves with that it acts for a tenant. */
  get secret(): string {
    return this.#parts.bridge.secret;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#parts.bridge.port}`;
  }

  get phoneUrl(): string {
    return this.#parts.bridge.phoneUrl;
  }

  /** Where Asterisk's own interface is, past the bridge, and who may use it. */
  get ariAccess(): { origin: string; user: string; password: string } {
    const { httpPort, bridgePassword } = this.#parts.asterisk;
    return { origin: `127.0.0.1:${httpPort}`, user: 'dealbell', password: bridgePassword };
  }

  /** @returns the status that Asterisk's own interface answered */
  async ari(
    method: string,
    path: string,
    values: Record<string, string> = {},
    body?: object,
  ): Promise<number> {
    const { origin, user, password } = this.ariAccess;
    const response = await fetch(`http://${origin}/ari/${path}?${new URLSearchParams(values)}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** What Asterisk wrote into its log of warnings and errors, but that a busy machine lets its events wait. */
  get warnings(): string[] {
    const log = readFileSync(join(foldersOf(this.#parts.asterisk.folder).log, 'messages'), 'utf8');
    return log
      .split('\n')
      .filter((line) => /\b(WARNING|ERROR)\b/.test(line) && !line.includes(' taskprocessor.c: '));
  }

  /** Seconds that Asterisk has written so far of what is recorded of a call. */
  recordedSeconds(callId: string): number {
    const folder = foldersOf(this.#parts.asterisk.folder).recordings;
    const file = existsSync(folder) && readdirSync(folder).find((name) => name.includes(`${callId}.`));
    return file ? statSync(join(folder, file)).size / 16_000 : 0;
  }

  /** Adds to Asterisk's dial plan until it starts again. */
  async addDialPlan(text: string): Promise<void> {
    appendFileSync(join(foldersOf(this.#parts.asterisk.folder).etc, 'extensions.conf'), `\n${text}`);
    assert.equal(await this.ari('PUT', 'asterisk/modules/pbx_config.so'), 204);
  }

  /** What Asterisk's console answers. */
  async console(command: string): Promise<string> {
    const [program, ...args] = treeOf(reachableFolder(packagesFolder())).command;
    const config = join(foldersOf(this.#parts.asterisk.folder).etc, 'asterisk.conf');
    const { stdout } = await promisify(execFile)(program!, [...args, '-C', config, '-rx', command], {
      maxBuffer: 64_000_000,
    });
    return stdout;
  }

  /** The folder from which Asterisk reads deployed plans. */
  get plansFolder(): string {
    return this.#parts.asterisk.plansFolder;
  }

  /** Lays a plan's file down and has the exchange serve it. */
  deployFile(planId: string, file: object, tenant = 1) {
    const body = Buffer.from(JSON.stringify(file));
    const sha256 = createHash('sha256').update(body).digest('hex');
    const url = this.sound(`${sha256}.json`, body);
    return this.ask('PUT', `/plans/${planId}`, { url, sha256 }, tenant);
  }

  /** As the product deploys a plan. */
  async deploy(planId: string, steps: PlanSteps, tenant = 1) {
    const { context, marker, text } = compilePlan(steps, { tenant, planId, now: Date.now() });
    const answer = await this.deployFile(planId, { context, marker, text, steps }, tenant);
    return { ...answer, context, marker, text };
  }

  /** The address of a sound that the exchange can fetch. */
  sound(name: string, file: Buffer): string {
    this.#sounds.set(`/sounds/${name}`, file);
    return `${this.#callback}/sounds/${name}`;
  }

  readonly callback = () => ({ callbackUrl: `${this.#callback}/events`, secret });

  async account(tenant = 1): Promise<void> {
    await this.ask('PUT', '/account', this.callback(), tenant);
  }

  /** A phone that may register, and does. @param callerId the number that it shows */
  async phone(name: string, callerId: string | null = null, location?: string): Promise<Phone> {
    const password = `a password of ${name}`;
    const tenant = Number(/^t(\d+)/.exec(name)![1]);
    const { status } = await this.ask(
      'PUT',
      `/phones/${name}`,
      { name, password, callerId, location },
      tenant,
    );
    assert.equal(status, 200);
    const phone = await Phone.register(this.phoneUrl, name, password);
    await this.registered(name);
    return phone;
  }

  /** A desk phone, which registers by SIP in the office's own network. */
  async deskPhone(name: string): Promise<Phone> {
    const password = `a password of ${name}`;
    const { status } = await this.ask('PUT', `/phones/${name}`, { name, password, kind: 'desk' });
    assert.equal(status, 200);
    const phone = await Phone.registerDesk(this.#parts.asterisk.deskPhonesBind!, name, password);
    await this.registered(name);
    return phone;
  }

  async registered(name: string, registered = true): Promise<void> {
    const tenant = Number(/^t(\d+)/.exec(name)![1]);
    await eventually(async () => {
      const { phones } = (await this.ask('GET', '/phones', undefined, tenant)).body as {
        phones?: { phone: string; registered: boolean }[];
      };
      assert.equal(phones?.find(({ phone }) => phone === name)?.registered, registered);
    });
  }

  async place(values: Record<string, unknown>, tenant = 1): Promise<string> {
    const callId = `cal_${randomUUID()}`;
    const answer = await this.ask(
      'POST',
      '/calls',
      { callId, maxRingSeconds: 20, callerId: '+15550001111', ...this.callback(), ...values },
      tenant,
    );
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    return callId;
  }

  async command(callId: string, command: Command, key: string = randomUUID()): Promise<number> {
    return (await this.ask('POST', `/calls/${callId}/commands`, { key, command })).status;
  }

  queue(queueId: string, values: Partial<ExchangeQueue>) {
    const whole = {
      number: '700',
      strategy: 'ringall',
      timeout: 5,
      maxWaitTime: 60,
      musicOnHold: 'default',
      announcePosition: false,
      members: [],
      ...values,
    };
    return this.ask('PUT', `/queues/${queueId}`, whole);
  }

  of(callId: string): ExchangeEvent[] {
    return this.events.filter((event) => event.callId === callId);
  }

  names(callId: string): string[] {
    return this.of(callId).map(({ event }) => event);
  }

  /** Waits until the product has heard this of a call. */
  async heard(callId: string, event: ExchangeEvent['event']): Promise<ExchangeEvent> {
    await eventually(async () =>
      assert.ok(this.names(callId).includes(event), `${event} of ${this.names(callId)}`),
    );
    return this.of(callId).findLast((one) => one.event === event)!;
  }

  /** `BRIDGE_LOG=1` shows what it did. */
  async stop(): Promise<void> {
    if (process.env.BRIDGE_LOG) console.log(this.log.join('\n'));
    await Promise.all([this.asterisk.stop(), this.bridge.stop()]);
    await this.carrier.close();
    this.#listener.closeAllConnections();
    this.#listener.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
