import { randomUUID } from 'node:crypto';
import type { TestExchange } from './exchange.ts';

/** The application that stands for the bridge while plans are walked. */
export const walkerApp = 'walker';

interface Told {
  type: string;
  args?: string[];
  channel?: { id: string; name: string; dialplan: { context: string; exten: string; app_name: string } };
}

/** What a caller does, and what the bridge says, at the node that is walked. */
export interface Acting {
  /** The way that the bridge names. */
  way?: string;
  /** Keys that are pressed while the menu is heard. */
  key?: string;
  /** Keys that are typed once digits are asked for. */
  typed?: string;
  /** A context that is gone through on the way. */
  through?: string;
  /** Variables that the channel begins with. */
  variables?: Record<string, string>;
}

/** A call through a compiled plan, by Asterisk's own Local channel: one end is the caller's, the other runs the plan. */
class Call {
  readonly name = randomUUID();
  readonly from: string;
  readonly acting: Acting;
  readonly done: Promise<string>;
  finish!: (context: string) => void;

  constructor(from: string, acting: Acting) {
    this.from = from;
    this.acting = acting;
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
  }
}

/** A node that nobody has left by then is told as that; ms. */
const patience = 60_000;

/** Calls contexts of a plan and tells which context the call comes to next. */
export class Walker {
  readonly #exchange: TestExchange;
  readonly #socket: WebSocket;
  readonly #calls = new Map<string, Call>();

  private constructor(exchange: TestExchange, socket: WebSocket) {
    this.#exchange = exchange;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => void this.#hear(JSON.parse(String(data)) as Told));
  }

  static async open(exchange: TestExchange): Promise<Walker> {
    const { origin, user, password } = exchange.ariAccess;
    const socket = new WebSocket(
      `ws://${origin}/ari/events?app=${walkerApp}&subscribeAll=true&api_key=${user}:${password}`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('Asterisk refused the walker.')));
    });
    return new Walker(exchange, socket);
  }

  /** The call that a channel is an end of. */
  #callOf(channelId: string): Call | undefined {
    return this.#calls.get(channelId.replace(/-(caller|plan)$/, ''));
  }

  async #hear({ type, args = [], channel }: Told): Promise<void> {
    const call = channel && this.#callOf(channel.id);
    if (!channel || !call) return;
    const isPlan = channel.id.endsWith('-plan');
    if (type === 'StasisStart' && isPlan) {
      if (args.length > 3) {
        call.finish(`Stasis ${['dealbell', ...args].join(',')}`);
        return;
      }
      const { way = '' } = call.acting;
      await this.#exchange.ari('POST', `channels/${channel.id}/variable`, {
        variable: 'DEALBELL_WAY',
        value: way,
      });
      await this.#exchange.ari('POST', `channels/${channel.id}/continue`);
      return;
    }
    const { typed } = call.acting;
    if (typed && isPlan && type === 'ChannelDialplan' && channel.dialplan.app_name === 'Read')
      await this.#exchange.ari('POST', `channels/${call.name}-caller/dtmf`, { dtmf: typed, before: '200' });
    if (type === 'ChannelDestroyed' && isPlan) call.finish('end');
    const { context, exten } = channel.dialplan;
    if (isPlan && exten === 's' && context !== call.from && context !== call.acting.through)
      call.finish(context);
  }

  /** The context that a call comes to which is in a node's context; 'end' where it ends. */
  async walk(from: string, acting: Acting): Promise<string> {
    const call = new Call(from, acting);
    this.#calls.set(call.name, call);
    const status = await this.#exchange.ari(
      'POST',
      'channels',
      {
        endpoint: `Local/s@${from}/n`,
        app: walkerApp,
        appArgs: 'caller',
        channelId: `${call.name}-caller`,
        otherChannelId: `${call.name}-plan`,
      },
      { variables: acting.variables ?? {} },
    );
    if (status !== 200) return `refused with ${status}`;
    // The key is pressed until it is heard: before the menu listens nobody hears it.
    const { key } = acting;
    const pressing = key
      ? setInterval(
          () => void this.#exchange.ari('POST', `channels/${call.name}-caller/dtmf`, { dtmf: key }),
          250,
        )
      : undefined;
    const late = setTimeout(() => call.finish(`nothing after ${patience} ms`), patience);
    const came = await call.done;
    clearTimeout(late);
    clearInterval(pressing);
    this.#calls.delete(call.name);
    await this.#exchange.ari('DELETE', `channels/${call.name}-caller`);
    return came;
  }

  close(): void {
    this.#socket.close();
  }
}
