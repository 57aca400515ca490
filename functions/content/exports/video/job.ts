import type { JobSettings, Output, VideoCodecSettings } from '@aws-sdk/client-mediaconvert';
import type { ExportOptions } from '#shared/model/content.ts';
import { groupFrames } from '#shared/model/export-encoding.ts';

/** QVBR levels of MediaConvert, 1 to 10; a high quality passes through what the renderer encoded. */
const qvbr = { low: 6, medium: 8 } as const;
/** Most bits a second of a video that is encoded again, for each dot a second. */
const maxBitsPerDot = 0.2;

/** One part as the job takes it, as `s3://` addresses. */
export interface JobPart {
  video: string;
  sound: string;
}

function videoCodec({ quality, dimensions, fps }: ExportOptions): VideoCodecSettings {
  if (quality === 'high') return { Codec: 'PASSTHROUGH' };
  const bits = dimensions.width * dimensions.height * fps * maxBitsPerDot;
  return {
    Codec: 'H_264',
    H264Settings: {
      RateControlMode: 'QVBR',
      QvbrSettings: { QvbrQualityLevel: qvbr[quality] },
      MaxBitrate: Math.round(Math.min(50e6, Math.max(1e6, bits))),
      QualityTuningLevel: 'SINGLE_PASS_HQ',
      CodecProfile: 'HIGH',
      FramerateControl: 'SPECIFIED',
      FramerateNumerator: fps,
      FramerateDenominator: 1,
      GopSize: groupFrames,
      GopSizeUnits: 'FRAMES',
      ParControl: 'SPECIFIED',
      ParNumerator: 1,
      ParDenominator: 1,
    },
  };
}

const output = (options: ExportOptions): Output => ({
  ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
  VideoDescription: { CodecSettings: videoCodec(options), ColorMetadata: 'INSERT' },
  AudioDescriptions: [
    {
      AudioSourceName: 'Audio Selector 1',
      CodecSettings: {
        Codec: 'AAC',
        AacSettings: { Bitrate: 160_000, CodingMode: 'CODING_MODE_2_0', SampleRate: 48_000 },
      },
    },
  ],
});

/**
 * The job that joins the parts in their order. Every part brings its sound in a file of its own, exactly as long
 * as its frames, since MediaConvert can follow one sound with another but not mix them.
 * @param destination `s3://` address of the output without its extension, which MediaConvert adds
 */
export const jobSettings = (
  options: ExportOptions,
  parts: readonly JobPart[],
  destination: string,
): JobSettings => ({
  TimecodeConfig: { Source: 'ZEROBASED' },
  Inputs: parts.map(({ video, sound }) => ({
    FileInput: video,
    TimecodeSource: 'ZEROBASED',
    VideoSelector: {},
    AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT', ExternalAudioFileInput: sound } },
  })),
  OutputGroups: [
    {
      Name: 'File Group',
      OutputGroupSettings: {
        Type: 'FILE_GROUP_SETTINGS',
        FileGroupSettings: { Destination: destination },
      },
      Outputs: [output(options)],
    },
  ],
});
