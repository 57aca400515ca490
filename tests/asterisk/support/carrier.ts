import { createSocket, type Socket } from 'node:dgram';
import { type SipCall, SipPeer } from './sip.ts';
import { Rtp } from './sound.ts';

/** What whoever has a number does when it rings. */
export interface Person {
  does: 'answer' | 'busy' | 'nothing' | 'refuseLocation';
  /** The frequency they speak at a time, in seconds; 0 is silence. */
  speaks?: (seconds: number) => number;
}

const sdpOf = (address: string, port: number): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n');

/** The telephone network of tests: numbers that can be called, and people who call. */
export class Carrier {
  readonly #socket: Socket;
  readonly #peer: SipPeer;
  readonly #asterisk: { address: string; port: number };
  readonly #people = new Map<string, Person>();
  readonly #sounds: Rtp[] = [];
  readonly address: string;
  readonly port: number;
  /** Calls that came here, by the number that was dialled. */
  readonly rung = new Map<string, SipCall[]>();
  /** The sound of the last call of a number. */
  readonly sound = new Map<string, Rtp>();

  private constructor(socket: Socket, asterisk: { address: string; port: number }) {
    this.#socket = socket;
    this.#asterisk = asterisk;
    ({ address: this.address, port: this.port } = socket.address());
    this.#peer = new SipPeer(
      {
        protocol: 'UDP',
        host: `${this.address}:${this.port}`,
        send: (text) => socket.send(text, asterisk.port, asterisk.address),
      },
      'carrier',
    );
    this.#peer.onInvite = (call) => void this.#take(call);
    socket.on('message', (text) => this.#peer.hear(String(text)));
  }

  static async open(
    address: string,
    port: number,
    asterisk: { address: string; port: number },
  ): Promise<Carrier> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(port, address, resolve));
    return new Carrier(socket, asterisk);
  }

  person(number: string, person: Person): void {
    this.#people.set(number, person);
  }

  async #take(call: SipCall): Promise<void> {
    const number = /^INVITE sip:([^@;]+)@/.exec(call.invite.first)?.[1] ?? '';
    this.rung.set(number, [...(this.rung.get(number) ?? []), call]);
    const person = this.#people.get(number) ?? { does: 'answer' };
    if (person.does === 'busy') return call.refuse(486);
    if (person.does === 'refuseLocation' && call.invite.headers.has('geolocation')) return call.refuse(415);
    call.ring();
    if (person.does === 'nothing') return;
    const rtp = await this.#open(number);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (call.state !== 'ringing') return;
    call.answer(sdpOf(this.address, rtp.port));
    rtp.speak(call.sdp, person.speaks ?? (() => 0));
  }

  async #open(number: string): Promise<Rtp> {
    const rtp = await Rtp.open(this.address);
    this.#sounds.push(rtp);
    this.sound.set(number, rtp);
    return rtp;
  }

  /** Somebody calls one of the tenants' numbers. Resolves when it is answered or refused. */
  async call(
    from: string,
    to: string,
    speaks?: Person['speaks'],
  ): Promise<{ call: SipCall; status: number }> {
    const rtp = await this.#open(from);
    const { address, port } = this.#asterisk;
    const made = await this.#peer.invite(
      `sip:${to}@${address}:${port}`,
      `<sip:${from}@${this.address}>`,
      sdpOf(this.address, rtp.port),
    );
    if (made.status < 300 && speaks) rtp.speak(made.call.sdp, speaks);
    return made;
  }

  /** Ends what goes on, and knows nothing of it any more. */
  async hangUp(): Promise<void> {
    // Where one end hung up, Asterisk may have ended the other already.
    await Promise.allSettled([...this.rung.values()].flat().map((call) => call.hangUp()));
    for (const sound of this.#sounds.splice(0)) sound.close();
    this.rung.clear();
    this.sound.clear();
  }

  close(): void {
    for (const sound of this.#sounds) sound.close();
    this.#socket.close();
  }
}
