import { atom } from 'jotai';
import { state } from '#web/app/state.ts';
import { store, storedText } from '#web/ui/browser-storage.ts';

/** Devices by the browser's ids; '' is what the system has chosen. */
export interface ChosenDevices {
  microphone: string;
  /** Where the other party is heard. */
  speaker: string;
  /** Where the phone rings: who wears a headset hears it across the room. */
  ringer: string;
}

const storageKey = 'dealbell-phone-devices';
const standard: ChosenDevices = { microphone: '', speaker: '', ringer: '' };

/** What is stored of them, read back; anything else is the system's choice. */
export function parseDevices(text: string | null): ChosenDevices {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    const of = (key: keyof ChosenDevices) => {
      const id = (read as Partial<Record<string, unknown>> | null)?.[key];
      return typeof id === 'string' ? id.slice(0, 256) : '';
    };
    return { microphone: of('microphone'), speaker: of('speaker'), ringer: of('ringer') };
  } catch {
    return standard;
  }
}

const stored = () => parseDevices(storedText(storageKey));

/** They belong to the machine, whoever is signed in. */
export const devicesAtom = atom<ChosenDevices>(stored());

export function chooseDevices(part: Partial<ChosenDevices>): void {
  const chosen = { ...state.get(devicesAtom), ...part };
  state.set(devicesAtom, chosen);
  store(storageKey, chosen);
}

/** Whether the browser lets a page choose where it is heard: Chrome and Edge do, Safari and older Firefox do not. */
export const canChooseSpeaker = (): boolean =>
  typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype;

/** What of the browser's devices is used of a choice: '' where the chosen one is not connected. */
export const fitting = (chosen: string, devices: readonly Pick<MediaDeviceInfo, 'deviceId'>[]): string =>
  devices.some(({ deviceId }) => deviceId === chosen) ? chosen : '';

type Microphones = Pick<MediaDevices, 'getUserMedia'>;

/** What is asked of a microphone for speech. */
const speech = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

const isNamed = (cause: unknown, ...names: string[]): boolean =>
  cause instanceof Error && names.includes(cause.name);

/** Why there is no sound to send, and what to do about it. */
export function microphoneProblem(cause: unknown): string {
  if (isNamed(cause, 'NotAllowedError', 'SecurityError'))
    return 'The browser does not give the microphone to this page. Allow it beside the address, then try again.';
  if (isNamed(cause, 'NotFoundError', 'OverconstrainedError'))
    return 'No microphone was found. Connect one, then try again.';
  if (isNamed(cause, 'NotReadableError', 'AbortError'))
    return 'The microphone is in use by another program. Close that, then try again.';
  return 'The microphone could not be opened. Connect another one, then try again.';
}

/**
 * Opens the chosen microphone, or the system's where it is not connected.
 * @returns the stream, and whether it is that of the choice
 * @throws Error with what to do about it
 */
export async function openMicrophone(
  chosen: string,
  media: Microphones | undefined = globalThis.navigator?.mediaDevices,
): Promise<{ stream: MediaStream; isChosen: boolean }> {
  if (!media)
    throw new Error(
      'The browser gives the microphone to pages over https only. Ask an admin for that address.',
    );
  try {
    if (chosen)
      try {
        const exact = { audio: { ...speech, deviceId: { exact: chosen } } };
        return { stream: await media.getUserMedia(exact), isChosen: true };
      } catch (cause) {
        if (!isNamed(cause, 'OverconstrainedError', 'NotFoundError')) throw cause;
      }
    return { stream: await media.getUserMedia({ audio: speech }), isChosen: chosen === '' };
  } catch (cause) {
    throw new Error(microphoneProblem(cause), { cause });
  }
}

export const stopTracks = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
