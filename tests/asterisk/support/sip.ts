import { randomBytes } from 'node:crypto';

/** A message of SIP, read into its parts; headers by their lower-case names. */
export interface SipMessage {
  first: string;
  method: string;
  /** Of an answer. */
  status: number;
  headers: Map<string, string[]>;
  body: string;
}

/** How messages go and come; a carrier's is UDP, a browser's a websocket. */
export interface Transport {
  /** Of the Via header. */
  protocol: 'UDP' | 'WS';
  /** Where answers find us. */
  host: string;
  send(text: string): void;
}

export const token = (): string => randomBytes(6).toString('hex');

export function parse(text: string): SipMessage {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  const [one = '', two = ''] = first.split(' ');
  const answer = one.startsWith('SIP/');
  return {
    first,
    method: answer ? '' : one,
    status: answer ? Number(two) : 0,
    headers,
    body: rest.join('\r\n\r\n'),
  };
}

/** The parts of a message's body by their type; of a body that is one, that one. */
export function partsOf(message: SipMessage): Map<string, string> {
  const type = header(message, 'content-type');
  const boundary = /^multipart\/.*boundary="?([^";]+)/.exec(type)?.[1];
  if (!boundary) return new Map([[type, message.body]]);
  const parts = message.body.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const { headers, body } = parse(`part${part}`);
      return [headers.get('content-type')?.[0] ?? '', body];
    }),
  );
}

export const header = (message: SipMessage, name: string): string => message.headers.get(name)?.[0] ?? '';

const withTag = (value: string, tag: string): string =>
  value.includes(';tag=') ? value : `${value};tag=${tag}`;

/** A conversation, made or taken. */
export class SipCall {
  readonly #peer: SipPeer;
  readonly callId: string;
  readonly tag = token();
  /** The request that began it. */
  readonly invite: SipMessage;
  state: 'ringing' | 'up' | 'over' = 'ringing';
  /** The status by which it ended before it was answered. */
  status = 0;
  local: string;
  remote: string;
  target = '';
  /** SDP of the other side. */
  sdp = '';
  #cseq = 100;
  readonly over: Promise<void>;
  end!: () => void;

  constructor(peer: SipPeer, invite: SipMessage, taken: boolean) {
    this.#peer = peer;
    this.invite = invite;
    this.callId = header(invite, 'call-id');
    this.local = taken ? withTag(header(invite, 'to'), this.tag) : header(invite, 'from');
    this.remote = taken ? header(invite, 'from') : header(invite, 'to');
    this.sdp = taken ? (partsOf(invite).get('application/sdp') ?? '') : '';
    this.target = /<([^>]+)>/.exec(header(invite, 'contact'))?.[1] ?? '';
    this.over = new Promise((resolve) => {
      this.end = () => {
        this.state = 'over';
        resolve();
      };
    });
  }

  ring(): void {
    this.#peer.answer(this.invite, 180, 'Ringing', this.tag);
  }

  answer(sdp: string): void {
    this.state = 'up';
    this.#peer.answer(this.invite, 200, 'OK', this.tag, sdp);
  }

  refuse(status: number): void {
    this.#peer.answer(this.invite, status, 'No', this.tag);
    this.end();
  }

  request(method: string, extra: string[] = [], body = ''): Promise<SipMessage> {
    this.#cseq++;
    return this.#peer.request(method, this.target, {
      from: this.local,
      to: this.remote,
      callId: this.callId,
      cseq: this.#cseq,
      extra,
      body,
    });
  }

  async hangUp(): Promise<void> {
    if (this.state !== 'up') return;
    this.end();
    await this.request('BYE');
  }
}

interface Request {
  from: string;
  to: string;
  callId: string;
  cseq: number;
  extra?: string[];
  body?: string;
}

/** One end of SIP: makes requests, and takes those of the other side. */
export class SipPeer {
  readonly #transport: Transport;
  readonly #contact: string;
  readonly calls = new Map<string, SipCall>();
  /** Told of a call that comes in. */
  onInvite: (call: SipCall) => void = (call) => call.refuse(480);
  readonly #waiting = new Map<string, (message: SipMessage) => void>();
  readonly #answered = new Map<string, string>();

  constructor(transport: Transport, user: string) {
    this.#transport = transport;
    this.#contact = `<sip:${user}@${transport.host}${transport.protocol === 'WS' ? ';transport=ws' : ''}>`;
  }

  get contact(): string {
    return this.#contact;
  }

  hear(text: string): void {
    if (text.trim() === '') return;
    const message = parse(text);
    if (message.status) {
      this.#waiting.get(/branch=([^;\s]+)/.exec(header(message, 'via'))?.[1] ?? '')?.(message);
      return;
    }
    const call = this.calls.get(header(message, 'call-id'));
    const known = this.#answered.get(header(message, 'via'));
    if (message.method === 'INVITE' && known && call?.invite.first === message.first) {
      this.#transport.send(known);
      return;
    }
    if (message.method === 'ACK') return;
    if (message.method === 'INVITE' && !call) {
      const made = new SipCall(this, message, true);
      this.calls.set(made.callId, made);
      this.answer(message, 100, 'Trying', '');
      this.onInvite(made);
      return;
    }
    this.answer(message, call || message.method === 'OPTIONS' ? 200 : 481, 'OK', call?.tag ?? token());
    if (message.method === 'BYE') call?.end();
    if (message.method === 'CANCEL' && call) {
      this.answer(call.invite, 487, 'Request Terminated', call.tag);
      call.status = 487;
      call.end();
    }
  }

  answer(request: SipMessage, status: number, reason: string, tag: string, body = ''): void {
    const lines = [
      `SIP/2.0 ${status} ${reason}`,
      ...(request.headers.get('via') ?? []).map((via) => `Via: ${via}`),
      `From: ${header(request, 'from')}`,
      `To: ${tag ? withTag(header(request, 'to'), tag) : header(request, 'to')}`,
      `Call-ID: ${header(request, 'call-id')}`,
      `CSeq: ${header(request, 'cseq')}`,
      ...(request.headers.get('record-route') ?? []).map((route) => `Record-Route: ${route}`),
      `Contact: ${this.#contact}`,
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
    if (request.method === 'INVITE') this.#answered.set(header(request, 'via'), text);
    this.#transport.send(text);
  }

  #write(
    method: string,
    uri: string,
    branch: string,
    { from, to, callId, cseq, extra = [], body = '' }: Request,
  ): void {
    const { protocol, host } = this.#transport;
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/${protocol} ${host};branch=${branch};rport`,
      'Max-Forwards: 70',
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${callId}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: ${this.#contact}`,
      ...extra,
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    this.#transport.send(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  /** Resolves with the final answer. */
  request(
    method: string,
    uri: string,
    request: Request,
    progress?: (message: SipMessage) => void,
  ): Promise<SipMessage> {
    const branch = `z9hG4bK${token()}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} ${uri} was not answered.`)), 10_000);
      this.#waiting.set(branch, (message) => {
        if (message.status < 200) {
          progress?.(message);
          return;
        }
        clearTimeout(timer);
        // Of an INVITE the other side says it again until it is acknowledged.
        if (method === 'INVITE')
          this.#write('ACK', uri, message.status < 300 ? `z9hG4bK${token()}` : branch, {
            ...request,
            to: header(message, 'to'),
            extra: [],
            body: '',
          });
        resolve(message);
      });
      this.#write(method, uri, branch, request);
    });
  }

  /** Calls somebody. The answer may be a refusal, or ask who we are. */
  async invite(
    uri: string,
    from: string,
    sdp: string,
    extra: string[] = [],
  ): Promise<{ call: SipCall; status: number }> {
    const request = {
      from: `${from};tag=${token()}`,
      to: `<${uri}>`,
      callId: token(),
      cseq: 1,
      extra,
      body: sdp,
    };
    const asked = parse(
      `INVITE ${uri} SIP/2.0\r\nFrom: ${request.from}\r\nTo: ${request.to}\r\nCall-ID: ${request.callId}\r\nContact: <${uri}>\r\n\r\n`,
    );
    const call = new SipCall(this, asked, false);
    this.calls.set(call.callId, call);
    const message = await this.request('INVITE', uri, request);
    call.remote = header(message, 'to');
    call.target = /<([^>]+)>/.exec(header(message, 'contact'))?.[1] ?? uri;
    call.sdp = message.body;
    call.status = message.status;
    if (message.status < 300) call.state = 'up';
    else call.end();
    return { call, status: message.status };
  }
}
