import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';
import { readBody } from '#infra/sandbox/http.ts';
import * as contract from '#shared/exchange/commands.ts';
import { type PlanPlacing, planPlacing } from '#shared/exchange/plans.ts';

const schemas = {
  phones: contract.phone,
  queues: contract.queue,
  numbers: contract.numberRoute,
  plans: planPlacing,
  sounds: contract.sound,
};

/** An exchange that keeps what it was told of phones, queues, numbers and dial plans, and can be down or slow. */
export class TestExchange {
  /** By tenant's account and name. */
  readonly phones = new Map<string, contract.Phone>();
  readonly queues = new Map<string, contract.ExchangeQueue>();
  readonly numbers = new Map<string, contract.NumberRoute>();
  readonly plans = new Map<string, PlanPlacing>();
  readonly sounds = new Map<string, contract.ExchangeSound>();
  /** The kinds of what it was told, in that order. */
  readonly told: string[] = [];
  isDown = false;
  /** Refuses every plan, as one that Asterisk does not run. */
  refusesPlans = false;
  refusesSounds = false;
  /** Takes in what it is told, and its answers are lost. */
  losesAnswers = false;
  /** What is waited for before the next request is answered, each once; it was taken in by then or not. */
  readonly holds: Promise<void>[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await readBody(request);
      await this.holds.shift();
      if (this.isDown) return void response.writeHead(503).end();
      const account = request.headers.authorization?.replace('Bearer sandbox-', '') ?? '';
      const [, kind = '', name = ''] =
        /^\/exchange\/v1\/(phones|queues|numbers|plans|sounds|account)\/?(.*)$/.exec(request.url!) ?? [];
      if (this.refusesPlans && kind === 'plans' && request.method === 'PUT')
        return void response
          .writeHead(409)
          .end(JSON.stringify({ error: 'Asterisk does not run it.', code: 'wrong_state' }));
      if (this.refusesSounds && kind === 'sounds')
        return void response
          .writeHead(409)
          .end(JSON.stringify({ error: 'The disk is full.', code: 'wrong_state' }));
      if (request.method === 'PUT') this.told.push(kind);
      const answer = this.#answer(request.method!, kind, `${account}/${decodeURIComponent(name)}`, body);
      if (this.losesAnswers && kind === 'plans') return void response.writeHead(503).end();
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
    });
  }

  #answer(method: string, kind: string, key: string, body: string): object | undefined {
    if (kind === 'account') return contract.account.parse(JSON.parse(body));
    if (!Object.hasOwn(schemas, kind)) return undefined;
    return this.#keep(method, kind as keyof typeof schemas, key, body);
  }

  #keep(method: string, kind: keyof typeof schemas, key: string, body: string): object | undefined {
    const kept: Map<string, unknown> = this[kind];
    if (method === 'GET') {
      const name = key.slice(key.indexOf('/') + 1);
      const owned = [...kept.keys()].find((one) => one.endsWith(`/${name}`));
      return kind === 'numbers'
        ? { owner: owned ? (owned === key ? 'you' : 'another') : 'nobody' }
        : undefined;
    }
    if (method === 'DELETE') return kept.delete(key) ? {} : undefined;
    kept.set(key, schemas[kind].parse(JSON.parse(body)));
    if (kind === 'sounds') return { path: `dealbell/${key}` };
    if (kind !== 'phones') return {};
    return { driver: 'sandbox', url: 'http://127.0.0.1', sipUri: null, iceServers: [] };
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** An exchange for the tests of a file, which the product takes for its own. */
export function withExchange(): TestExchange {
  const exchange = new TestExchange();
  beforeAll(async () => {
    vi.stubEnv('EXCHANGE_URL', await exchange.listen());
    vi.stubEnv('PUBLIC_URL', 'http://127.0.0.1');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await exchange.close();
  });
  return exchange;
}
