import { env } from '#functions/kernel/env.ts';
import { signedHeaders } from '#functions/kernel/sign-request.ts';
import { promptVoices } from '#shared/model/ivr.ts';
import { ofPcm16 } from '#shared/sound/wav.ts';
import { askVoice, type VoiceAnswer } from './http.ts';
import type { VoiceProvider } from './types.ts';

const label = 'Amazon Polly';
const rate = 16_000;

const about: Record<(typeof promptVoices)[number], string> = {
  Joanna: 'American English, female',
  Matthew: 'American English, male',
  Amy: 'British English, female',
  Brian: 'British English, male',
  Lupe: 'Spanish of the United States, female',
  Gabrielle: 'Canadian French, female',
};

/**
 * The languages of voices that read one alone.
 * Source: https://docs.aws.amazon.com/polly/latest/dg/available-voices.html
 */
const languageOf: Record<string, string> = {
  Amy: 'en-GB',
  Brian: 'en-GB',
  Lupe: 'es-US',
  Gabrielle: 'fr-CA',
};

/** Polly refuses by 400 whatever it is, and names it in a header. */
function refusalOf({ headers, body }: VoiceAnswer) {
  const type = headers.get('x-amzn-errortype') ?? '';
  let message: string | undefined;
  try {
    ({ message } = JSON.parse(body.toString('utf8')));
  } catch {
    // What stands between AWS and us answered something else.
  }
  return {
    isBusy: /^(Throttling|TooManyRequests|LimitExceeded)/.test(type),
    message: message && `${label}: ${message}`,
  };
}

/**
 * Amazon Polly, in the account that the product runs in, by its one call without an SDK.
 * Source: https://docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html
 */
export const polly: VoiceProvider = {
  name: 'polly',
  label,
  url: () => `https://polly.${env('AWS_REGION')}.amazonaws.com`,
  worksWithoutKey: true,
  // SynthesizeSpeech takes 3,000 billed characters.
  mostCharacters: 2_900,
  async speak({ url, patienceMs }, voiceId, language, text) {
    const address = new URL(`${url}/v1/speech`);
    const body = JSON.stringify({
      Engine: 'neural',
      LanguageCode: languageOf[voiceId] ?? language,
      OutputFormat: 'pcm',
      SampleRate: String(rate),
      Text: text,
      TextType: 'text',
      VoiceId: voiceId,
    });
    const { headers, body: sound } = await askVoice(label, address.href, {
      method: 'POST',
      headers: signedHeaders('polly', address, body),
      body,
      isCharged: true,
      patienceMs,
      refusalOf,
    });
    const counted = Number(headers.get('x-amzn-requestcharacters'));
    return { sound: ofPcm16(sound, rate), characters: counted > 0 ? counted : text.length };
  },
  voices: async () =>
    promptVoices.map((name) => ({
      id: name,
      name,
      provider: 'polly',
      description: about[name],
      previewUrl: null,
    })),
  quota: async () => null,
};
