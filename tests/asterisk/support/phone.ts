import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { header, type SipCall, type SipMessage, SipPeer, token } from './sip.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** What a browser would answer; the sound's keys are never agreed on, so this phone is deaf and mute. */
const sdpFor = (offer: string): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    ...(/^a=group:BUNDLE.*$/m.exec(offer) ?? []).map((line) => line.trim()),
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    'c=IN IP4 127.0.0.1',
    'a=rtpmap:0 PCMU/8000',
    `a=mid:${/^a=mid:(\S+)/m.exec(offer)?.[1] ?? '0'}`,
    `a=ice-ufrag:${token()}`,
    `a=ice-pwd:${token()}${token()}`,
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    'a=setup:active',
    'a=rtcp-mux',
    'a=sendrecv',
    '',
  ].join('\r\n');

/** A desk phone's own sound, in the clear; it is deaf and mute as well. */
const deskSdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9 RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
  'a=sendrecv',
  '',
].join('\r\n');

type Connection = ConstructorParameters<typeof SipPeer>[0];

/** An agent's phone, as far as signalling goes: SIP over a websocket, or a desk phone's over UDP. */
export class Phone {
  readonly name: string;
  readonly peer: SipPeer;
  readonly #close: () => void;
  readonly #password: string;
  readonly #sdpFor: (offer: string) => string;
  /** What it does when it rings. */
  does: 'answer' | 'nothing' | 'decline' = 'answer';
  readonly rung: SipCall[] = [];

  private constructor(
    connection: Connection,
    close: () => void,
    name: string,
    password: string,
    sdp: (offer: string) => string,
  ) {
    this.#close = close;
    this.#sdpFor = sdp;
    this.name = name;
    this.#password = password;
    this.peer = new SipPeer(connection, name);
    this.peer.onInvite = (call) => this.#take(call);
  }

  static async open(url: string, name: string, password: string): Promise<Phone> {
    const socket = new WebSocket(url, 'sip');
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const connection: Connection = {
      protocol: 'WS',
      host: `${token()}.invalid`,
      send: (text) => socket.readyState === 1 && socket.send(text),
    };
    const phone = new Phone(connection, () => socket.close(), name, password, sdpFor);
    socket.addEventListener('message', ({ data }) => phone.peer.hear(String(data)));
    return phone;
  }

  /** A desk phone that registers. @param exchange where Asterisk listens for such */
  static async registerDesk(
    exchange: { address: string; port: number },
    name: string,
    password: string,
  ): Promise<Phone> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const connection: Connection = {
      protocol: 'UDP',
      host: `127.0.0.1:${socket.address().port}`,
      send: (text) => socket.send(text, exchange.port, exchange.address),
    };
    const phone = new Phone(
      connection,
      () => socket.close(),
      name,
      password,
      () => deskSdp,
    );
    socket.on('message', (text) => phone.peer.hear(String(text)));
    const status = await phone.register();
    if (status !== 200) throw new Error(`${name} could not register: ${status}`);
    return phone;
  }

  /** Opens and registers. */
  static async register(url: string, name: string, password: string): Promise<Phone> {
    const phone = await Phone.open(url, name, password);
    const status = await phone.register();
    if (status !== 200) throw new Error(`${name} could not register: ${status}`);
    return phone;
  }

  #take(call: SipCall): void {
    this.rung.push(call);
    if (this.does === 'decline') {
      call.refuse(603);
      return;
    }
    call.ring();
    if (this.does === 'answer')
      setTimeout(() => call.state === 'ringing' && call.answer(this.#sdpFor(call.sdp)), 50);
  }

  /** The call that goes on here. */
  get call(): SipCall | undefined {
    return this.rung.findLast(({ state }) => state === 'up');
  }

  /** Answers the status of the registration. */
  async register(): Promise<number> {
    const uri = 'sip:exchange';
    const who = `<sip:${this.name}@exchange>`;
    const values = {
      from: `${who};tag=${token()}`,
      to: who,
      callId: token(),
      cseq: 1,
      extra: ['Expires: 300'],
    };
    const asked = await this.peer.request('REGISTER', uri, values);
    if (asked.status !== 401) return asked.status;
    const extra = [...values.extra, this.#authorization(asked, 'REGISTER', uri)];
    return (await this.peer.request('REGISTER', uri, { ...values, cseq: 2, extra })).status;
  }

  #authorization(asked: SipMessage, method: string, uri: string): string {
    const challenge = header(asked, 'www-authenticate');
    const of = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
    const [realm, nonce, opaque] = [of('realm'), of('nonce'), of('opaque')];
    const cnonce = token();
    const proof = md5(
      `${md5(`${this.name}:${realm}:${this.#password}`)}:${nonce}:00000001:${cnonce}:auth:${md5(`${method}:${uri}`)}`,
    );
    return `Authorization: Digest username="${this.name}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${proof}", algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"${opaque ? `, opaque="${opaque}"` : ''}`;
  }

  /** Dials from the phone itself, with its password. */
  async dial(number: string): Promise<number> {
    const uri = `sip:${number}@exchange`;
    const from = `<sip:${this.name}@exchange>`;
    const sdp = sdpFor('').replace('a=setup:active', 'a=setup:actpass');
    const values = { from: `${from};tag=${token()}`, to: `<${uri}>`, callId: token(), cseq: 1, body: sdp };
    const asked = await this.peer.request('INVITE', uri, values);
    if (asked.status !== 401) return asked.status;
    const extra = [this.#authorization(asked, 'INVITE', uri)];
    return (await this.peer.request('INVITE', uri, { ...values, cseq: 2, extra })).status;
  }

  close(): void {
    this.#close();
  }
}
