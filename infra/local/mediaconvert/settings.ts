import { z } from 'zod';
import { AwsError, checked } from '../aws-json.ts';

/*
 * What of a job's settings the stand-in understands, on the wire in lower camel case. A setting that would change
 * the output and is not known here is refused, so that nothing works locally that does otherwise in the cloud.
 */

const s3Address = z.string().regex(/^s3:\/\/[^/]+\/.+$/, 'must be an s3:// address');

const audioSelector = z.strictObject({
  defaultSelection: z.enum(['DEFAULT', 'NOT_DEFAULT']).optional(),
  externalAudioFileInput: s3Address.optional(),
});

const input = z.strictObject({
  fileInput: s3Address,
  timecodeSource: z.enum(['EMBEDDED', 'ZEROBASED', 'SPECIFIEDSTART']).optional(),
  videoSelector: z.strictObject({}).optional(),
  audioSelectors: z.record(z.string(), audioSelector).optional(),
});

const h264 = z.strictObject({
  rateControlMode: z.literal('QVBR'),
  qvbrSettings: z.strictObject({ qvbrQualityLevel: z.number().int().min(1).max(10) }),
  // MediaConvert refuses QVBR without it.
  maxBitrate: z.number().int().min(1000).max(1_152_000_000),
  qualityTuningLevel: z.enum(['SINGLE_PASS', 'SINGLE_PASS_HQ', 'MULTI_PASS_HQ']).optional(),
  codecProfile: z.enum(['BASELINE', 'MAIN', 'HIGH']).optional(),
  framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
  framerateNumerator: z.number().int().min(1).optional(),
  framerateDenominator: z.number().int().min(1).optional(),
  gopSize: z.number().positive().optional(),
  gopSizeUnits: z.enum(['FRAMES', 'SECONDS', 'AUTO']).optional(),
  parControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
  parNumerator: z.number().int().optional(),
  parDenominator: z.number().int().optional(),
});

const videoCodec = z.discriminatedUnion('codec', [
  z.strictObject({ codec: z.literal('PASSTHROUGH') }),
  z.strictObject({ codec: z.literal('H_264'), h264Settings: h264 }),
]);

const output = z.strictObject({
  nameModifier: z.string().optional(),
  containerSettings: z.strictObject({
    container: z.literal('MP4'),
    mp4Settings: z
      .strictObject({ moovPlacement: z.enum(['PROGRESSIVE_DOWNLOAD', 'NORMAL']).optional() })
      .optional(),
  }),
  videoDescription: z.strictObject({
    codecSettings: videoCodec,
    colorMetadata: z.enum(['INSERT', 'IGNORE']).optional(),
  }),
  audioDescriptions: z
    .array(
      z.strictObject({
        audioSourceName: z.string(),
        codecSettings: z.strictObject({
          codec: z.literal('AAC'),
          aacSettings: z.strictObject({
            bitrate: z.number().int().min(6000).max(1_024_000),
            codingMode: z.enum(['CODING_MODE_1_0', 'CODING_MODE_2_0']),
            sampleRate: z.number().int().min(8000).max(96_000),
          }),
        }),
      }),
    )
    .max(1)
    .optional(),
});

const jobSettings = z.strictObject({
  timecodeConfig: z.strictObject({ source: z.string() }).optional(),
  inputs: z.array(input).min(1).max(150),
  outputGroups: z
    .array(
      z.strictObject({
        name: z.string().optional(),
        outputGroupSettings: z.strictObject({
          type: z.literal('FILE_GROUP_SETTINGS'),
          fileGroupSettings: z.strictObject({ destination: s3Address }),
        }),
        outputs: z.array(output).min(1),
      }),
    )
    .min(1),
});

const newJob = z.object({
  role: z.string().regex(/^arn:[^:]+:[^:]+:[^:]*:\d*:.+$/, 'must be the ARN of a role'),
  clientRequestToken: z.string().min(1).optional(),
  userMetadata: z.record(z.string().max(256), z.string().max(256)).default({}),
  queue: z.string().optional(),
  statusUpdateInterval: z.string().optional(),
  settings: jobSettings,
});

export type JobSettings = z.output<typeof jobSettings>;
export type JobOutput = z.output<typeof output>;
export type NewJob = z.output<typeof newJob>;

/** @throws AwsError BadRequestException naming what is wrong or not known here */
export function parseJob(body: unknown): NewJob {
  const job = checked(newJob, body, 'BadRequestException');
  for (const { outputs } of job.settings.outputGroups)
    for (const { audioDescriptions = [] } of outputs)
      for (const { audioSourceName } of audioDescriptions)
        for (const { audioSelectors } of job.settings.inputs)
          if (!audioSelectors || !Object.hasOwn(audioSelectors, audioSourceName))
            throw new AwsError('BadRequestException', `An input has no '${audioSourceName}'.`);
  return job;
}
