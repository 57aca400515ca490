import { randomUUID, timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** What Asterisk tells; which fields there are depends on `type`. */
export interface AriEvent {
  type: string;
  timestamp?: string;
  channel?: AriChannel;
  args?: string[];
  cause?: number;
  digit?: string;
  playback?: { id: string; state: string };
  /** `talking_duration`: seconds in which something was said, of one that ends by silence. */
  recording?: { name: string; duration?: number; talking_duration?: number };
  endpoint?: { resource: string };
}

export interface AriChannel {
  id: string;
  name: string;
  state: string;
  caller: { number: string };
  dialplan: { context: string; exten: string; priority: number; app_name: string };
}

export class AriError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Query = Record<string, string | number | undefined>;

/** An answer that has not come by then will not; ms. */
const answerMs = 5_000;
/** How often it is looked whether an Asterisk that connected has loaded everything; ms. */
const bootLookMs = 100;

/** Half of all events tell of variables; none of these is listened to. */
const eventFilter = {
  disallowed: [
    'ChannelVarset',
    'ChannelCallerId',
    'ChannelConnectedLine',
    'ChannelCreated',
    'BridgeCreated',
    'BridgeDestroyed',
    'ChannelEnteredBridge',
    'ChannelLeftBridge',
    'Dial',
    'DeviceStateChanged',
  ].map((type) => ({ type })),
};

/**
 * The websocket that Asterisk opens to us: its events come over it, and requests of ARI go back over it. Emits
 * `connected`, `lost` and `event`.
 */
export class Ari extends EventEmitter<{ connected: []; lost: []; event: [AriEvent] }> {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: 4_000_000,
    handleProtocols: (protocols) => (protocols.has('ari') ? 'ari' : false),
  });
  readonly #password: string;
  readonly #waiting = new Map<string, { resolve(body: unknown): void; reject(error: Error): void }>();
  #socket: WebSocket | undefined;
  #booted = false;
  /** Whether something was heard since anything was sent. */
  #owesAnswer = false;
  /** When Asterisk was heard last, and when it was before it connected; ms since 1970, 0 where it never was. */
  heardAt = 0;
  heardBefore = 0;

  constructor(password: string) {
    super();
    this.#password = password;
  }

  get connected(): boolean {
    return this.#socket !== undefined && this.#booted;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const right = Buffer.from(`Basic ${Buffer.from(`asterisk:${this.#password}`).toString('base64')}`);
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => void this.#open(opened));
  }

  async #open(socket: WebSocket): Promise<void> {
    // Asterisk has started again before its old connection was seen to be dead.
    this.#socket?.terminate();
    this.#socket = socket;
    this.#booted = false;
    this.heardBefore = this.heardAt;
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('pong', () => {
      this.heardAt = Date.now();
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      for (const { reject } of this.#waiting.values()) reject(new AriError(503, 'Asterisk is gone.'));
      this.#waiting.clear();
      this.emit('lost');
    });
    // It connects before it has loaded everything, and refuses requests until then.
    while (this.#socket === socket && !this.#booted) {
      this.#booted = await this.attempt('PUT', 'applications/dealbell/eventFilter', {}, eventFilter);
      if (!this.#booted) await new Promise((resolve) => setTimeout(resolve, bootLookMs));
    }
    if (this.#socket === socket) this.emit('connected');
  }

  /** Asks for a sign of life, which moves `heardAt`: an Asterisk in which nothing happens says nothing by itself. */
  ping(): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.ping();
  }

  /**
   * Sends something back at once for all that was heard in this turn. Asterisk's outbound websocket leaves Nagle's
   * algorithm on (RFC 896): what it says next waits for the acknowledgement of what it said before, and Linux keeps that
   * back for 40 ms in the hope of an answer to send it with. A pong that nobody asked for is one (RFC 6455, 5.5.3).
   */
  #acknowledge(): void {
    if (this.#owesAnswer) return;
    this.#owesAnswer = true;
    setImmediate(() => {
      if (this.#owesAnswer && this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.pong();
      this.#owesAnswer = false;
    });
  }

  #hear(text: string): void {
    this.heardAt = Date.now();
    this.#acknowledge();
    const message = JSON.parse(text) as AriEvent & {
      request_id?: string;
      status_code?: number;
      reason_phrase?: string;
      message_body?: string;
    };
    if (message.type !== 'RESTResponse') {
      this.emit('event', message);
      return;
    }
    const waiting = this.#waiting.get(message.request_id ?? '');
    this.#waiting.delete(message.request_id ?? '');
    const status = message.status_code ?? 500;
    if (status < 300) waiting?.resolve(message.message_body ? JSON.parse(message.message_body) : undefined);
    else
      waiting?.reject(
        new AriError(status, `${message.reason_phrase ?? ''} ${message.message_body ?? ''}`.trim()),
      );
  }

  /** @throws AriError */
  request(method: string, uri: string, query: Query = {}, body?: unknown): Promise<unknown> {
    const socket = this.#socket;
    if (!socket) return Promise.reject(new AriError(503, 'Asterisk is not connected.'));
    const id = randomUUID();
    const strings = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value: String(value) }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new AriError(504, `Asterisk did not answer ${method} ${uri}.`));
      }, answerMs);
      const done =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          settle(value);
        };
      this.#waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      this.#owesAnswer = false;
      socket.send(
        JSON.stringify({
          type: 'RESTRequest',
          request_id: id,
          method,
          uri,
          ...(strings.length > 0 ? { query_strings: strings } : {}),
          ...(body === undefined
            ? {}
            : { content_type: 'application/json', message_body: JSON.stringify(body) }),
        }),
      );
    });
  }

  /** A request whose object may be gone meanwhile, or be so already: that is told by an event. */
  async attempt(method: string, uri: string, query: Query = {}, body?: unknown): Promise<boolean> {
    try {
      await this.request(method, uri, query, body);
      return true;
    } catch (error) {
      if (error instanceof AriError && [404, 409, 412, 422, 503, 504].includes(error.status)) return false;
      throw error;
    }
  }

  close(): void {
    this.#socket?.terminate();
    this.#server.close();
  }
}
