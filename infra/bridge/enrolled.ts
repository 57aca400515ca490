import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { bridgeKey, channel, channelTimes, enrolmentToken, fetched } from '#shared/exchange/channel.ts';
import type { Bridge } from './bridge.ts';
import { isLive } from './call.ts';
import { Inbox, type Source } from './inbox.ts';
import { sqsSource } from './sqs-source.ts';

/** What the bridge says that it is. */
export const bridgeVersion = '1.0';

/** After a failure it is tried again so soon, and then less and less often; ms. */
const firstWaitMs = 500;
const longestWaitMs = 30_000;
/** What the product has not answered by then it will not; ms. A wait for messages comes on top. */
const answerMs = 10_000;
/** A request for messages that comes back empty at once is followed by another after this; ms. */
const pauseMs = 1_000;
/** What opens the queue is renewed so long before it ends; ms. */
const renewMs = 10 * 60_000;

/** The product has said no, and will say so again. */
class Refused extends Error {}

/**
 * A bridge that the product cannot reach: it enrols there once, says that it lives, and fetches its commands. Its key is
 * made here and written down before the product hears of it, so an answer that is lost costs nothing.
 */
export class Enrolled {
  readonly #bridge: Bridge;
  readonly #product: string;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];
  /** Another one each time that the bridge is started. */
  readonly #run = randomUUID();
  #key = '';
  #inbox: Inbox | undefined;
  #version: string | null = null;
  /** What the product was told of Asterisk last. */
  #told = false;
  /** How far the product's clock is ahead of ours; ms. */
  #ahead = 0;

  constructor(bridge: Bridge, product: string) {
    this.#bridge = bridge;
    this.#product = product;
  }

  /** @throws Error where it is not enrolled and cannot be */
  async start(token?: string): Promise<void> {
    this.#key = await this.#enrol(token);
    this.#inbox = new Inbox(this.#bridge, this.#source(), {
      answer: async (answer) => {
        await this.#post('answers', answer, z.object({}));
      },
      now: () => Date.now() + this.#ahead,
      log: this.#bridge.log,
    });
    // The product gives messages to the run that it has heard of last; it may be away while we start.
    const heard = this.#again('The heartbeat', () => this.#beat(), true);
    this.#running.push(
      heard.then(() =>
        this.#again('The heartbeat', async () => {
          await this.#wait(channelTimes.heartbeat * 1000);
          await this.#beat();
        }),
      ),
      heard.then(() => this.#again('Fetching commands', () => this.#inbox!.turn(this.#ending.signal))),
    );
  }

  async #enrol(given: string | undefined): Promise<string> {
    const { journal } = this.#bridge;
    const known = journal.text('key');
    if (!given || journal.text('token') === given) {
      if (known && journal.text('enrolled')) return known;
      if (!given) throw new Error('This bridge is not enrolled: start it once with ENROLMENT_TOKEN.');
    }
    const token = enrolmentToken.safeParse(given);
    if (!token.success) throw new Error('ENROLMENT_TOKEN is no enrolment token.');
    // The same token has the same key, also after a kill.
    if (journal.text('token') !== given) {
      const [, owner, exchange] = /^enr_(\d+)_(exc_\w{26})_/.exec(token.data)!;
      journal.together(() => {
        journal.setText('key', `brg_${owner}_${exchange}_${randomBytes(32).toString('base64url')}`);
        journal.setText('token', token.data);
        journal.setText('enrolled', '');
      });
    }
    const key = bridgeKey.parse(journal.text('key'));
    const body = { token: token.data, secret: key.slice(-43), version: bridgeVersion };
    const { name } = await this.#retried(() => this.#post('enrol', body, z.object({ name: z.string() })));
    journal.setText('enrolled', new Date().toISOString());
    this.#bridge.log(`Enrolled as ${name}`);
    return key;
  }

  /** Tries until the product answers; what it refuses stays refused. */
  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = firstWaitMs; ; wait = Math.min(longestWaitMs, wait * 2))
      try {
        return await work();
      } catch (error) {
        if (error instanceof Refused || wait >= longestWaitMs) throw error;
        await sleep(wait, undefined, { signal: this.#ending.signal });
      }
  }

  /** Goes on until the end, or until it was done `once`, whatever fails. What is refused is tried less and less often. */
  async #again(what: string, work: () => Promise<void>, once = false): Promise<void> {
    const { signal } = this.#ending;
    for (let wait = firstWaitMs; !signal.aborted; )
      try {
        await work();
        if (once) return;
        wait = firstWaitMs;
      } catch (error) {
        if (signal.aborted) return;
        this.#bridge.log(`${what} failed: ${(error as Error).message}`);
        await sleep(wait, undefined, { signal }).catch(() => undefined);
        wait = Math.min(longestWaitMs, wait * 2);
      }
  }

  async #beat(): Promise<void> {
    const { ari, calls, journal, phones } = this.#bridge;
    if (ari.connected && !this.#version) this.#version = await asteriskVersion(this.#bridge);
    if (!ari.connected) this.#version = null;
    this.#told = ari.connected;
    const { at } = await this.#post(
      'heartbeat',
      {
        version: bridgeVersion,
        run: this.#run,
        journal: journal.id,
        asterisk: { connected: ari.connected, version: this.#version },
        liveCalls: [...calls.live.values()].filter(isLive).length,
        phones: phones.registered,
      },
      z.object({ at: z.iso.datetime() }),
    );
    this.#ahead = Date.parse(at) - Date.now();
  }

  /** What has changed of Asterisk the product hears at once. */
  async #wait(ms: number): Promise<void> {
    const { ari } = this.#bridge;
    const { signal } = this.#ending;
    for (let waited = 0; waited < ms && !signal.aborted && ari.connected === this.#told; waited += 250)
      await sleep(250, undefined, { signal }).catch(() => undefined);
  }

  /** Where messages are fetched; asked for again before what opens it ends. */
  #source(): () => Promise<Source> {
    let current: { source: Source; until: number } | undefined;
    return async () => {
      if (current && current.until - renewMs > Date.now() + this.#ahead) return current.source;
      const way = await this.#post('channel', {}, channel);
      current?.source.close();
      const source = way.kind === 'sqs' ? sqsSource(way) : this.#productSource();
      current = { source, until: Date.parse(way.until) };
      return source;
    };
  }

  #productSource(): Source {
    let done: string[] = [];
    return {
      receive: async () => {
        const sent = done.slice(0, 10);
        const begun = Date.now();
        const body = { run: this.#run, done: sent };
        const { messages } = await this.#post('messages', body, z.object({ messages: z.array(fetched) }));
        done = done.slice(sent.length);
        // Where another run is heard of, as by a copied journal, nothing is given out and nobody is pressed.
        if (messages.length === 0 && Date.now() - begun < pauseMs)
          await sleep(pauseMs, undefined, { signal: this.#ending.signal });
        return messages;
      },
      answersDelete: true,
      // What was not answered is deleted with the next request; a kill before that has it come again.
      delete: async (receipt) => {
        done.push(receipt);
      },
      close: () => undefined,
    };
  }

  async #post<T>(name: string, body: object, schema: z.ZodType<T>): Promise<T> {
    const waits = name === 'messages' ? channelTimes.poll * 1000 : 0;
    const response = await fetch(`${this.#product}/api/telephony/bridge/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#key ? { authorization: `Bearer ${this.#key}` } : {}),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs + waits)]),
    });
    const text = await response.text();
    if (response.ok) return schema.parse(JSON.parse(text));
    const sentence = /"error":"([^"]*)"/.exec(text)?.[1] ?? `it answered ${response.status}`;
    if (response.status >= 400 && response.status < 500 && ![408, 429].includes(response.status))
      throw new Refused(sentence);
    throw new Error(sentence);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
    // What was begun is done before the journal is closed under it.
    await this.#inbox?.settled();
  }
}

async function asteriskVersion({ ari }: Bridge): Promise<string | null> {
  try {
    const info = (await ari.request('GET', 'asterisk/info', { only: 'system' })) as {
      system?: { version?: string };
    };
    return info.system?.version ?? null;
  } catch {
    return null;
  }
}
