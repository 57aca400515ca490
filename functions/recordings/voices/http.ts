import { neverArrived } from '#functions/kernel/never-arrived.ts';
import { VoiceBusy, VoiceRefused, VoiceUnknown } from './types.ts';

export interface VoiceAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** What a provider says of a refusal. */
interface Refusal {
  isBusy?: boolean;
  message?: string | undefined;
}

const seconds = (headers: Headers): number | undefined => {
  const given = Number(headers.get('retry-after'));
  return Number.isFinite(given) && given > 0 ? given : undefined;
};

/**
 * Asks a provider of voices. What may have been made and charged for is never asked for again by itself: `isCharged`.
 * @param refusalOf what the body of a refusal says
 * @throws VoiceBusy, VoiceRefused, VoiceUnknown
 */
export async function askVoice(
  label: string,
  url: string,
  {
    isCharged,
    patienceMs,
    refusalOf,
    ...init
  }: RequestInit & {
    isCharged: boolean;
    patienceMs: number;
    refusalOf: (answer: VoiceAnswer) => Refusal;
  },
): Promise<VoiceAnswer> {
  const lost = (error: unknown): Error =>
    isCharged && !neverArrived(error)
      ? new VoiceUnknown(`${label} did not answer in time. It may have charged for the text all the same.`, {
          cause: error,
        })
      : new VoiceBusy(`${label} cannot be reached.`, undefined, error);
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    body = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw lost(error);
  }
  const { status, headers } = response;
  if (status < 400) return { status, headers, body };
  const { isBusy = false, message } = refusalOf({ status, headers, body });
  if (status === 429 || isBusy)
    throw new VoiceBusy(`${label} asks to be called less often.`, seconds(headers));
  if (status === 503) throw new VoiceBusy(`${label} is not available now.`, seconds(headers));
  if (status >= 500) throw lost(new Error(`${label} answered ${status}.`));
  throw new VoiceRefused(message ?? `${label} answered ${status}.`);
}
