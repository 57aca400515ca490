/** Milliseconds after which a message that was expected has not come. */
const withinMs = 10_000;

type Message = { type: string; event?: string } & Record<string, unknown>;

/** Somebody with a websocket who speaks the protocol of AppSync Events, as a page does. */
export class Listener {
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #arrived: Message[] = [];
  #waiting: (() => void) | undefined;
  readonly closed: Promise<void>;

  private constructor(socket: WebSocket, token: string) {
    this.#socket = socket;
    this.#token = token;
    socket.addEventListener('message', ({ data }) => {
      this.#arrived.push(JSON.parse(String(data)) as Message);
      this.#waiting?.();
    });
    this.closed = new Promise((resolve) => socket.addEventListener('close', () => resolve()));
  }

  static async open(url: string, token: string): Promise<Listener> {
    const header = { Authorization: token, host: new URL(url).host };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const socket = new WebSocket(url, ['aws-appsync-event-ws', `header-${encoded}`]);
    const listener = new Listener(socket, token);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)));
    });
    return listener;
  }

  /** The next message that fits, in the order in which they came; those before it stay. */
  async #take(fits: (message: Message) => boolean, what: string): Promise<Message> {
    const end = Date.now() + withinMs;
    for (;;) {
      const at = this.#arrived.findIndex(fits);
      if (at >= 0) return this.#arrived.splice(at, 1)[0]!;
      if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
        setTimeout(resolve, withinMs).unref();
      });
    }
  }

  next = (type: string): Promise<Message> => this.#take((message) => message.type === type, type);

  /** Sends a message and answers the next that is neither an event nor a sign of life. */
  async ask(message: object): Promise<Message> {
    this.#socket.send(JSON.stringify(message));
    return this.#take(({ type }) => type !== 'data' && type !== 'ka', 'an answer');
  }

  init = (): Promise<Message> => this.ask({ type: 'connection_init' });

  /** The subscription bears the channel's name. */
  subscribe = (channel: string, token = this.#token): Promise<Message> =>
    this.ask({
      type: 'subscribe',
      id: channel,
      channel,
      authorization: { Authorization: token, host: 'local' },
    });

  /** The next event that is heard. */
  async heard(): Promise<unknown> {
    return JSON.parse((await this.next('data')).event!);
  }

  /** Events that have come and were not taken yet. */
  get unheard(): unknown[] {
    return this.#arrived.filter(({ type }) => type === 'data').map(({ event }) => JSON.parse(event!));
  }

  close(): void {
    this.#socket.close();
  }
}
