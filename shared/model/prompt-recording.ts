import * as z from 'zod';
import { promptVoices } from './ivr.ts';

/* Recordings that callers hear, such as a greeting; those of calls are in recording.ts. */

/** Bounds of recordings that callers hear. */
export const promptLimits = {
  recordings: 500,
  name: 80,
  description: 500,
  category: 40,
  tags: 20,
  tag: 30,
  /** Some six minutes of speech. */
  text: 5_000,
  pronunciations: 50,
  word: 60,
  /** Seconds that a sound may last. */
  seconds: 480,
  /** Bytes by the call that takes the sound itself: the gateway hands a function no more in base64. */
  uploadBytes: 4_500_000,
  /** Bytes by a form that goes straight to the bucket. */
  formBytes: 50_000_000,
  /** Recordings that one bulk action takes. */
  bulk: 100,
  /** Sounds of a recording that are kept; the oldest goes. */
  versions: 20,
  /** Characters of the text by which a voice is tried. */
  trial: 300,
  fadeMs: { min: 0, max: 2_000, default: 10 },
} as const;

/** Who reads texts aloud, by the names that calls have. */
export const voiceProviders = { polly: 'Amazon Polly', elevenlabs: 'ElevenLabs' } as const;
export type VoiceProviderName = keyof typeof voiceProviders;

export const promptTypes = { tts: 'Text read aloud', upload: 'Sound' } as const;
export const promptStatuses = {
  draft: 'Draft',
  generating: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
} as const;
export type PromptStatus = keyof typeof promptStatuses;

/** What a text may name, by the names of merge-fields.ts; it is filled in when the text is read aloud. */
export const promptMergeFields = {
  'company.name': 'Name of the workspace',
  'system.date': 'The day on which it is read',
} as const;

const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`);

const pronunciation = z.strictObject({
  word: text(promptLimits.word).min(1, 'Please enter a word.'),
  says: text(promptLimits.word).min(1, 'Please write how it is said.'),
});

/** The id of a voice at whoever has it: a name of Polly's, or 20 letters of ElevenLabs. */
export const voiceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Please choose a voice.');

/** The fields of a recording, for the form, the calls and the store. */
export const promptFields = {
  name: text(promptLimits.name).min(1, 'Please enter a name.'),
  description: text(promptLimits.description),
  category: text(promptLimits.category),
  tags: z.array(text(promptLimits.tag).min(1)).max(promptLimits.tags),
  type: keysOf(promptTypes),
  text: text(promptLimits.text).describe('what a voice reads; may name {{company.name}} and {{system.date}}'),
  provider: keysOf(voiceProviders),
  voiceId,
  language: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Please choose a language.'),
  pronunciations: z
    .array(pronunciation)
    .max(promptLimits.pronunciations)
    .describe('words, and how the voice is to say them'),
  trim: z.boolean().describe('whether silence at its ends is taken away'),
  normalise: z.boolean().describe('whether it is made as loud as the others: -16 LUFS'),
  fadeMs: z
    .number('Please enter a number.')
    .int()
    .min(promptLimits.fadeMs.min)
    .max(promptLimits.fadeMs.max, `At most ${promptLimits.fadeMs.max} ms.`),
  isActive: z.boolean(),
};

/** A recording that is added: what may be left out has a default. */
export const newPrompt = z.strictObject({
  ...promptFields,
  description: promptFields.description.default(''),
  category: promptFields.category.default(''),
  tags: promptFields.tags.default([]),
  type: promptFields.type.default('tts'),
  text: promptFields.text.default(''),
  provider: promptFields.provider.default('polly'),
  voiceId: promptFields.voiceId.default(promptVoices[0]),
  language: promptFields.language.default('en-US'),
  pronunciations: promptFields.pronunciations.default([]),
  trim: promptFields.trim.default(true),
  normalise: promptFields.normalise.default(true),
  fadeMs: promptFields.fadeMs.default(promptLimits.fadeMs.default),
  isActive: promptFields.isActive.default(true),
});
export type NewPrompt = z.output<typeof newPrompt>;

/** What plays a recording. */
const promptUse = z.object({
  kind: z.enum(['plan', 'menu']),
  id: z.string(),
  name: z.string(),
});
export type PromptUse = z.output<typeof promptUse>;

export const promptRecording = z.object({
  id: z.string(),
  ...promptFields,
  status: keysOf(promptStatuses),
  problem: z.string().nullable().describe('why it could not be made, in a sentence'),
  versionId: z.string().nullable().describe('of the sound that is heard now'),
  durationMs: z.number().int().nullable(),
  fileSize: z.number().int().nullable().describe('bytes, as WAV'),
  mimeType: z.string().nullable(),
  asterisk: z.object({
    deployed: z.boolean().describe('whether the exchange has the sound as it is now'),
    path: z.string().describe('by which the exchange plays it; without an ending'),
    deployedAt: z.string().nullable(),
  }),
  usageCount: z.number().int().describe('how often callers have heard it'),
  usedBy: z.array(promptUse),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PromptRecording = z.output<typeof promptRecording>;

/** A recording with where its sound is heard. */
export const openedPrompt = promptRecording.extend({
  audioUrl: z.string().nullable().describe('good for some hours'),
});
export type OpenedPrompt = z.output<typeof openedPrompt>;

/** A sound that a recording has or had. */
export const promptVersion = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  type: keysOf(promptTypes),
  text: z.string().describe('what was read; empty for a sound'),
  voice: z.string().describe('who read it; empty for a sound'),
  durationMs: z.number().int(),
  fileSize: z.number().int(),
  createdAt: z.string(),
  createdBy: z.string().describe('the name of whoever made it'),
});
export type PromptVersion = z.output<typeof promptVersion>;

export const bulkActions = {
  delete: 'Remove',
  deploy: 'Deploy',
  generate: 'Generate',
  activate: 'Activate',
  deactivate: 'Deactivate',
} as const;
export type BulkAction = keyof typeof bulkActions;

/** Where callers have heard a recording. */
export const playContexts = {
  dialplan: 'Dial plans',
  ivr: 'IVR menus',
  webhook: 'Webhooks',
  manual: 'By hand',
} as const;
export type PlayContext = keyof typeof playContexts;

export const voice = z.object({
  id: z.string(),
  name: z.string(),
  provider: keysOf(voiceProviders),
  description: z.string(),
  previewUrl: z.string().nullable(),
});
export type Voice = z.output<typeof voice>;

export const usagePeriods = { day: 1, week: 7, month: 31, year: 366 } as const;

/** What the screen says where a voice was tried and there is nothing to hear (document 002, section 9). */
export const noAudioUrl = 'No audio URL in response';
