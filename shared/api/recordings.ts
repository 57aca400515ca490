import * as z from 'zod';
import { exchangeSounds } from '../model/dialplan/nodes.ts';
import {
  bulkActions,
  newPrompt,
  openedPrompt,
  playContexts,
  promptFields,
  promptLimits,
  promptRecording,
  promptStatuses,
  promptTypes,
  promptVersion,
  usagePeriods,
  voice,
  voiceId,
} from '../model/prompt-recording.ts';
import { id, message, outcomeCounts, route } from './contract.ts';

const recordingId = id('rec');
const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const version = z.number().int().optional().describe('refused when the recording has changed since');
const one = z.strictObject({ id: recordingId });
/** How a thing was done to each of many. */
const result = z.object({ id: z.string(), ok: z.boolean(), message: z.string() });

const things = {
  list: route('GET', '/recordings', 'prompts.view', 'Recordings that callers hear, by name')
    .input(
      z.strictObject({
        search: z.string().trim().max(80).optional().describe('in name, description, text and tags'),
        status: keysOf(promptStatuses).optional(),
        type: keysOf(promptTypes).optional(),
        category: z.string().trim().max(promptLimits.category).optional(),
      }),
    )
    .output(z.object({ recordings: z.array(promptRecording), total: z.number().int() })),
  create: route('POST', '/recordings', 'prompts.edit', 'Add a recording; it has no sound yet', {
    status: 201,
  })
    .input(newPrompt)
    .output(openedPrompt),
  get: route('GET', '/recordings/{id}', 'prompts.view', 'One recording, with where it is heard')
    .input(one)
    .output(openedPrompt),
  update: route('PUT', '/recordings/{id}', 'prompts.edit', 'Change a recording; its sound stays as it is')
    .input(z.strictObject({ id: recordingId, ...z.object(promptFields).partial().shape, version }))
    .output(openedPrompt),
  remove: route('DELETE', '/recordings/{id}', 'prompts.edit', 'Remove a recording that nothing plays')
    .input(one)
    .output(message),
  bulk: route('POST', '/recordings/bulk/{action}', 'prompts.edit', 'Do a thing to each of many recordings')
    .input(
      z.strictObject({
        action: keysOf(bulkActions),
        ids: z
          .array(recordingId)
          .min(1, 'Please choose recordings.')
          .max(promptLimits.bulk, `At most ${promptLimits.bulk} at a time.`),
      }),
    )
    .output(outcomeCounts.extend({ results: z.array(result) })),
};

const sounds = {
  generate: route(
    'POST',
    '/recordings/{id}/generate',
    'prompts.edit',
    'Have a voice read the text of a recording; while it does, this changes nothing',
    { status: 202 },
  )
    .input(one)
    .output(openedPrompt),
  startUpload: route(
    'POST',
    '/recordings/{id}/upload-form',
    'prompts.edit',
    'A form for uploading a long sound straight to the bucket, for 15 minutes',
    { status: 201 },
  )
    .input(
      z.strictObject({
        id: recordingId,
        fileSize: z
          .number()
          .int()
          .min(1, 'The file is empty.')
          .max(promptLimits.formBytes, 'A sound may have at most 50 MB.'),
      }),
    )
    .output(
      z.object({
        uploadId: z.string(),
        url: z.string(),
        fields: z.record(z.string(), z.string()),
      }),
    ),
  upload: route(
    'POST',
    '/recordings/{id}/upload',
    'prompts.edit',
    'Give a recording a sound: a WAV file in the field audio, or what was uploaded by a form',
  )
    .input(
      z.strictObject({
        id: recordingId,
        audio: z.instanceof(Blob, { message: 'Please choose a sound.' }).optional(),
        uploadId: z
          .string()
          .regex(/^upl_[\w-]{1,60}$/, 'This is no upload.')
          .optional(),
      }),
    )
    .output(openedPrompt),
  audio: route('GET', '/recordings/{id}/audio', 'prompts.view', 'The sound of a recording, as WAV', {
    binary: true,
  })
    .input(one)
    .output(z.instanceof(Blob)),
  versions: route('GET', '/recordings/{id}/versions', 'prompts.view', 'The sounds that a recording had')
    .input(one)
    .output(z.object({ versions: z.array(promptVersion) })),
  restore: route(
    'POST',
    '/recordings/{id}/versions/{versionId}/restore',
    'prompts.edit',
    'Have callers hear an earlier sound again',
  )
    .input(z.strictObject({ id: recordingId, versionId: id('rcv') }))
    .output(openedPrompt),
  hearVersion: route(
    'GET',
    '/recordings/{id}/versions/{versionId}/audio',
    'prompts.view',
    'Where an earlier sound is heard',
  )
    .input(z.strictObject({ id: recordingId, versionId: id('rcv') }))
    .output(z.object({ audioUrl: z.string() })),
};

const exchange = {
  asteriskPath: route(
    'GET',
    '/recordings/{id}/asterisk-path',
    'prompts.view',
    'The path by which the exchange plays a recording',
  )
    .input(one)
    .output(promptRecording.shape.asterisk),
  asteriskList: route(
    'GET',
    '/recordings/asterisk/list',
    'prompts.view',
    'What the exchange can play: recordings that are deployed, and its own sounds',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        recordings: z.array(
          z.object({ id: z.string(), name: z.string(), path: z.string(), deployedAt: z.string().nullable() }),
        ),
        sounds: z.array(z.object({ path: keysOf(exchangeSounds), name: z.string() })),
      }),
    ),
  testAsteriskSsh: route(
    'POST',
    '/recordings/test-asterisk-ssh',
    'prompts.manage',
    'Whether the exchange that recordings are deployed to can be reached, and how long its answer takes',
  )
    .input(z.strictObject({}))
    .output(z.object({ ok: z.boolean(), message: z.string(), latencyMs: z.number().int() })),
  deploy: route(
    'POST',
    '/recordings/{id}/deploy-to-asterisk',
    'prompts.edit',
    'Bring the sound of a recording to the exchange',
  )
    .input(one)
    .output(openedPrompt),
};

const config = z.object({
  apiKeySet: z.boolean(),
  connected: z.boolean().describe('whether texts can be read by ElevenLabs'),
  sandbox: z.boolean(),
  modelId: z.string(),
});
const apiKey = z.string().trim().min(1, 'Please enter the key.').max(200);

const voices = {
  config: route('GET', '/recordings/config/elevenlabs', 'prompts.view', 'How ElevenLabs is connected')
    .input(z.strictObject({}))
    .output(config),
  setConfig: route('PUT', '/recordings/config/elevenlabs', 'prompts.manage', 'Connect ElevenLabs')
    .input(
      z.strictObject({
        apiKey: apiKey.nullable().optional().describe('null: the key is forgotten'),
        modelId: z
          .string()
          .regex(/^eleven_[a-z0-9_]{1,40}$/, 'Please enter the name of a model, as eleven_multilingual_v2.')
          .optional(),
      }),
    )
    .output(config),
  testConnection: route(
    'POST',
    '/recordings/config/elevenlabs/test-connection',
    'prompts.manage',
    'Whether ElevenLabs takes a key: the one given, or else the one that is kept',
  )
    .input(z.strictObject({ apiKey: apiKey.optional() }))
    .output(
      z.object({
        ok: z.boolean(),
        message: z.string(),
        used: z.number().int().nullable(),
        limit: z.number().int().nullable(),
      }),
    ),
  voices: route('GET', '/recordings/config/elevenlabs/voices', 'prompts.view', 'The voices that read texts')
    .input(z.strictObject({}))
    .output(
      z.object({
        voices: z.array(voice),
        problem: z.string().nullable().describe("why ElevenLabs' voices are not among them"),
      }),
    ),
  testVoice: route(
    'POST',
    '/recordings/config/elevenlabs/test-voice',
    'prompts.edit',
    'Hear a voice; the same text by the same voice costs once a day',
  )
    .input(
      z.strictObject({
        voiceId,
        text: z
          .string()
          .trim()
          .min(1, 'Please write what the voice is to say.')
          .max(promptLimits.trial, `At most ${promptLimits.trial} characters.`),
      }),
    )
    .output(
      z.object({
        audioUrl: z.string(),
        voiceId: z.string(),
        text: z.string(),
        charactersUsed: z.number().int(),
        message: z.string(),
      }),
    ),
  usage: route(
    'GET',
    '/recordings/config/elevenlabs/usage',
    'prompts.view',
    'Characters that ElevenLabs has read',
  )
    .input(z.strictObject({ period: keysOf(usagePeriods).default('month') }))
    .output(
      z.object({
        used: z.number().int(),
        limit: z.number().int().nullable().describe("the account's; null where it is not known"),
        period: keysOf(usagePeriods),
        days: z.array(z.object({ day: z.string(), characters: z.number().int() })),
      }),
    ),
};

const plays = {
  analytics: route('GET', '/recordings/{id}/analytics', 'prompts.view', 'How often callers heard a recording')
    .input(one)
    .output(
      z.object({
        plays: z.number().int(),
        completions: z.number().int().describe('heard to the end'),
        averageListenMs: z.number().int().nullable().describe('null before there are plays'),
        byContext: z.array(z.object({ context: keysOf(playContexts), plays: z.number().int() })),
        byPlan: z.array(z.object({ planId: z.string(), name: z.string(), plays: z.number().int() })),
        days: z.array(z.object({ day: z.string(), plays: z.number().int(), completions: z.number().int() })),
      }),
    ),
  trackUsage: route(
    'POST',
    '/recordings/{id}/track-usage',
    'prompts.view',
    'Tell that somebody heard a recording',
  )
    .input(
      z.strictObject({
        id: recordingId,
        context: keysOf(playContexts),
        durationMs: z.number().int().min(0).max(86_400_000).describe('how long it was heard'),
        planId: id('dlp').optional().describe('the plan that played it'),
        key: z.string().min(8).max(100).optional().describe('the same key again is the same play'),
      }),
    )
    .output(z.object({ usageCount: z.number().int() })),
};

export const recordings = { ...things, ...sounds, ...exchange, ...voices, ...plays };
