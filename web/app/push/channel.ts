import type { Hint } from '#shared/model/push.ts';

/** What of a websocket is used; the browser's is one. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface PushDependencies {
  /** Where the channel is. @throws when nobody answers */
  address(): Promise<{ url: string; host: string }>;
  /** The access token of this moment; null where nobody is signed in. */
  token(): string | null;
  /** Renews a token that was refused. */
  renew(refused: string | null): Promise<unknown>;
  open(url: string, protocols: string[]): Socket;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  now(): number;
  /** From 0 to 1. */
  random(): number;
}

/** Longest waits before the first, second, … attempt to connect again; ms. The wait itself is a random part of it. */
const backOff = { firstMs: 1_000, mostMs: 60_000, leastMs: 200 } as const;
/** A connection that was not acknowledged by then is given up; ms. */
const ackWithinMs = 10_000;
/** How often it is looked whether the connection lives; ms. */
const tickMs = 10_000;
/** A longer gap between two looks means that the machine slept: timers of hidden pages still run each minute; ms. */
const sleptMs = 90_000;
/** A channel that nobody wants any more is kept for this long, as the next page may want it; ms. */
const keptMs = 5_000;

interface Wanted {
  hearers: Set<(hint: Hint | null) => void>;
  release: unknown;
}

interface Message {
  type: string;
  id?: string;
  event?: string | string[];
  connectionTimeoutMs?: number;
}

/**
 * One websocket to AppSync Events, while anybody listens: connects again with a jittered back-off, at once after a
 * sleep. Source: https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export class PushChannel {
  readonly #deps: PushDependencies;
  readonly #wanted = new Map<string, Wanted>();
  /** Channels whose subscription stands. */
  readonly #held = new Set<string>();
  readonly #watchers = new Set<() => void>();
  #socket: Socket | undefined;
  /** Where the channel is has been asked for, and not been answered yet. */
  #isAsking = false;
  #acknowledged = false;
  /** Grows with each connection, so that what belongs to an old one is known. */
  #round = 0;
  #failures = 0;
  #retry: unknown;
  #giveUp: unknown;
  #ticking: unknown;
  #tickedAt = 0;
  #heardAt = 0;
  #timeoutMs = 300_000;
  #host = '';

  constructor(deps: PushDependencies) {
    this.#deps = deps;
  }

  /**
   * Hears a channel until the function is called that this answers.
   * @param hear a hint, or null where hints may have been missed: at the first subscription and at each later one
   */
  listen(channel: string, hear: (hint: Hint | null) => void): () => void {
    const wanted = this.#wanted.get(channel) ?? { hearers: new Set(), release: undefined };
    this.#deps.clearTimeout(wanted.release);
    wanted.hearers.add(hear);
    const isNew = !this.#wanted.has(channel);
    this.#wanted.set(channel, wanted);
    if (isNew && this.#acknowledged) this.#subscribe(channel);
    else if (!this.#socket && !this.#isAsking && this.#retry === undefined) void this.#connect();
    return () => {
      wanted.hearers.delete(hear);
      if (wanted.hearers.size > 0) return;
      wanted.release = this.#deps.setTimeout(() => this.#release(channel), keptMs);
    };
  }

  /** Whether what happens on all these channels is heard at present. */
  hears(channels: readonly string[]): boolean {
    return channels.length > 0 && channels.every((channel) => this.#held.has(channel));
  }

  /** Calls back when `hears` may have changed. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** The page is seen again, or has a network again. */
  wake({ network = false } = {}): void {
    if (this.#wanted.size === 0) return;
    if (network || !this.#socket) this.#restart();
    else this.#tick();
  }

  /** Hangs up, such as when another user signs in; who listens still is connected again. */
  reset(): void {
    this.#failures = 0;
    if (this.#wanted.size > 0) this.#restart();
    else this.#hangUp();
  }

  #release(channel: string): void {
    if ((this.#wanted.get(channel)?.hearers.size ?? 0) > 0) return;
    this.#wanted.delete(channel);
    if (this.#held.delete(channel)) this.#send({ type: 'unsubscribe', id: channel });
    if (this.#wanted.size === 0) this.#hangUp();
  }

  #restart(): void {
    this.#hangUp();
    void this.#connect();
  }

  #hangUp(): void {
    this.#round++;
    for (const timer of [this.#retry, this.#giveUp, this.#ticking]) this.#deps.clearTimeout(timer);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isAsking = false;
    this.#acknowledged = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    if (this.#held.size > 0) {
      this.#held.clear();
      this.#changed();
    }
  }

  async #connect(): Promise<void> {
    const round = ++this.#round;
    this.#isAsking = true;
    const { url, host } = await this.#deps.address().catch(() => ({ url: '', host: '' }));
    if (round !== this.#round) return;
    this.#isAsking = false;
    const token = this.#deps.token();
    if (!url || !token) return this.#lost();
    const header = base64url(JSON.stringify({ Authorization: token, host }));
    let socket: Socket;
    try {
      socket = this.#deps.open(url, ['aws-appsync-event-ws', `header-${header}`]);
    } catch {
      // A browser may forbid it; what is shown is then polled.
      return this.#lost();
    }
    this.#socket = socket;
    this.#giveUp = this.#deps.setTimeout(() => this.#lost(), ackWithinMs);
    socket.onopen = () => this.#send({ type: 'connection_init' });
    socket.onclose = () => this.#lost();
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Message, host, token);
  }

  #receive(message: Message, host: string, token: string): void {
    this.#heardAt = this.#deps.now();
    switch (message.type) {
      case 'connection_ack':
        this.#deps.clearTimeout(this.#giveUp);
        this.#acknowledged = true;
        this.#failures = 0;
        this.#timeoutMs = message.connectionTimeoutMs ?? this.#timeoutMs;
        this.#host = host;
        this.#tickedAt = this.#heardAt;
        this.#planTick();
        for (const channel of this.#wanted.keys()) this.#subscribe(channel);
        return;
      case 'connection_error':
        void this.#deps.renew(token);
        this.#lost();
        return;
      case 'subscribe_success':
        this.#subscribed(message.id!);
        return;
      case 'data':
        // A string by the protocol's text, a list of one in its example.
        for (const event of [message.event ?? []].flat())
          for (const hear of this.#hearersOf(message.id!)) hear(JSON.parse(event) as Hint);
    }
  }

  #subscribed(channel: string): void {
    // Nobody may want it any more by now.
    if (!this.#wanted.has(channel)) {
      this.#send({ type: 'unsubscribe', id: channel });
      return;
    }
    this.#held.add(channel);
    this.#changed();
    // What happened before is not heard of any more.
    for (const hear of this.#hearersOf(channel)) hear(null);
  }

  #hearersOf = (channel: string) => [...(this.#wanted.get(channel)?.hearers ?? [])];

  #subscribe(channel: string): void {
    const authorization = { Authorization: this.#deps.token() ?? '', host: this.#host };
    this.#send({ type: 'subscribe', id: channel, channel, authorization });
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #lost(): void {
    this.#hangUp();
    const most = Math.min(backOff.mostMs, backOff.firstMs * 2 ** this.#failures++);
    const wait = Math.max(backOff.leastMs, this.#deps.random() * most);
    this.#retry = this.#deps.setTimeout(() => {
      this.#retry = undefined;
      if (this.#wanted.size > 0) void this.#connect();
    }, wait);
  }

  #planTick(): void {
    this.#ticking = this.#deps.setTimeout(() => this.#tick(), tickMs);
  }

  #tick(): void {
    this.#deps.clearTimeout(this.#ticking);
    const now = this.#deps.now();
    const slept = now - this.#tickedAt > sleptMs;
    this.#tickedAt = now;
    if (!this.#acknowledged) return;
    if (slept || now - this.#heardAt > this.#timeoutMs) this.#restart();
    else this.#planTick();
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
