import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlanSteps } from '#shared/model/dialplan/steps.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { hangUp, start } from './support/plan-callers.ts';

const reason = await missing();

const planId = 'dlp_01JDEPLOY0000000000000001';

/** A plan of two nodes; another `cause` is another version of it. */
const small = (cause: number): PlanSteps => [start('end'), hangUp('end', cause)];

describe.skipIf(reason)('dial plans deployed to a real Asterisk', () => {
  let exchange: TestExchange;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
  });
  beforeEach(() => {
    exchange.answers = () => ({});
  });
  afterAll(() => exchange.stop());

  const runs = async (context: string, marker: string) =>
    (await exchange.console(`dialplan show ${marker}@${context}`)).includes(`'${marker}' =>`);
  const serving = async () => (await exchange.ask('GET', `/plans/${planId}`)).body.sha256;
  test('another version takes its place in one step, and the same again changes nothing', async () => {
    const first = await exchange.deploy(planId, small(16));
    const second = await exchange.deploy(planId, small(17));
    expect([first.status, second.status, second.context]).toEqual([200, 200, first.context]);
    expect([await runs(first.context, first.marker), await runs(second.context, second.marker)]).toEqual([
      false,
      true,
    ]);
    expect((await exchange.deploy(planId, small(17))).status).toBe(200);
    expect((await exchange.ask('DELETE', `/plans/${planId}`)).status).toBe(200);
    expect(await runs(second.context, second.marker)).toBe(false);
    expect((await exchange.ask('GET', `/plans/${planId}`)).status).toBe(404);
  }, 60_000);

  test('what is not the plan’s own is refused before Asterisk reads it', async () => {
    const { context, marker, text } = await exchange.deploy(planId, small(16));
    const before = await serving();
    const evil = [
      { context, marker, text: `${text}\n[t2-pother]\nexten => s,1,Hangup()\n` },
      { context: 't2-pother', marker, text },
      { context, marker, text: text.replace('Hangup(16)', 'System(id)') },
      { context, marker, text: `#exec /bin/sh\n${text}` },
      { context, marker: `sha-${'0'.repeat(32)}`, text },
    ];
    for (const file of evil) {
      const { status } = await exchange.deployFile(planId, { ...file, steps: small(16) });
      expect(status).toBe(400);
    }
    expect(await serving()).toBe(before);
    expect(await runs(context, marker)).toBe(true);
    // Another tenant neither sees it nor takes it away.
    expect((await exchange.ask('GET', `/plans/${planId}`, undefined, 2)).status).toBe(404);
    expect((await exchange.ask('DELETE', `/plans/${planId}`, undefined, 2)).status).toBe(404);
    const routed = await exchange.ask('PUT', `/numbers/%2B15554000009`, { to: { planId } }, 2);
    expect(routed.status).toBe(404);
  }, 60_000);

  test('a full disk, and a file that cannot be fetched, leave the old plan serving', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    // Every write to this device fails as on a disk that is full.
    symlinkSync('/dev/full', join(exchange.plansFolder, `${old.context}.conf.new`));
    const full = await exchange.deploy(planId, small(21));
    expect(full.status).toBe(503);
    expect(readdirSync(exchange.plansFolder).filter((name) => name.endsWith('.new'))).toEqual([]);
    const lost = { url: `${exchange.callback().callbackUrl}/nothing`, sha256: 'a'.repeat(64) };
    expect((await exchange.ask('PUT', `/plans/${planId}`, lost)).status).toBe(503);
    expect([await serving(), await runs(old.context, old.marker)]).toEqual([before, true]);
    expect((await exchange.deploy(planId, small(21))).status).toBe(200);
  }, 60_000);

  test('a bridge killed between the rename and the reload leaves the old plan serving', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    // Asterisk does not come to the reload.
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(34));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(34)');
    await exchange.bridge.kill();
    await cut;
    exchange.asterisk.process.kill('SIGCONT');
    await exchange.startBridge();
    await exchange.connected();
    await expect.poll(serving).toBe(before);
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect((await exchange.deploy(planId, small(34))).status).toBe(200);
  }, 60_000);

  test('a bridge killed after the reload, and before it wrote down that the plan serves, goes back to the old one', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(38));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(38)');
    // Asterisk was told to reload, and nobody hears its answer.
    exchange.bridge.process.kill('SIGSTOP');
    exchange.asterisk.process.kill('SIGCONT');
    await expect.poll(() => exchange.console(`dialplan show ${old.context}-end`)).toContain('Hangup(38)');
    await exchange.bridge.kill();
    await cut;
    await exchange.startBridge();
    await exchange.connected();
    await expect.poll(serving).toBe(before);
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('Hangup(16)');
  }, 60_000);

  test('an Asterisk killed while it is given a plan comes back with the old one', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(1));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(1)');
    await exchange.asterisk.kill();
    expect((await cut).status).toBe(503);
    exchange.startAsterisk();
    await exchange.connected();
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect(await serving()).toBe(before);
    expect(existsSync(`${file}.new`)).toBe(false);
  }, 60_000);
});
