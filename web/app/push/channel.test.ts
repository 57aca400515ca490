import { beforeEach, describe, expect, it } from 'vitest';
import { PushChannel, type Socket } from './channel.ts';

interface Timer {
  at: number;
  run(): void;
}

/** The server's end of one websocket. */
class Wire implements Socket {
  readonly sent: Record<string, unknown>[] = [];
  readonly protocols: string[];
  isClosed = false;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  constructor(protocols: string[]) {
    this.protocols = protocols;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Acknowledges the connection and whatever was subscribed to. */
  accept() {
    this.onopen?.();
    this.says({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    for (const { type, id } of [...this.sent])
      if (type === 'subscribe') this.says({ type: 'subscribe_success', id });
  }
}

let now: number;
let timers: Set<Timer>;
let wires: Wire[];
let token: string | null;
let renewed: (string | null)[];
/** How often it was asked where the channel is. */
let asked: number;
let channel: PushChannel;
beforeEach(() => {
  now = 0;
  timers = new Set();
  wires = [];
  token = 'token';
  renewed = [];
  asked = 0;
  channel = new PushChannel({
    address: async () => {
      asked++;
      return { url: 'wss://push/event/realtime', host: 'push' };
    },
    token: () => token,
    renew: async (refused) => renewed.push(refused),
    open: (_url, protocols) => {
      wires.push(new Wire(protocols));
      return wires.at(-1)!;
    },
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer) => timers.delete(timer as Timer),
    now: () => now,
    random: () => 0.5,
  });
});

/** Lets time pass, and what was begun be done. */
async function pass(ms: number) {
  const end = now + ms;
  for (;;) {
    await new Promise(setImmediate);
    const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.run();
  }
  now = end;
}

const heard: unknown[] = [];
beforeEach(() => {
  heard.length = 0;
});
const listen = (path: string) => channel.listen(path, (hint) => heard.push(hint));

async function connected(path = '/tenant/7/topic/inbox') {
  const end = listen(path);
  await pass(0);
  wires.at(-1)!.accept();
  return end;
}

describe('the push channel of a page', () => {
  it('connects when somebody listens, by the protocol of AppSync Events and with the token', async () => {
    await pass(60_000);
    expect(wires).toHaveLength(0);
    await connected();
    const [subprotocol, header] = wires[0]!.protocols;
    expect(subprotocol).toBe('aws-appsync-event-ws');
    expect(JSON.parse(Buffer.from(header!.slice('header-'.length), 'base64url').toString())).toEqual({
      Authorization: 'token',
      host: 'push',
    });
    expect(wires[0]!.sent).toEqual([
      { type: 'connection_init' },
      {
        type: 'subscribe',
        id: '/tenant/7/topic/inbox',
        channel: '/tenant/7/topic/inbox',
        authorization: { Authorization: 'token', host: 'push' },
      },
    ]);
    expect(channel.hears(['/tenant/7/topic/inbox'])).toBe(true);
    expect(channel.hears(['/tenant/7/topic/inbox', '/tenant/7/topic/calls'])).toBe(false);
    expect(channel.hears([])).toBe(false);
  });

  it('asks once where it is, however much of a page listens at once', async () => {
    for (const topic of ['inbox', 'calls', 'jobs', 'displays']) listen(`/tenant/7/topic/${topic}`);
    await pass(0);
    expect([asked, wires.length]).toEqual([1, 1]);
    wires[0]!.accept();
    expect(wires[0]!.sent.filter(({ type }) => type === 'subscribe')).toHaveLength(4);
  });

  it('hands on hints, written as a text or as a list of one', async () => {
    await connected();
    const id = '/tenant/7/topic/inbox';
    wires[0]!.says({ type: 'data', id, event: '{"topic":"inbox"}' });
    wires[0]!.says({ type: 'data', id, event: ['{"topic":"calls"}'] });
    expect(heard).toEqual([null, { topic: 'inbox' }, { topic: 'calls' }]);
  });

  it('connects again after a cut and says that hints may have been missed', async () => {
    await connected();
    wires[0]!.onclose?.();
    expect(channel.hears(['/tenant/7/topic/inbox'])).toBe(false);
    await pass(1_000);
    expect(wires).toHaveLength(2);
    wires[1]!.accept();
    expect(heard).toEqual([null, null]);
    expect(channel.hears(['/tenant/7/topic/inbox'])).toBe(true);
  });

  it('waits longer after each failure, up to a minute, and a random part of it', async () => {
    listen('/tenant/7/topic/inbox');
    await pass(0);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      const before = now;
      const known = wires.length;
      wires.at(-1)!.onclose?.();
      while (wires.length === known) await pass(50);
      waits.push(now - before);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('renews a token that is refused, and gives up a connection that is never acknowledged', async () => {
    listen('/tenant/7/topic/inbox');
    await pass(0);
    wires[0]!.onopen?.();
    wires[0]!.says({ type: 'connection_error', errors: [] });
    expect(renewed).toEqual(['token']);
    expect(wires[0]!.isClosed).toBe(true);
    await pass(1_000);
    expect(wires).toHaveLength(2);
    await pass(12_000);
    expect(wires[1]!.isClosed).toBe(true);
    expect(wires).toHaveLength(3);
  });

  it('connects again at once after a sleep, after a silence and when the network is back', async () => {
    await connected();
    now += 3_600_000;
    await pass(0);
    expect(wires).toHaveLength(2);
    wires[1]!.accept();
    for (let minute = 0; minute < 10; minute++) {
      await pass(60_000);
      wires[1]!.says({ type: 'ka' });
    }
    expect(wires).toHaveLength(2);
    await pass(312_000);
    expect(wires).toHaveLength(3);
    wires[2]!.accept();
    channel.wake();
    await pass(0);
    expect(wires).toHaveLength(3);
    channel.wake({ network: true });
    await pass(0);
    expect(wires).toHaveLength(4);
  });

  it('hangs up a while after the last listener has gone, and not between two pages', async () => {
    const end = await connected();
    end();
    await pass(4_000);
    const again = listen('/tenant/7/topic/inbox');
    await pass(60_000);
    expect(wires[0]!.isClosed).toBe(false);
    expect(wires[0]!.sent.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
    again();
    await pass(6_000);
    expect(wires[0]!.isClosed).toBe(true);
    await pass(600_000);
    expect(wires).toHaveLength(1);
  });

  it('lives through a browser that forbids it, and a refused subscription', async () => {
    await connected();
    listen('/tenant/7/all-leads/inbox');
    wires[0]!.says({ type: 'subscribe_error', id: '/tenant/7/all-leads/inbox', errors: [] });
    expect(channel.hears(['/tenant/7/all-leads/inbox'])).toBe(false);
    expect(channel.hears(['/tenant/7/topic/inbox'])).toBe(true);
  });
});
