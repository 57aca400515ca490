import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent } from 'jssip/lib/UA';
import type { EmergencyNumber } from '#shared/model/emergency-calls.ts';
import { state } from '#web/app/state.ts';
import type { Line, Phone, PhoneOptions, TestCall } from './phone.ts';
import { qualityBetween, type Sample, sampleOf } from './quality.ts';
import { withoutHold } from './session-description.ts';
import { CallSound } from './sound/CallSound.ts';
import { devicesAtom, openMicrophone, stopTracks } from './sound/devices.ts';
import { dial, echoNumber } from './sound/dial.ts';

/** How long the exchange may take to accept the telephone. ms */
const registerMs = 10_000;
/** A connection that does not come back within this time gets new ICE candidates. ms */
const iceRestartAfterMs = 2_000;

/** How often the sound of a call is looked at; ms. */
const qualityMs = 3_000;

/** A telephone by SIP over a secure websocket (RFC 7118), with the sound by WebRTC. */
export class SipPhone implements Phone {
  readonly #options: PhoneOptions;
  readonly #ua: UA;
  readonly #sound: CallSound;
  #session: RTCSession | null = null;
  #line: Line | null = null;
  #restart: ReturnType<typeof setTimeout> | undefined;
  #measuring: ReturnType<typeof setInterval> | undefined;
  #test: RTCSession | null = null;

  constructor(options: PhoneOptions) {
    this.#options = options;
    const speaker = new Audio();
    speaker.autoplay = true;
    this.#sound = new CallSound({
      say: options.events.said,
      speaker,
      devices: navigator.mediaDevices as MediaDevices | undefined,
    });
    const { access, password, phone } = options;
    this.#ua = new UA({
      sockets: new WebSocketInterface(access.url),
      uri: access.sipUri!,
      authorization_user: phone,
      password,
      register_expires: 120,
      session_timers: false,
      // After sleep the first attempts come quickly; a dead exchange is not pressed.
      connection_recovery_min_interval: 1,
      connection_recovery_max_interval: 15,
    });
    this.#listen();
  }

  #listen(): void {
    const { registration } = this.#options.events;
    this.#ua.on('connecting', () => registration('connecting'));
    this.#ua.on('registered', () => registration('registered'));
    this.#ua.on('disconnected', () => registration('lost'));
    // Without an answer it is the network.
    this.#ua.on('registrationFailed', ({ response }) => registration(response ? 'refused' : 'lost'));
    this.#ua.on('newRTCSession', ({ session, request }: IncomingRTCSessionEvent) => {
      // The exchange rings this phone for its own calls too: by itself it dials only the echo and emergencies.
      if (String(session.direction) !== 'incoming') return;
      // One line: a second caller hears that it is taken, and the exchange goes on to somebody else.
      if (this.#session) return session.terminate({ status_code: 486 });
      this.#take(session, request.getHeader('X-Call-Id') ?? null);
    });
    addEventListener('online', this.#onNetworkChange);
  }

  /** A websocket over the old network looks open for minutes; the registration finds out at once. */
  readonly #onNetworkChange = () => {
    if (this.#ua.isConnected()) this.#ua.register();
    this.#restartIce();
  };

  #take(session: RTCSession, callId: string | null): void {
    this.#session = session;
    this.#endTest();
    const from = session.remote_identity.uri.user;
    this.#setLine({ state: 'ringing', from, callId, since: Date.now(), isMuted: false });
    session.on('sdp', (event) => {
      if (event.originator === 'local') event.sdp = withoutHold(event.sdp);
    });
    session.on('peerconnection', ({ peerconnection }) => this.#hear(peerconnection));
    session.on('confirmed', () => {
      if (this.#line) this.#setLine({ ...this.#line, state: 'talking', since: Date.now() });
      this.#measure(session.connection);
    });
    for (const over of ['ended', 'failed'] as const) session.on(over, () => this.#drop(session));
  }

  #drop(session: RTCSession): void {
    if (this.#session !== session) return;
    clearTimeout(this.#restart);
    clearInterval(this.#measuring);
    this.#options.events.quality(null);
    this.#session = null;
    this.#sound.release();
    this.#setLine(null);
  }

  #hear(connection: RTCPeerConnection): void {
    this.#sound.carry(connection);
    connection.addEventListener('track', (event) => this.#sound.hear(streamOf(event)));
    connection.addEventListener('iceconnectionstatechange', () => {
      clearTimeout(this.#restart);
      const state = connection.iceConnectionState;
      if (state === 'failed') this.#restartIce();
      if (state === 'disconnected') this.#restart = setTimeout(() => this.#restartIce(), iceRestartAfterMs);
    });
  }

  #measure(connection: RTCPeerConnection): void {
    let before: Sample | null = null;
    this.#measuring = setInterval(async () => {
      const now = sampleOf((await connection.getStats()).values());
      // The call may have ended while the browser counted.
      if (now && before && this.#session?.connection === connection)
        this.#options.events.quality(qualityBetween(before, now));
      before = now;
    }, qualityMs);
  }

  #restartIce(): void {
    if (!this.#session?.isEstablished()) return;
    this.#session.renegotiate({ rtcOfferConstraints: { iceRestart: true } });
  }

  #setLine(line: Line | null): void {
    this.#line = line;
    this.#options.events.line(line);
  }

  async register(): Promise<void> {
    // The browser asks for the microphone now, and not when a caller waits.
    stopTracks((await openMicrophone(state.get(devicesAtom).microphone)).stream);
    await this.#registered();
  }

  #registered(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('The exchange does not answer. Check your network, then sign in again.')),
        registerMs,
      );
      this.#ua.on('registered', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#ua.on('registrationFailed', ({ cause }) => {
        clearTimeout(timer);
        reject(new Error(`The exchange refuses this phone: ${cause ?? 'no reason given'}.`));
      });
      this.#ua.start();
    });
  }

  async close(): Promise<void> {
    removeEventListener('online', this.#onNetworkChange);
    clearTimeout(this.#restart);
    clearInterval(this.#measuring);
    this.#endTest();
    this.#ua.stop();
    this.#sound.close();
  }

  async answer(): Promise<void> {
    const session = this.#session;
    if (!session || this.#line?.state !== 'ringing') return;
    const mediaStream = await this.#sound.open();
    // The caller may have given up while the browser asked for the microphone.
    if (this.#session !== session || !session.isInProgress()) return stopTracks(mediaStream);
    session.answer({ mediaStream, pcConfig: { iceServers: this.#options.access.iceServers } });
  }

  async hangup(): Promise<void> {
    if (this.#session && !this.#session.isEnded()) this.#session.terminate();
  }

  async dialEmergency(number: EmergencyNumber): Promise<void> {
    const mediaStream = await this.#sound.open();
    await this.hangup();
    this.#endTest();
    const session = dial(this.#ua, this.#options.access, number, mediaStream);
    this.#session = session;
    this.#setLine({ state: 'talking', from: number, callId: null, since: Date.now(), isMuted: false });
    this.#hear(session.connection);
    session.on('confirmed', () => this.#measure(session.connection));
    for (const over of ['ended', 'failed'] as const)
      session.on(over, () => {
        stopTracks(mediaStream);
        this.#drop(session);
      });
    session.on('failed', ({ cause }) => this.#options.events.said(`${number} was not reached: ${cause}.`));
  }

  setMuted(muted: boolean): void {
    if (!this.#session || !this.#line) return;
    if (muted) this.#session.mute({ audio: true });
    else this.#session.unmute({ audio: true });
    this.#setLine({ ...this.#line, isMuted: muted });
  }

  #endTest(): void {
    const test = this.#test;
    if (!test) return;
    this.#test = null;
    if (!test.isEnded()) test.terminate();
    this.#sound.release();
  }

  async testCall(ended: () => void): Promise<TestCall> {
    this.#endTest();
    const microphone = await this.#sound.open();
    // A call may have come while the browser asked for the microphone.
    if (this.#session) {
      stopTracks(microphone);
      throw new Error('A call has come in. Make the test call after it.');
    }
    const session = dial(this.#ua, this.#options.access, echoNumber, microphone);
    this.#test = session;
    const over = () => {
      stopTracks(microphone);
      if (this.#test !== session) return;
      this.#test = null;
      this.#sound.release();
      ended();
    };
    const heard = new Promise<MediaStream>((resolve, reject) => {
      this.#sound.carry(session.connection);
      session.connection.addEventListener('track', (event) => resolve(streamOf(event)));
      session.on('failed', ({ cause }) => {
        over();
        reject(new Error(`The exchange does not take the test call: ${cause ?? 'no reason given'}.`));
      });
      session.on('ended', over);
    });
    const stream = await heard;
    this.#sound.hear(stream);
    return { heard: stream, stop: () => this.#endTest() };
  }
}

const streamOf = ({ streams: [stream], track }: RTCTrackEvent): MediaStream =>
  stream ?? new MediaStream([track]);
