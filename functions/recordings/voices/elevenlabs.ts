import * as z from 'zod';
import { ofPcm16 } from '#shared/sound/wav.ts';
import { askVoice, type VoiceAnswer } from './http.ts';
import { type VoiceAccount, type VoiceProvider, VoiceRefused } from './types.ts';

const label = 'ElevenLabs';
const rate = 16_000;

const refusalShape = z.object({
  detail: z.union([
    z.object({ status: z.string(), message: z.string() }).partial(),
    z.array(z.object({ msg: z.string() })),
    z.string(),
  ]),
});

const sentences: Readonly<Record<string, string>> = {
  quota_exceeded: 'The quota of the ElevenLabs account is spent. It takes more texts when it is renewed.',
  invalid_api_key: 'ElevenLabs does not take the key that is set.',
  missing_permissions:
    'The ElevenLabs key is not allowed to do this. Give it text to speech, voices and user.',
  voice_not_found: 'ElevenLabs has no such voice any more. Please choose another.',
};

/** Busy is told by 429, or by a state of its own. */
function refusalOf({ status, body }: VoiceAnswer) {
  let detail: z.output<typeof refusalShape>['detail'] | undefined;
  try {
    ({ detail } = refusalShape.parse(JSON.parse(body.toString('utf8'))));
  } catch {
    // Something stands between ElevenLabs and us.
  }
  if (Array.isArray(detail)) return { message: `${label}: ${detail[0]?.msg ?? 'refused'}` };
  if (typeof detail === 'string') return { message: `${label}: ${detail}` };
  const known = sentences[detail?.status ?? ''];
  const fallback = status === 401 ? sentences.invalid_api_key : undefined;
  return {
    isBusy: detail?.status === 'system_busy' || detail?.status === 'too_many_concurrent_requests',
    message: known ?? (detail?.message ? `${label}: ${detail.message}` : fallback),
  };
}

const voicesShape = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string().default(''),
      labels: z.record(z.string(), z.string().nullish()).nullish(),
      preview_url: z.string().nullish(),
    }),
  ),
  has_more: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});
const quotaShape = z.object({ character_count: z.number(), character_limit: z.number() });

async function read<T>(
  { url, apiKey, patienceMs }: VoiceAccount,
  path: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const { body } = await askVoice(label, `${url}${path}`, {
    headers: { 'xi-api-key': apiKey },
    isCharged: false,
    patienceMs,
    refusalOf,
  });
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new VoiceRefused(`${label} answered something that is not of its interface.`);
  }
}

/** Pages of a hundred voices that are read at most. */
const mostPages = 5;

/**
 * ElevenLabs, in the tenant's own account.
 * Source: https://elevenlabs.io/docs/api-reference/text-to-speech/convert, …/voices/search, …/user/subscription/get
 */
export const elevenlabs: VoiceProvider = {
  name: 'elevenlabs',
  label,
  url: () => 'https://api.elevenlabs.io',
  worksWithoutKey: false,
  // What eleven_v3 takes, the least of the models.
  mostCharacters: 3_000,
  async speak({ url, apiKey, modelId, patienceMs }, voiceId, _language, text) {
    const path = `/v1/text-to-speech/${encodeURIComponent(voiceId)}?output_format=pcm_${rate}`;
    const { headers, body } = await askVoice(label, `${url}${path}`, {
      method: 'POST',
      headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ text, model_id: modelId }),
      isCharged: true,
      patienceMs,
      refusalOf,
    });
    const counted = Number(headers.get('character-cost'));
    return { sound: ofPcm16(body, rate), characters: counted > 0 ? counted : text.length };
  },
  async voices(account) {
    const found: z.output<typeof voicesShape>['voices'] = [];
    let token: string | null | undefined;
    for (let page = 0; page < mostPages; page++) {
      const next = token ? `&next_page_token=${encodeURIComponent(token)}` : '';
      const answer = await read(account, `/v2/voices?page_size=100${next}`, voicesShape);
      found.push(...answer.voices);
      token = answer.has_more ? answer.next_page_token : undefined;
      if (!token) break;
    }
    return found.map(({ voice_id: id, name, labels, preview_url: previewUrl }) => ({
      id,
      name: name || id,
      provider: 'elevenlabs',
      description: ['accent', 'gender', 'age', 'description']
        .flatMap((key) => labels?.[key] ?? [])
        .join(', '),
      previewUrl: previewUrl ?? null,
    }));
  },
  async quota(account) {
    const { character_count: used, character_limit: limit } = await read(
      account,
      '/v1/user/subscription',
      quotaShape,
    );
    return { used, limit };
  },
};
