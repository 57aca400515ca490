import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestExchange } from '#tests/asterisk/support/exchange.ts';
import { p50AndP95, round } from '../figures.ts';
import { Helper } from './helper.ts';
import type { BenchNetwork } from './network.ts';
import type { PhoneOrders } from './phone-process.ts';

const name = 't1-101';
const password = `a password of ${name}`;
const to = '+15552000001';
/** How long a call or its end is waited for; ms. */
const longestMs = 10_000;

/** Of a clock that all processes of this machine share; ms. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** When something was told first, by its name; what is told before it is asked for is kept. */
class Heard {
  readonly #at = new Map<string, number>();
  readonly #waiting = new Map<string, (at: number) => void>();

  tell(what: string): void {
    const at = now();
    this.#waiting.get(what)?.(at);
    this.#at.set(what, at);
  }

  of(what: string): Promise<number> {
    const at = this.#at.get(what);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${what} was not heard of.`)), longestMs);
      this.#waiting.set(what, (at) => {
        clearTimeout(timer);
        resolve(at);
      });
    });
  }
}

/** Asterisk's own events, as whoever connects to it hears them; told by their channel's id when that has ended. */
async function listen({ ariAccess }: TestExchange<BenchNetwork>, heard: Heard): Promise<WebSocket> {
  const { origin, user, password } = ariAccess;
  const query = new URLSearchParams({ app: 'bench', subscribeAll: 'true', api_key: `${user}:${password}` });
  const socket = new WebSocket(`ws://${origin}/ari/events?${query}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data)) as { type: string; channel?: { id: string } };
    if (event.type === 'ChannelDestroyed') heard.tell(event.channel!.id);
  });
  return socket;
}

/**
 * How long an agent's phone takes to ring, from the command, and how long after that it is known that it declined: through
 * the bridge (until the product has the event) and by Asterisk's own interface (until a websocket of it has), in turns.
 */
export class Rings {
  readonly #exchange: TestExchange<BenchNetwork>;
  readonly #phone = new Helper<PhoneOrders>('phone-process.ts');

  private constructor(exchange: TestExchange<BenchNetwork>) {
    this.#exchange = exchange;
  }

  static async open(exchange: TestExchange<BenchNetwork>): Promise<Rings> {
    const rings = new Rings(exchange);
    await exchange.ask('PUT', `/phones/${name}`, { name, password, callerId: null });
    await rings.#phone.ask('open', { url: exchange.phoneUrl, name, password });
    await exchange.registered(name);
    return rings;
  }

  /** @param heard of the end of what `begin` answers the id of */
  async #ring(heard: Heard, begin: () => Promise<string>): Promise<{ ring: number; end: number }> {
    const began = now();
    const begun = begin();
    const rung = Number(await this.#phone.ask('rung')) / 1e6;
    const ended = await heard.of(await begun);
    await pause(50);
    return { ring: rung - began, end: ended - rung };
  }

  async measure(rounds: number) {
    const exchange = this.#exchange;
    const heard = new Heard();
    exchange.answers = ({ event, callId }) => {
      if (event === 'ended' && callId) heard.tell(callId);
      return {};
    };
    const bareEvents = await listen(exchange, heard);
    const [ours, bare]: [{ ring: number; end: number }[], { ring: number; end: number }[]] = [[], []];
    // The first turns load what the others have.
    for (let turn = -2; turn < rounds; turn++) {
      const through = await this.#ring(heard, () => exchange.place({ to, agent: { phone: name } }));
      const direct = await this.#ring(heard, async () => {
        const channelId = randomUUID();
        const status = await exchange.ari('POST', 'channels', {
          endpoint: `PJSIP/${name}`,
          context: 'bench',
          extension: to,
          priority: '1',
          callerId: '+15550001111',
          channelId,
        });
        if (status !== 200) throw new Error(`Asterisk answered ${status} to a call.`);
        return channelId;
      });
      if (turn < 0) continue;
      ours.push(through);
      bare.push(direct);
    }
    bareEvents.close();
    exchange.answers = () => ({});
    const figures = (of: 'ring' | 'end') => {
      const [a, b] = [p50AndP95(ours.map((one) => one[of])), p50AndP95(bare.map((one) => one[of]))];
      const ratios = { p50: round(a.p50Ms / b.p50Ms, 2), p95: round(a.p95Ms / b.p95Ms, 2) };
      console.log(
        `  ${of}: bridge p50 ${a.p50Ms} p95 ${a.p95Ms} ms, bare p50 ${b.p50Ms} p95 ${b.p95Ms} ms, ratio ${ratios.p50} and ${ratios.p95}, over ${rounds}`,
      );
      return { ours: a, bare: b, ratios };
    };
    return { ring: figures('ring'), end: figures('end') };
  }

  close(): Promise<void> {
    return this.#phone.close();
  }
}
