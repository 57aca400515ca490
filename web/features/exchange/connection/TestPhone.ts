import { UA, WebSocketInterface } from 'jssip';
import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { dial, echoNumber } from '#web/phone/sound/dial.ts';

/** How often it is looked whether sound has come; ms. */
const lookMs = 200;

/** Sound that has not come back by then does not; ms. */
const echoMs = 10_000;

/** So much sound is no chance: half a second of it. Bytes */
const enough = 2_000;

interface TestPhoneOptions {
  access: PhoneAccess;
  phone: string;
  password: string;
}

/** A phone of a connection test: registers, and calls the echo. */
export class TestPhone {
  readonly #ua: UA;
  readonly #access: PhoneAccess;
  #stop: () => unknown = () => undefined;

  constructor({ access, phone, password }: TestPhoneOptions) {
    this.#access = access;
    this.#ua = new UA({
      sockets: new WebSocketInterface(access.url),
      uri: access.sipUri!,
      authorization_user: phone,
      password,
      register_expires: 120,
      session_timers: false,
    });
  }

  /** @throws Error with why the exchange refuses it */
  register(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ua.on('registered', () => resolve());
      this.#ua.on('registrationFailed', ({ cause }) =>
        reject(new Error(`The exchange refuses this phone: ${cause ?? 'no reason given'}.`)),
      );
      this.#ua.start();
    });
  }

  /** @returns the bytes of sound that have come back. @throws Error where the call fails */
  async echo(): Promise<number> {
    const mediaStream = await microphone();
    return new Promise((resolve, reject) => {
      const session = dial(this.#ua, this.#access, echoNumber, mediaStream);
      const looking = setInterval(async () => {
        const bytes = await bytesReceived(session.connection);
        if (bytes >= enough) resolve(bytes);
      }, lookMs);
      const late = setTimeout(() => {
        const way = session.connection?.iceConnectionState ?? 'new';
        const answered = session.isEstablished();
        reject(
          new Error(
            answered
              ? `The echo answers, and no sound comes back (ICE: ${way}). A firewall may hold it up.`
              : 'The echo call was not answered.',
          ),
        );
      }, echoMs);
      session.on('failed', ({ cause }) => reject(new Error(`The echo call was not answered: ${cause}.`)));
      this.#stop = () => {
        clearInterval(looking);
        clearTimeout(late);
        if (!session.isEnded()) session.terminate();
        for (const track of mediaStream.getTracks()) track.stop();
      };
    });
  }

  async close(): Promise<void> {
    await this.#stop();
    this.#ua.stop();
  }
}

/** Browsers tell their own address, which the exchange's sound needs, to pages that may use the microphone. */
async function microphone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (cause) {
    const why = cause instanceof DOMException ? ` (${cause.name})` : '';
    throw new Error(`The browser gives no microphone to this page${why}: connect one and allow it.`, {
      cause,
    });
  }
}

async function bytesReceived(connection: RTCPeerConnection | undefined): Promise<number> {
  let bytes = 0;
  for (const report of (await connection?.getStats())?.values() ?? [])
    if (report.type === 'inbound-rtp' && report.kind === 'audio') bytes += Number(report.bytesReceived ?? 0);
  return bytes;
}
