import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Duplex } from 'node:stream';
import { Answers, type ReceivedMail } from './answers.ts';
import { BedrockStore, bedrockRoutes } from './bedrock.ts';
import { Callbacks, TelnyxKey } from './callbacks.ts';
import { CertificateStore, certificateRoutes } from './certificates.ts';
import { clockRoutes, SandboxClock } from './clock.ts';
import { displayRoutes } from './display-pages.ts';
import { Exchange } from './exchange/exchange.ts';
import { lineRoutes, OpenLines } from './exchange/line.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { ExchangeStore } from './exchange/store.ts';
import { GalaxyStore, galaxyRoutes } from './galaxy.ts';
import { type Answer, json } from './http.ts';
import { Network } from './network.ts';
import { Numbers } from './numbers.ts';
import { OpenPages } from './open-pages.ts';
import { optisigns } from './optisigns.ts';
import { outboxRoutes } from './outbox.ts';
import { OutboxStore } from './outbox-store.ts';
import { OpenPhones, phoneRoutes } from './phone/routes.ts';
import { pictureRoutes } from './pictures.ts';
import { Scripts, scriptRoutes } from './scripts.ts';
import { type SesEvent, SesEvents } from './ses-events.ts';
import { SignageStore } from './signage-store.ts';
import { listenSmtp, type SmtpDoor } from './smtp.ts';
import { stripeRoutes } from './stripe/routes.ts';
import { StripeStore } from './stripe/store.ts';
import { telnyxRoutes } from './telnyx.ts';
import { TelnyxStore } from './telnyx-store.ts';
import { telnyxWire } from './telnyx-wire.ts';
import { Texts } from './texts.ts';
import { transcribeRoutes } from './transcribe.ts';
import { twilioRoutes } from './twilio.ts';
import { twilioWire } from './twilio-wire.ts';
import { VoiceStore, voiceRoutes } from './voices.ts';
import { weatherRoutes } from './weather.ts';
import { WorkQueue } from './work.ts';

export type { ReceivedMail } from './answers.ts';
export type { SesEvent } from './ses-events.ts';

export interface Sandbox {
  /** Answers a request of the product (as a third party) or of a person (the sandbox's own pages). */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes the websockets of open handsets and of agents' phones; false for any other. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Opens the SMTP server. @returns its port, which matters for 0 @throws when the port is taken */
  listenSmtp(port: number): Promise<number>;
  close(): void;
}

export type Route = (request: IncomingMessage, url: URL) => Promise<Answer | undefined>;

export interface SandboxOptions {
  /** Where its state lies. */
  dir: string;
  /** The product's own address, under which the sandbox's pages are reached. */
  publicOrigin: string;
  /** Mails, and webhooks, that the outbox keeps; 500 unless said otherwise. */
  outboxKept?: number;
  /** Takes what SES tells of a mail to the account's bus; false when that is not open yet. */
  sesEvent?(event: SesEvent): boolean;
  /** Takes an answer to a mail to where SES receives mails; undefined when that is not open yet. */
  received?(mail: ReceivedMail): Promise<boolean> | undefined;
  log?(line: string): void;
}

/** Pages of other sites must not do anything here through somebody's browser. */
function isForeign({ method = 'GET', headers }: IncomingMessage, pathname: string, own: string): boolean {
  const { origin, host } = headers;
  if (['GET', 'HEAD'].includes(method) || !pathname.startsWith('/sandbox/')) return false;
  return origin !== undefined && origin !== own && origin !== `http://${host}`;
}

/**
 * Stand-ins for third parties, in their own wire format, with pages that show what they received. State lies in
 * `dir` and survives a restart; what they still have to tell the product goes on then.
 */
export function createSandbox({
  dir,
  publicOrigin,
  outboxKept,
  sesEvent = () => true,
  received = async () => true,
  log = () => undefined,
}: SandboxOptions): Sandbox {
  mkdirSync(dir, { recursive: true });
  const database = new DatabaseSync(join(dir, 'sandbox.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
  const clock = new SandboxClock(database);
  const iso = () => clock.iso();
  const work = new WorkQueue(database, clock, log);
  const key = new TelnyxKey(database);
  const callbacks = new Callbacks(work, clock, key);
  const scripts = new Scripts(database);
  const outbox = new OutboxStore(database, iso, outboxKept);
  const displays = new OpenPages();
  const signage = new SignageStore(database, (deviceIds) => displays.tell(JSON.stringify(deviceIds)));
  const texts = new Texts(database, iso);
  const numbers = new Numbers(database, iso);
  const telnyx = new TelnyxStore(database, iso);
  const store = new ExchangeStore(database);
  const open = new OpenPhones();
  let lines: OpenLines | undefined;
  const changed = (phone: string) => {
    open.changed(phone);
    lines?.changed(phone);
  };
  const wires = {
    twilio: twilioWire,
    telnyx: telnyxWire((profile) => telnyx.profile(profile)?.webhookUrl ?? ''),
  };
  const network = new Network({ texts, numbers, scripts, work, callbacks, wires, changed });
  const attended = () => open.any;
  const exchange = new Exchange({ store, scripts, work, callbacks, clock, attended, changed });
  lines = new OpenLines(exchange);
  const routes: Route[] = [
    optisigns(signage),
    twilioRoutes({ texts, numbers, network, scripts }),
    telnyxRoutes({ texts, numbers, network, scripts, store: telnyx, work, key }),
    voiceRoutes(new VoiceStore(database, iso)),
    bedrockRoutes(new BedrockStore(database, iso), scripts),
    galaxyRoutes(new GalaxyStore(database, iso), scripts),
    certificateRoutes(new CertificateStore(database, iso), scripts),
    stripeRoutes({ store: new StripeStore(database, clock), scripts, callbacks, publicOrigin }),
    transcribeRoutes({ database, exchange, scripts }),
    exchangeRoutes(exchange, scripts, publicOrigin),
    lineRoutes(exchange),
    outboxRoutes(
      outbox,
      scripts,
      new SesEvents(scripts, work, clock, sesEvent),
      new Answers(outbox, work, clock, received),
    ),
    phoneRoutes({ texts, numbers, scripts, network, exchange, clock }),
    scriptRoutes(scripts),
    clockRoutes(clock),
    displayRoutes(signage, publicOrigin),
    pictureRoutes,
    weatherRoutes(scripts, clock),
  ];
  const answered = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    if (isForeign(request, url.pathname, publicOrigin))
      return json(403, { error: 'Do this from the sandbox’s own pages.', code: 'forbidden' });
    try {
      for (const route of routes) {
        const answer = await route(request, url);
        if (answer) return answer;
      }
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'The sandbox failed.';
      return json(500, { error: sentence, code: 'sandbox_failed' });
    }
    return json(404, { error: 'The sandbox has no such page.', code: 'not_found' });
  };
  let smtp: SmtpDoor | undefined;
  return {
    async handle(request, response) {
      const { status, headers, body } = await answered(request);
      response.writeHead(status, { 'cache-control': 'no-store', ...headers });
      response.end(body);
    },
    upgrade(request, socket, head) {
      if (request.url === '/sandbox/phone/events') open.open(request, socket, head);
      else if (request.url === '/sandbox/line/events') lines.open(request, socket, head);
      else if (request.url === '/sandbox/displays/events') displays.open(request, socket, head);
      else return false;
      return true;
    },
    async listenSmtp(port) {
      smtp = await listenSmtp(port, outbox, scripts);
      return smtp.port;
    },
    close() {
      open.close();
      lines.close();
      displays.close();
      callbacks.close();
      work.close();
      void smtp?.close();
      database.close();
    },
  };
}
