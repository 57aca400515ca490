import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { type Answer, json, readJson } from './http.ts';
import type { Route } from './index.ts';
import { type Speaker, speak, speakers } from './speech.ts';

/** What a voice has read, so that it can be told that it read a text once. */
export class VoiceStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS voice_reading (
      number INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, account TEXT NOT NULL, voice TEXT NOT NULL,
      text TEXT NOT NULL, at TEXT NOT NULL)`);
  }

  add(provider: string, account: string, voice: string, text: string): void {
    this.#database
      .prepare('INSERT INTO voice_reading (provider, account, voice, text, at) VALUES (?, ?, ?, ?, ?)')
      .run(provider, account, voice, text, this.#iso());
  }

  characters(account: string): number {
    const row = this.#database
      .prepare('SELECT coalesce(sum(length(text)), 0) AS sum FROM voice_reading WHERE account = ?')
      .get(account) as { sum: number };
    return row.sum;
  }

  /** The newest first. */
  readings(): { provider: string; account: string; voice: string; text: string; at: string }[] {
    return this.#database
      .prepare('SELECT provider, account, voice, text, at FROM voice_reading ORDER BY number DESC LIMIT 100')
      .all() as never;
  }
}

/** What an account at ElevenLabs may have read. */
const quota = 10_000;
/** What the key of an account makes the stand-in do. */
const troubles: Record<string, [status: number, reason: string, message: string]> = {
  'sandbox-wrong': [401, 'invalid_api_key', 'Invalid API key'],
  'sandbox-spent': [401, 'quota_exceeded', 'This request exceeds your quota.'],
  'sandbox-busy': [429, 'too_many_concurrent_requests', 'Too many concurrent requests.'],
  'sandbox-broken': [500, 'internal_error', 'Something went wrong.'],
};

const refusal = (status: number, reason: string, message: string): Answer =>
  json(status, { detail: { status: reason, message } });
const pcm = (body: Buffer, headers: Record<string, string>): Answer => ({
  status: 200,
  headers: { 'content-type': 'audio/pcm', ...headers },
  body,
});

/** The stand-in's voices by ElevenLabs' ids, which are the ids of four of its own. */
const elevenVoices: Record<string, { name: string; speaker: Speaker; labels: Record<string, string> }> = {
  '21m00Tcm4TlvDq8ikWAM': {
    name: 'Rachel',
    speaker: 'Joanna',
    labels: { accent: 'american', gender: 'female', age: 'young' },
  },
  pNInz6obpgDQGcFmaJgB: {
    name: 'Adam',
    speaker: 'Matthew',
    labels: { accent: 'american', gender: 'male', age: 'middle aged' },
  },
  onwK4e9ZLuTAKqWW03F9: {
    name: 'Daniel',
    speaker: 'Brian',
    labels: { accent: 'british', gender: 'male', age: 'middle aged' },
  },
};

const elevenText = z.object({ text: z.string().min(1), model_id: z.string() });

/** https://api.elevenlabs.io as the product calls it. */
async function elevenlabs(store: VoiceStore, request: IncomingMessage, url: URL): Promise<Answer> {
  const key = String(request.headers['xi-api-key'] ?? '');
  if (!key.startsWith('sandbox')) return refusal(401, 'invalid_api_key', 'Invalid API key');
  const trouble = troubles[key];
  // A spent account still tells what it has.
  if (trouble && (request.method === 'POST' || key === 'sandbox-wrong')) return refusal(...trouble);
  const path = url.pathname.slice('/elevenlabs'.length);
  if (path === '/v1/user/subscription')
    return json(200, {
      tier: 'starter',
      character_count: key === 'sandbox-spent' ? quota : store.characters(key),
      character_limit: quota,
      status: 'active',
    });
  if (path === '/v2/voices')
    return json(200, {
      voices: Object.entries(elevenVoices).map(([voice_id, { name, labels }]) => ({
        voice_id,
        name,
        category: 'premade',
        labels,
        preview_url: null,
      })),
      has_more: false,
      total_count: Object.keys(elevenVoices).length,
      next_page_token: null,
    });
  const voiceId = /^\/v1\/text-to-speech\/([\w-]+)$/.exec(path)?.[1];
  if (!voiceId || request.method !== 'POST') return json(404, { detail: 'Not Found' });
  const voice = elevenVoices[voiceId];
  if (!voice) return refusal(404, 'voice_not_found', 'A voice with that ID was not found.');
  const read = elevenText.safeParse(await readJson(request));
  if (!read.success) return json(422, { detail: [{ msg: z.prettifyError(read.error) }] });
  const rate = Number(
    /^pcm_(8000|16000|22050|24000)$/.exec(url.searchParams.get('output_format') ?? '')?.[1],
  );
  if (!rate) return refusal(400, 'invalid_output_format', 'The output format is not supported here.');
  const { text } = read.data;
  if (store.characters(key) + text.length > quota) return refusal(...troubles['sandbox-spent']!);
  store.add('elevenlabs', key, voice.name, text);
  return pcm(await speak(text, voice.speaker, rate), { 'character-cost': String(text.length) });
}

const pollyText = z.object({
  Engine: z.enum(['standard', 'neural']),
  OutputFormat: z.literal('pcm'),
  SampleRate: z.enum(['8000', '16000']),
  Text: z.string().min(1),
  TextType: z.literal('text'),
  VoiceId: z.enum(Object.keys(speakers) as [Speaker, ...Speaker[]]),
});
/** Billed characters of one request. */
const pollyMost = 3_000;

const pollyRefusal = (type: string, message: string): Answer => {
  const { headers, ...answer } = json(400, { message });
  return { ...answer, headers: { ...headers, 'x-amzn-errortype': type } };
};

/** https://polly.<region>.amazonaws.com/v1/speech. */
async function polly(store: VoiceStore, request: IncomingMessage): Promise<Answer> {
  const signed = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[^/]+\/polly\/aws4_request,/.test(
    request.headers.authorization ?? '',
  );
  if (!signed) return json(403, { message: 'The request signature we calculated does not match.' });
  const read = pollyText.safeParse(await readJson(request));
  if (!read.success) return pollyRefusal('ValidationException', z.prettifyError(read.error));
  const { Text, VoiceId, SampleRate } = read.data;
  if (Text.length > pollyMost)
    return pollyRefusal('TextLengthExceededException', 'Maximum text length has been exceeded');
  store.add('polly', 'polly', VoiceId, Text);
  const sound = await speak(Text, VoiceId, Number(SampleRate));
  return pcm(sound, { 'x-amzn-requestcharacters': String(Text.length) });
}

/** Voices that read texts aloud on this machine, in the wire formats of ElevenLabs and Amazon Polly. */
export const voiceRoutes =
  (store: VoiceStore): Route =>
  async (request, url) => {
    if (url.pathname.startsWith('/elevenlabs/')) return elevenlabs(store, request, url);
    if (url.pathname === '/polly/v1/speech' && request.method === 'POST') return polly(store, request);
    if (url.pathname === '/sandbox/voices') return json(200, { readings: store.readings() });
    return undefined;
  };
