import type { Voice, VoiceProviderName } from '#shared/model/prompt-recording.ts';
import type { Sound } from '#shared/sound/wav.ts';

/** The provider has made nothing and wants to be asked later: it is busy, has a fault, or cannot be reached. */
export class VoiceBusy extends Error {
  /** Seconds after which it wants to be asked again. */
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/** The provider will not do this however often it is asked: its quota is spent, or it knows no such key or voice. */
export class VoiceRefused extends Error {}

/** The answer was lost on its way: it may have made the sound, and charged for it. */
export class VoiceUnknown extends Error {}

/** How a tenant's account at a provider is reached. */
export interface VoiceAccount {
  /** Without a slash at the end. */
  url: string;
  sandbox: boolean;
  /** Empty where the product's own account is used. */
  apiKey: string;
  modelId: string;
  /** After so long it is not answering, ms. */
  patienceMs: number;
}

export interface Spoken {
  sound: Sound;
  /** As the provider counts them. */
  characters: number;
}

/** Who reads texts aloud. A further one is a file beside these and a word in index.ts. */
export interface VoiceProvider {
  name: VoiceProviderName;
  label: string;
  /** Where it is reached; without a slash at the end. */
  url: () => string;
  /** The product has an account of its own there. */
  worksWithoutKey: boolean;
  /** Characters of one request; longer texts are read in parts. */
  mostCharacters: number;
  /** @throws VoiceBusy, VoiceRefused, VoiceUnknown */
  speak(account: VoiceAccount, voiceId: string, language: string, text: string): Promise<Spoken>;
  /** @throws VoiceBusy, VoiceRefused */
  voices(account: VoiceAccount): Promise<Voice[]>;
  /** What is used up of what the account may use, in characters; null where the provider does not count. */
  quota(account: VoiceAccount): Promise<{ used: number; limit: number } | null>;
}
