import * as z from 'zod/mini';
import type { EmergencyNumber } from '#shared/model/emergency-calls.ts';
import { state } from '#web/app/state.ts';
import type { Line, Phone, PhoneOptions, TestCall } from './phone.ts';
import { soundOf } from './sandbox-sound.ts';
import { devicesAtom } from './sound/devices.ts';
import { loopOf } from './sound/loop.ts';
import { playBy } from './sound/out.ts';

/** How long the exchange may take to accept the telephone. ms */
const registerMs = 10_000;
/** A connection that was cut is tried again after so long; twice as long each time, up to the longest. ms */
const retryMs = { first: 500, longest: 15_000 } as const;

const standing = z.object({
  callId: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  from: z.string(),
  to: z.string(),
  state: z.enum(['ringing', 'talking']),
  since: z.string(),
  otherParty: z.enum(['queued', 'ringing', 'answered', 'ended']),
  held: z.boolean(),
});
type StandingCall = z.output<typeof standing>;

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('registered'), calls: z.array(standing) }),
  z.object({ type: z.literal('calls'), calls: z.array(standing) }),
  z.object({ type: z.literal('refused') }),
]);

/** A telephone at the sandbox's exchange: its sound is made of tones, and needs no microphone. */
export class SandboxPhone implements Phone {
  readonly #options: PhoneOptions;
  readonly #http: string;
  readonly #audio = new Audio();
  #socket: WebSocket | null = null;
  #line: Line | null = null;
  #closed = false;
  #test: TestCall | null = null;
  /** While it lasts nothing else has the line. */
  #isEmergency = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #wait: number = retryMs.first;
  readonly #forget: () => void;

  constructor(options: PhoneOptions) {
    this.#options = options;
    this.#audio.loop = true;
    this.#http = new URL(options.access.url).origin.replace(/^ws/, 'http');
    addEventListener('online', this.#onOnline);
    this.#forget = state.sub(devicesAtom, () => {
      if (this.#audio.hasAttribute('src')) void playBy(this.#audio, 'speaker');
    });
  }

  readonly #onOnline = () => {
    if (!this.#socket && !this.#closed) this.#connect();
  };

  #connect(settled?: (refusal?: string) => void): void {
    clearTimeout(this.#retry);
    const { access, phone, password, events } = this.#options;
    events.registration('connecting');
    const socket = new WebSocket(access.url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ phone, password }));
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      const heard = message.parse(JSON.parse(String(data)));
      if (heard.type === 'refused') {
        this.#socket = null;
        events.registration('refused');
        settled?.('The exchange refuses this phone.');
        return;
      }
      if (heard.type === 'registered') {
        this.#wait = retryMs.first;
        events.registration('registered');
        settled?.();
      }
      this.#show(heard.calls[0]);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#closed) return;
      events.registration('lost');
      this.#retry = setTimeout(() => this.#connect(settled), this.#wait);
      this.#wait = Math.min(this.#wait * 2, retryMs.longest);
    };
  }

  register(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = 'The exchange does not answer. Check your network, then sign in again.';
      const timer = setTimeout(() => reject(new Error(late)), registerMs);
      this.#connect((refusal) => {
        clearTimeout(timer);
        if (refusal) reject(new Error(refusal));
        else resolve();
      });
    });
  }

  #show(call: StandingCall | undefined): void {
    if (this.#isEmergency) return;
    this.#play(call ? soundOf(call) : null);
    if (!call) {
      this.#setLine(null);
      return;
    }
    const { callId, state, direction } = call;
    const isSame = this.#line?.callId === callId;
    const isMuted = isSame && this.#line!.isMuted;
    const from = direction === 'inbound' ? call.from : call.to;
    this.#setLine({ state, from, callId, since: Date.parse(call.since), isMuted });
  }

  #setLine(line: Line | null): void {
    if (line) this.#endTest();
    this.#line = line;
    this.#options.events.line(line);
  }

  #play(sound: string | null): void {
    const src = sound ? `${this.#http}/sandbox/line/sounds/${sound}.wav` : '';
    if (this.#audio.getAttribute('src') === (src || null)) return;
    if (!src) {
      this.#audio.pause();
      this.#audio.removeAttribute('src');
      return;
    }
    this.#audio.src = src;
    void playBy(this.#audio, 'speaker');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endTest();
    this.#forget();
    removeEventListener('online', this.#onOnline);
    clearTimeout(this.#retry);
    if (this.#line) await this.hangup().catch(() => undefined);
    this.#socket?.close();
    this.#play(null);
    this.#setLine(null);
  }

  async #ask(body: object): Promise<void> {
    const { phone, password } = this.#options;
    const answer = await fetch(`${this.#http}/sandbox/line/${phone}/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // The call is past that: what comes by the socket shows it.
    if (!answer.ok && answer.status !== 409) throw new Error('The exchange did not take this up.');
  }

  async #press(action: 'answer' | 'decline' | 'hangup'): Promise<void> {
    const callId = this.#line?.callId;
    if (callId) await this.#ask({ callId, action });
  }

  answer = () => this.#press('answer');

  async hangup(): Promise<void> {
    if (this.#isEmergency) return this.#endEmergency();
    await this.#press(this.#line?.state === 'ringing' ? 'decline' : 'hangup');
  }

  /** The exchange notes it and calls nobody: a voice is heard until it is hung up. */
  async dialEmergency(number: EmergencyNumber): Promise<void> {
    await this.hangup();
    await this.#ask({ action: 'emergency', number });
    this.#isEmergency = true;
    this.#play('voice');
    this.#setLine({ state: 'talking', from: number, callId: null, since: Date.now(), isMuted: false });
  }

  #endEmergency(): void {
    this.#isEmergency = false;
    this.#show(undefined);
  }

  setMuted(isMuted: boolean): void {
    if (this.#line) this.#setLine({ ...this.#line, isMuted });
  }

  #endTest(): void {
    this.#test?.stop();
    this.#test = null;
  }

  /** There is no way for sound to this exchange: the microphone is heard a moment later within the browser. */
  async testCall(ended: () => void): Promise<TestCall> {
    this.#endTest();
    const loop = await loopOf(state.get(devicesAtom).microphone, ended);
    if (this.#line) {
      loop.stop();
      throw new Error('A call has come in. Make the test call after it.');
    }
    this.#test = loop;
    return loop;
  }
}
