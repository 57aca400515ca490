import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from './clock.ts';
import type { WorkQueue } from './work.ts';

/** Waits between the tries of a callback that was not answered with 2xx; ms. After the last it is given up. */
const waits = [1_000, 3_000, 10_000, 30_000, 60_000];

/** The answer to the request that a callback tells of goes first, as on the real network; ms. */
const firstAfterMs = 40;

/** A receiver has this long to answer; ms. */
const answerMs = 15_000;

/** How a callback is signed: each vendor has its own way. */
export type Signing =
  /** X-Twilio-Signature; `form` is what the body holds. */
  | { how: 'twilio'; token: string; form: Record<string, string> }
  /** Ed25519 over `timestamp|body`. */
  | { how: 'telnyx'; payload: object }
  /** HMAC-SHA256 over `timestamp.body`. */
  | { how: 'exchange'; secret: string; payload: object }
  /** HMAC-SHA256 over `timestamp.body`, beside its time in one header. */
  | { how: 'stripe'; secret: string; payload: object };

export interface Callback {
  url: string;
  signing: Signing;
  /** Callbacks of one lane arrive in their order. */
  lane: string;
  /** Told when the receiver has taken it, or has not for good; the work kind to do then, with its body. */
  after?: { kind: string; body: object };
}

/** base64 of the HMAC-SHA1 over the address and each field's name and value, by name. */
export function twilioSignature(token: string, url: string, form: Record<string, string>): string {
  const text = Object.keys(form)
    .sort()
    .reduce((all, name) => all + name + form[name], url);
  return createHmac('sha1', token).update(text).digest('base64');
}

/** Hex of the HMAC-SHA256 over `timestamp.body`, timestamp in whole seconds since 1970. */
const timedSignature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Telnyx's key pair, made once for this machine. */
export class TelnyxKey {
  readonly #private: string;

  constructor(database: DatabaseSync) {
    database.exec('CREATE TABLE IF NOT EXISTS telnyx_key (pem TEXT NOT NULL)');
    const kept = database.prepare('SELECT pem FROM telnyx_key').get() as { pem: string } | undefined;
    const made = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    this.#private = kept?.pem ?? made().toString();
    if (!kept) database.prepare('INSERT INTO telnyx_key VALUES (?)').run(this.#private);
  }

  /** As Telnyx shows it: base64 of the raw 32 bytes. */
  get public(): string {
    const der = createPublicKey(createPrivateKey(this.#private)).export({ type: 'spki', format: 'der' });
    return der.subarray(-32).toString('base64');
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), createPrivateKey(this.#private)).toString('base64');
  }
}

/** Posts what the third parties tell the product, until it takes it or it was tried often enough. */
export class Callbacks {
  readonly #work: WorkQueue;
  readonly #clock: SandboxClock;
  readonly #key: TelnyxKey;
  readonly #ending = new AbortController();

  constructor(work: WorkQueue, clock: SandboxClock, key: TelnyxKey) {
    this.#work = work;
    this.#clock = clock;
    this.#key = key;
    work.on('callback', (callback: Callback, tries) => this.#post(callback, tries));
  }

  send(callback: Callback): void {
    const { lane } = callback;
    this.#work.add({ lane: `callback ${lane}`, kind: 'callback', body: callback, delay: firstAfterMs });
  }

  close(): void {
    this.#ending.abort();
  }

  #signed({ url, signing }: Callback): { body: string; headers: Record<string, string> } {
    if (signing.how === 'twilio') {
      return {
        body: new URLSearchParams(signing.form).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': twilioSignature(signing.token, url, signing.form),
          'user-agent': 'TwilioProxy/1.1',
        },
      };
    }
    const body = JSON.stringify(signing.payload);
    const timestamp = String(Math.floor(this.#clock.now() / 1000));
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (signing.how === 'telnyx') {
      headers['telnyx-timestamp'] = timestamp;
      headers['telnyx-signature-ed25519'] = this.#key.sign(`${timestamp}|${body}`);
    } else if (signing.how === 'stripe') {
      headers['stripe-signature'] = `t=${timestamp},v1=${timedSignature(signing.secret, timestamp, body)}`;
    } else {
      headers['exchange-timestamp'] = timestamp;
      headers['exchange-signature'] = timedSignature(signing.secret, timestamp, body);
    }
    return { body, headers };
  }

  async #post(callback: Callback, tries: number): Promise<number | undefined> {
    const { body, headers } = this.#signed(callback);
    let told = '';
    try {
      const answer = await fetch(callback.url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs)]),
      });
      told = answer.ok ? await answer.text() : '';
      if (answer.ok) {
        this.#after(callback, { taken: true, told });
        return undefined;
      }
      await answer.body?.cancel();
    } catch {
      // Not reached: as with a bad answer, it is tried again.
    }
    const wait = waits[tries - 1];
    if (wait === undefined) this.#after(callback, { taken: false, told });
    return wait;
  }

  #after({ after }: Callback, outcome: { taken: boolean; told: string }): void {
    if (after && !this.#ending.signal.aborted)
      this.#work.add({ lane: after.kind, kind: after.kind, body: { ...after.body, ...outcome } });
  }
}
