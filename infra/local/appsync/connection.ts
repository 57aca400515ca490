import type { WebSocket } from 'ws';
import {
  type Authorization,
  clientMessage,
  errors,
  hears,
  isSubscribable,
  keepAlive,
  limits,
} from './protocol.ts';

/** Asks the authorizer; undefined means to connect. */
export type Authorize = (given: Authorization | undefined, channel?: string) => Promise<boolean>;

/** One websocket of a client, from `connection_init` to its end. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #authorize: Authorize;
  /** Channels by the id that the client gave the subscription. */
  readonly #subscriptions = new Map<string, string>();
  #alive: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, authorize: Authorize, given: Authorization | undefined) {
    this.#socket = socket;
    this.#authorize = authorize;
    // Messages of one client are worked in their order.
    let before: Promise<void> = Promise.resolve();
    socket.on('message', (data) => {
      before = before.then(() => this.#receive(String(data), given)).catch(() => socket.terminate());
    });
    socket.on('close', () => clearInterval(this.#alive));
    socket.on('error', () => undefined);
  }

  /** Hands an event on to the subscriptions that hear its channel. */
  deliver(channel: string, event: string): void {
    for (const [id, subscribed] of this.#subscriptions)
      if (hears(subscribed, channel)) this.#send({ type: 'data', id, event });
  }

  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #receive(text: string, given: Authorization | undefined): Promise<void> {
    const read = clientMessage.safeParse(parsed(text));
    if (!read.success)
      return this.#send({ type: 'error', errors: errors('UnsupportedOperation', 'Operation not supported') });
    const message = read.data;
    if (message.type === 'connection_init') return this.#init(given);
    if (!this.#alive)
      return this.#send({
        type: 'error',
        errors: errors('UnsupportedOperation', 'The connection was not initialised.'),
      });
    if (message.type === 'subscribe') return this.#subscribe(message);
    const { id } = message;
    if (this.#subscriptions.delete(id)) this.#send({ type: 'unsubscribe_success', id });
    else
      this.#send({
        type: 'unsubscribe_error',
        id,
        errors: errors('UnknownOperationError', `Unknown operation id ${id}`),
      });
  }

  async #init(given: Authorization | undefined): Promise<void> {
    if (!(await this.#authorize(given))) {
      this.#send({
        type: 'connection_error',
        errors: errors('UnauthorizedException', 'You are not authorized to make this call.'),
      });
      return this.#socket.close();
    }
    this.#send({ type: 'connection_ack', connectionTimeoutMs: keepAlive.timeoutMs });
    this.#send({ type: 'ka' });
    this.#alive ??= setInterval(() => this.#send({ type: 'ka' }), keepAlive.everyMs).unref();
  }

  async #subscribe({
    id,
    channel,
    authorization,
  }: {
    id: string;
    channel: string;
    authorization: Authorization;
  }): Promise<void> {
    const refuse = (errorType: string, sentence: string) =>
      this.#send({ type: 'subscribe_error', id, errors: errors(errorType, sentence) });
    if (this.#subscriptions.has(id)) return refuse('DuplicatedOperationError', 'Duplicated operation id');
    if (this.#subscriptions.size >= limits.subscriptionsPerConnection)
      return refuse('LimitExceededError', 'Too many subscriptions on this connection.');
    if (!isSubscribable(channel)) return refuse('BadRequestException', 'Invalid channel format');
    if (!(await this.#authorize(authorization, channel)))
      return refuse('UnauthorizedException', 'You are not authorized to make this call.');
    this.#subscriptions.set(id, channel);
    this.#send({ type: 'subscribe_success', id });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
