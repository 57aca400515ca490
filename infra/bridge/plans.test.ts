import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compilePlan } from '#functions/dialplans/compiler/compile.ts';
import type { PlanSteps } from '#shared/model/dialplan/steps.ts';
import { type Ari, AriError } from './ari.ts';
import { Journal } from './journal.ts';
import { Plans, plansFolder } from './plans.ts';

/* A deploy that is cut at each of its steps, with an Asterisk that has read the files whenever it was reloaded. */

const planId = 'dlp_01JCUT';
const steps = (cause: number): PlanSteps => [
  { id: 'start', type: 'start', ways: { next: 'end' } },
  { id: 'end', type: 'hangup', cause, ways: {} },
];
const fileOf = (cause: number) => {
  const { context, marker, text } = compilePlan(steps(cause), { tenant: 1, planId, now: 0 });
  const body = JSON.stringify({ context, marker, text, steps: steps(cause) });
  return { body, sha256: createHash('sha256').update(body).digest('hex'), context };
};
const [old, next] = [fileOf(16), fileOf(17)];

/** What an Asterisk does that is asked over ARI; `cut` is called before each request. */
class Exchange {
  connected = true;
  text = '';
  cut: (request: string) => unknown = () => undefined;
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async request(method: string, path: string, values: Record<string, string> = {}): Promise<unknown> {
    await this.cut(`${method} ${path.split('/')[0]}`);
    if (path.startsWith('asterisk/modules'))
      this.text = readdirSync(this.#folder)
        .filter((name) => name.endsWith('.conf'))
        .map((name) => readFileSync(join(this.#folder, name), 'utf8'))
        .join('\n');
    const marker = /DIALPLAN_EXISTS\([^,]+,(sha-\w+)/.exec(values.variable ?? '')?.[1];
    return { value: marker && this.text.includes(marker) ? '1' : '0' };
  }
  async attempt(): Promise<void> {}
}

describe('a dial plan that is deployed', () => {
  let files: Server;
  let folder: string;
  let exchange: Exchange;
  beforeAll(async () => {
    const bodies = new Map([old, next].map(({ sha256, body }) => [`/${sha256}`, body]));
    files = createServer((request, response) => response.end(bodies.get(request.url!)));
    await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => files.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dealbell-plans-'));
    exchange = new Exchange(plansFolder(folder));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A bridge over what is on the disk: as it is after a start. */
  const bridge = () =>
    new Plans({
      ari: exchange as unknown as Ari,
      journal: new Journal(folder),
      settings: { folder },
      log: () => undefined,
    });
  const place = (plans: Plans, { sha256 }: { sha256: string }) =>
    plans.put(1, planId, {
      url: `http://127.0.0.1:${(files.address() as AddressInfo).port}/${sha256}`,
      sha256,
    });
  const serves = (plans: Plans) => ({
    journal: plans.find(1, planId)?.sha256,
    asterisk: exchange.text.includes('Hangup(17)') ? 17 : exchange.text.includes('Hangup(16)') ? 16 : null,
    files: readdirSync(plansFolder(folder)).toSorted(),
  });
  const theOld = {
    journal: old.sha256,
    asterisk: 16,
    files: ['none.conf', `${old.context}.conf`].toSorted(),
  };

  it.each([
    ['before the reload', 'PUT asterisk'],
    ['before the marker is asked for', 'POST channels'],
    ['while the marker is asked for', 'GET channels'],
  ])('is gone back on when the link is cut %s', async (_, request) => {
    const plans = bridge();
    await place(plans, old);
    let cuts = 1;
    exchange.cut = (one) => {
      if (one === request && cuts-- > 0) throw new AriError(503, 'Gone.');
    };
    await expect(place(plans, next)).rejects.toThrow('Asterisk went away');
    expect(serves(plans)).toEqual(theOld);
    await place(plans, next);
    expect(serves(plans)).toMatchObject({ journal: next.sha256, asterisk: 17 });
  });

  it.each([
    ['between the rename and the reload', 'PUT asterisk'],
    ['after the reload', 'POST channels'],
    ['before it is written down', 'GET channels'],
  ])('is gone back on by the next start of a bridge that was killed %s', async (_, request) => {
    const killed = bridge();
    await place(killed, old);
    const reached = new Promise<void>((come) => {
      // Whoever is killed hears no answer.
      exchange.cut = (one) => {
        if (one !== request) return undefined;
        come();
        return new Promise(() => undefined);
      };
    });
    void place(killed, next);
    await reached;
    exchange.cut = () => undefined;
    const started = bridge();
    await started.reconcile();
    expect(serves(started)).toEqual(theOld);
    await place(started, next);
    expect(serves(started)).toMatchObject({ journal: next.sha256, asterisk: 17 });
  });

  it('is gone back on where the disk is full before the rename, and where it cannot be fetched', async () => {
    const plans = bridge();
    await place(plans, old);
    // Every write to this device fails as on a disk that is full.
    symlinkSync('/dev/full', join(plansFolder(folder), `${old.context}.conf.new`));
    await expect(place(plans, next)).rejects.toThrow('could not be put in place');
    expect(serves(plans)).toEqual(theOld);
    const port = (files.address() as AddressInfo).port;
    const lost = { url: `http://127.0.0.1:${port}/nothing`, sha256: 'a'.repeat(64) };
    await expect(plans.put(1, planId, lost)).rejects.toThrow('not the one that was meant');
    expect(serves(plans)).toEqual(theOld);
  });

  it('is the old one again where Asterisk does not run the new, or was killed and read nothing since', async () => {
    const plans = bridge();
    await place(plans, old);
    exchange.cut = (request) => {
      if (request === 'GET channels') exchange.text = exchange.text.replaceAll('sha-', 'not-');
    };
    await expect(place(plans, next)).rejects.toThrow('does not run the plan');
    exchange.cut = () => undefined;
    // As an Asterisk that starts: it has read nothing that it was told before.
    exchange.text = '';
    await plans.reconcile();
    expect(serves(plans)).toEqual(theOld);
  });
});
