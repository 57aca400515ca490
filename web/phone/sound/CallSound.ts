import { state } from '#web/app/state.ts';
import { type ChosenDevices, devicesAtom, fitting, openMicrophone, stopTracks } from './devices.ts';

/** The part of an audio element that a call is heard through; not every browser lets a page choose where. */
type Speaker = Pick<HTMLAudioElement, 'srcObject'> & {
  sinkId?: string;
  setSinkId?: (id: string) => Promise<void>;
};

type Devices = Pick<
  MediaDevices,
  'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>;

interface CallSoundOptions {
  /** Tells the agent what has become of a device, and what is used now. */
  say: (text: string) => void;
  speaker: Speaker;
  devices?: Devices | undefined;
}

/**
 * The devices of a call: the chosen ones, the system's in place of one that is unplugged, and the chosen one again once
 * it is back. A change of the choice is heard in the call that goes on.
 */
export class CallSound {
  readonly #options: CallSoundOptions;
  #microphone: MediaStream | null = null;
  #connection: Pick<RTCPeerConnection, 'getSenders'> | null = null;
  #adjusted: Promise<void> = Promise.resolve();
  readonly #forget: () => void;

  constructor(options: CallSoundOptions) {
    this.#options = options;
    const adjust = () => void this.adjust();
    options.devices?.addEventListener('devicechange', adjust);
    const unsubscribe = state.sub(devicesAtom, adjust);
    this.#forget = () => {
      options.devices?.removeEventListener('devicechange', adjust);
      unsubscribe();
    };
    adjust();
  }

  /** Opens the microphone for a call. @throws Error with what to do about it */
  async open(): Promise<MediaStream> {
    const { stream, isChosen } = await openMicrophone(this.#chosen.microphone, this.#options.devices);
    if (!isChosen) this.#options.say('Your microphone is not connected. The system’s own is used.');
    this.#keep(stream);
    return stream;
  }

  /** The connection that the sound goes by: what replaces an unplugged microphone goes by it too. */
  carry(connection: Pick<RTCPeerConnection, 'getSenders'>): void {
    this.#connection = connection;
  }

  hear(stream: MediaStream): void {
    this.#options.speaker.srcObject = stream;
  }

  /** The call is over: the microphone is closed. */
  release(): void {
    if (this.#microphone) stopTracks(this.#microphone);
    this.#microphone = null;
    this.#connection = null;
    this.#options.speaker.srcObject = null;
  }

  close(): void {
    this.release();
    this.#forget();
  }

  get #chosen(): ChosenDevices {
    return state.get(devicesAtom);
  }

  #keep(stream: MediaStream): void {
    this.#microphone = stream;
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => void this.adjust());
  }

  /** Uses what is connected now; one change after another. */
  adjust(): Promise<void> {
    this.#adjusted = this.#adjusted.then(() => this.#adjust()).catch(() => undefined);
    return this.#adjusted;
  }

  async #adjust(): Promise<void> {
    const { devices } = this.#options;
    if (!devices) return;
    const there = await devices.enumerateDevices();
    await this.#adjustSpeaker(there.filter(({ kind }) => kind === 'audiooutput'));
    await this.#adjustMicrophone(there.filter(({ kind }) => kind === 'audioinput'));
  }

  async #adjustSpeaker(there: readonly MediaDeviceInfo[]): Promise<void> {
    const { speaker, say } = this.#options;
    const { speaker: chosen } = this.#chosen;
    const wanted = fitting(chosen, there);
    const before = speaker.sinkId ?? '';
    if (!speaker.setSinkId || wanted === before) return;
    await speaker.setSinkId(wanted);
    if (before === chosen && before)
      say('Your speaker was unplugged. You hear the call by the system’s own.');
  }

  async #adjustMicrophone(there: readonly MediaDeviceInfo[]): Promise<void> {
    const [before] = this.#microphone?.getAudioTracks() ?? [];
    if (!before) return;
    const wanted = fitting(this.#chosen.microphone, there);
    const isLive = before.readyState === 'live';
    if (isLive && (!wanted || before.getSettings().deviceId === wanted)) return;
    const { say } = this.#options;
    try {
      const { stream } = await openMicrophone(wanted, this.#options.devices);
      const held = this.#microphone;
      // The call may have ended while the browser opened it.
      if (!held) return stopTracks(stream);
      const [now] = stream.getAudioTracks();
      // Who was muted is muted still.
      now!.enabled = before.enabled;
      for (const sender of this.#connection?.getSenders() ?? [])
        if (sender.track === before) await sender.replaceTrack(now!);
      this.#keep(stream);
      stopTracks(held);
      if (!isLive) say('Your microphone was unplugged. You are heard by the system’s own.');
    } catch {
      if (!isLive)
        say('Your microphone was unplugged, and there is no other: you are not heard. Connect one.');
    }
  }
}
