import type { PhoneAccess } from '#shared/exchange/commands.ts';
import type { EmergencyNumber } from '#shared/model/emergency-calls.ts';
import type { Quality } from './quality.ts';

/** Whether the exchange can reach this telephone. `lost`: it was reached, and is tried again. */
export type Registration = 'connecting' | 'registered' | 'lost' | 'refused';

/** The one call that the telephone rings for or has in hand. */
export interface Line {
  state: 'ringing' | 'talking';
  /** Who calls, as the exchange names them: a number, or nothing. */
  from: string;
  /** Which call of the log it is, where the exchange says so. */
  callId: string | null;
  /** Milliseconds since 1970. */
  since: number;
  isMuted: boolean;
}

interface PhoneEvents {
  registration: (state: Registration) => unknown;
  line: (line: Line | null) => unknown;
  /** How the call sounds; null without one, and where nothing can be measured. */
  quality: (quality: Quality | null) => unknown;
  /** What the agent should know of it at once, as a device that was unplugged. */
  said: (text: string) => unknown;
}

/** A call of the phone to itself. */
export interface TestCall {
  /** What comes back. */
  heard: MediaStream;
  stop(): void;
}

/**
 * A telephone within the browser. Holding, transferring and ending for all are the exchange's work, asked for by the
 * API; the telephone only rings, carries the sound, and sends keys where the API cannot.
 */
export interface Phone {
  /** Becomes reachable. Resolves when the exchange knows it. @throws when it is refused */
  register(): Promise<void>;
  /** Is not reachable any more; a call that goes on is hung up. */
  close(): Promise<void>;
  /** @throws when the microphone is refused */
  answer(): Promise<void>;
  hangup(): Promise<void>;
  setMuted(muted: boolean): void;
  /** Dials the emergency services, or their test line, past the product. What goes on is hung up. @throws without a microphone */
  dialEmergency(number: EmergencyNumber): Promise<void>;
  /**
   * Sends the microphone's sound to the exchange and back; of an exchange without sound, round within the browser.
   * `ended`: it is over without having been stopped. @throws when the microphone is refused, or nothing answers
   */
  testCall(ended: () => void): Promise<TestCall>;
}

export interface PhoneOptions {
  access: PhoneAccess;
  /** The name that the exchange knows it by, as t1-101. */
  phone: string;
  password: string;
  events: PhoneEvents;
}

/** A telephone for the exchange of a session; its driver is fetched when it is needed. */
export async function createPhone(options: PhoneOptions): Promise<Phone> {
  const { driver } = options.access;
  switch (driver) {
    case 'sip':
      return new (await import('./SipPhone.ts')).SipPhone(options);
    case 'sandbox':
      return new (await import('./SandboxPhone.ts')).SandboxPhone(options);
    default:
      return driver satisfies never;
  }
}
