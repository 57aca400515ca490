import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { missing, TestExchange } from './support/exchange.ts';

const reason = await missing();

describe.skipIf(reason)('a real Asterisk and its bridge that are killed', () => {
  let exchange: TestExchange;
  const agents = Array.from({ length: 20 }, (_, at) => `t1-${101 + at}`);
  let run = 0;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
  });
  afterAll(() => exchange.stop());
  beforeEach(() => {
    run++;
  });

  const numberOf = (at: number) => `+15558${run}000${String(at).padStart(2, '0')}`;

  /** So many agents talk with a lead each. */
  async function allTalk(count = 5): Promise<string[]> {
    const ids = await Promise.all(
      agents.slice(0, count).map(async (name, at) => {
        await exchange.phone(name);
        return exchange.place({ to: numberOf(at), agent: { phone: name } });
      }),
    );
    for (const callId of ids) await exchange.heard(callId, 'answered');
    return ids;
  }

  /** Each event of a call once at least, none left out, in its order. */
  function expectWhole(callId: string): void {
    const numbers = exchange.of(callId).map(({ seq }) => seq!);
    const last = Math.max(...numbers);
    expect([...new Set(numbers)]).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(exchange.of(callId).filter(({ event }) => event === 'ended').length).toBeGreaterThanOrEqual(1);
    expect(
      new Set(
        exchange
          .of(callId)
          .filter(({ event }) => event === 'ended')
          .map(({ seq }) => seq),
      ).size,
    ).toBe(1);
  }

  test('a bridge killed in live calls takes them up again, and nobody is dialled twice', async () => {
    const ids = await allTalk();
    await exchange.bridge.kill();
    // One lead hangs up while nobody listens.
    await exchange.carrier.rung.get(numberOf(0))![0]!.hangUp();
    await exchange.startBridge();
    await exchange.connected();
    expect(await exchange.heard(ids[0]!, 'ended')).toMatchObject({ result: 'answered' });
    for (const callId of ids.slice(1))
      expect((await exchange.ask('GET', `/calls/${callId}`)).body).toMatchObject({ state: 'answered' });
    expect(await exchange.command(ids[1]!, { type: 'hold', hold: true })).toBe(202);
    await exchange.heard(ids[1]!, 'held');
    for (const callId of ids.slice(1)) await exchange.command(callId, { type: 'hangup' });
    for (const callId of ids) await exchange.heard(callId, 'ended');
    for (const callId of ids) expectWhole(callId);
    for (const at of ids.keys()) expect(exchange.carrier.rung.get(numberOf(at))).toHaveLength(1);
  });

  test('a lead who takes up while the bridge is away is not left alone without an end', async () => {
    exchange.carrier.person(numberOf(0), { does: 'nothing' });
    await exchange.phone(agents[0]!);
    const callId = await exchange.place({ to: numberOf(0), agent: { phone: agents[0] }, maxRingSeconds: 4 });
    await exchange.heard(callId, 'ringing');
    await exchange.bridge.kill();
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    await exchange.startBridge();
    await exchange.connected();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ talkSeconds: 0 });
    expectWhole(callId);
  });

  test('Asterisk killed in twenty live calls: each ends once in the records, nobody is dialled twice, phones come back', async () => {
    const ids = await allTalk(20);
    const killedAt = Date.now();
    await exchange.asterisk.kill();
    exchange.startAsterisk();
    // However soon Asterisk is back: its end was before that.
    await exchange.connected();
    const restartedAt = Date.now();
    for (const callId of ids) {
      const end = await exchange.heard(callId, 'ended');
      expect(end).toMatchObject({ result: 'answered' });
      // The end is the moment of the kill, give or take what was last heard, and not that of the restart.
      const left = exchange.of(callId).filter(({ event }) => event === 'agent-left');
      for (const { at } of [end, ...left])
        expect(Math.abs(Date.parse(at) - killedAt)).toBeLessThan(Math.min(1_500, restartedAt - killedAt));
    }
    for (const callId of ids) expectWhole(callId);
    for (const at of ids.keys()) expect(exchange.carrier.rung.get(numberOf(at))).toHaveLength(1);
    run++;
    const again = await allTalk(20).catch((error) => {
      throw new Error(`No calls after the restart: ${error.message}`);
    });
    for (const callId of again) await exchange.command(callId, { type: 'hangup' });
    for (const callId of again) await exchange.heard(callId, 'ended');
  });

  test('while the product is away its events wait, also over a kill of the bridge, and come in their order', async () => {
    exchange.productUp = false;
    await exchange.phone(agents[0]!);
    const callId = await exchange.place({ to: numberOf(0), agent: { phone: agents[0] } });
    await expect
      .poll(async () => (await exchange.ask('GET', `/calls/${callId}`)).body)
      .toMatchObject({ state: 'answered' });
    await exchange.bridge.kill();
    await exchange.startBridge();
    await exchange.connected();
    await exchange.command(callId, { type: 'hangup' });
    expect(exchange.of(callId)).toEqual([]);
    exchange.productUp = true;
    await exchange.heard(callId, 'ended');
    expectWhole(callId);
    expect(exchange.names(callId)[0]).toBe('agent-ringing');
  });
});
