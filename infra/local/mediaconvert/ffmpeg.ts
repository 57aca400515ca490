import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JobOutput } from './settings.ts';

/** ffmpeg failed; the message holds its last lines. */
class FfmpegError extends Error {
  override name = 'FfmpegError';
}

let found: string | undefined;

/**
 * The ffmpeg to run: FFMPEG_PATH, or the one that the npm package brings, or the system's where the package is not
 * made for this machine.
 * @param folder takes a copy when the package's file may not be run, as its install script is what allows it
 */
export function ffmpegPath(folder: string): string {
  if (process.env.FFMPEG_PATH) return process.env.FFMPEG_PATH;
  if (found) return found;
  let packaged: string;
  try {
    const manifest = createRequire(import.meta.url).resolve('@ffmpeg-installer/linux-x64/package.json');
    packaged = join(dirname(manifest), 'ffmpeg');
  } catch {
    return 'ffmpeg';
  }
  try {
    accessSync(packaged, constants.X_OK);
    found = packaged;
  } catch {
    mkdirSync(folder, { recursive: true });
    found = join(folder, 'ffmpeg');
    copyFileSync(packaged, found);
    chmodSync(found, 0o755);
  }
  return found;
}

/** A level of QVBR as x264's constant rate factor: 7 is 23, its default, and each step is three of it. */
const crfOf = (level: number): number => Math.max(10, 44 - 3 * level);

const colours = ['primaries', 'trc'].flatMap((name) => [`-color_${name}`, 'bt709']);

function videoArguments({ videoDescription }: JobOutput): string[] {
  const { codecSettings: codec } = videoDescription;
  if (codec.codec === 'PASSTHROUGH') return ['-c:v', 'copy'];
  const {
    qvbrSettings,
    maxBitrate,
    gopSize,
    gopSizeUnits,
    framerateNumerator,
    framerateDenominator,
    codecProfile,
  } = codec.h264Settings;
  const gop = gopSize && gopSizeUnits === 'FRAMES' ? ['-g', String(gopSize)] : [];
  const rate = framerateNumerator ? ['-r', `${framerateNumerator}/${framerateDenominator ?? 1}`] : [];
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
    ...['-profile:v', (codecProfile ?? 'HIGH').toLowerCase()],
    ...['-crf', String(crfOf(qvbrSettings.qvbrQualityLevel))],
    ...['-maxrate', String(maxBitrate), '-bufsize', String(maxBitrate * 2)],
    ...[...colours, '-colorspace', 'bt709', '-color_range', 'tv'],
    ...gop,
    ...rate,
  ];
}

function audioArguments({ audioDescriptions = [] }: JobOutput): string[] {
  const [description] = audioDescriptions;
  if (!description) return ['-an'];
  const { bitrate, codingMode, sampleRate } = description.codecSettings.aacSettings;
  const channels = codingMode === 'CODING_MODE_1_0' ? '1' : '2';
  return ['-c:a', 'aac', '-b:a', String(bitrate), '-ar', String(sampleRate), '-ac', channels];
}

/** @param lists files in ffmpeg's concat form; without one for the sound, it is the videos' own */
export function joinArguments(
  output: JobOutput,
  lists: { video: string; audio?: string },
  file: string,
): string[] {
  const concat = (list: string) => ['-f', 'concat', '-safe', '0', '-i', list];
  const sound = output.audioDescriptions ? ['-map', lists.audio ? '1:a:0' : '0:a:0'] : [];
  const fast = output.containerSettings.mp4Settings?.moovPlacement === 'PROGRESSIVE_DOWNLOAD';
  return [
    ...['-hide_banner', '-nostdin', '-y', '-progress', 'pipe:1', '-nostats'],
    ...concat(lists.video),
    ...(lists.audio ? concat(lists.audio) : []),
    ...['-map', '0:v:0', ...sound],
    ...videoArguments(output),
    ...audioArguments(output),
    ...['-movflags', fast ? '+faststart+write_colr' : '+write_colr', '-f', 'mp4', file],
  ];
}

export interface Run {
  path: string;
  signal: AbortSignal;
  /** Told of the process, so that it can be ended with this one. */
  child(pid: number, running: boolean): void;
  /** Seconds of the output that are written. */
  progress?(seconds: number): void;
}

/** Runs ffmpeg to its end and answers what it wrote to stderr. @throws FfmpegError unless it succeeded */
export function runFfmpeg(args: string[], { path, signal, child, progress }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const running = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    if (running.pid) child(running.pid, true);
    let told = '';
    running.stderr.on('data', (chunk) => {
      told = (told + chunk).slice(-20_000);
    });
    running.stdout.on('data', (chunk) => {
      const time = /out_time_ms=(\d+)/g;
      for (const [, microseconds] of String(chunk).matchAll(time)) progress?.(Number(microseconds) / 1e6);
    });
    running.once('error', (error) => reject(new FfmpegError(error.message)));
    running.once('close', (code) => {
      if (running.pid) child(running.pid, false);
      if (code === 0) resolve(told);
      else
        reject(new FfmpegError(told.trim().split('\n').slice(-4).join('\n') || `ffmpeg ended with ${code}.`));
    });
  });
}

export interface Probe {
  seconds: number;
  width: number;
  height: number;
  /** How the picture is encoded, for comparing inputs. */
  video: string;
}

/** What a file holds, as ffmpeg lists it. @throws FfmpegError when it is no video */
export async function probe(file: string, run: Omit<Run, 'progress'>): Promise<Probe> {
  // Without an output ffmpeg lists the input and ends with an error of its own.
  const text = await runFfmpeg(
    ['-hide_banner', '-nostdin', '-i', file, '-map', '0:v:0', '-c', 'copy', '-t', '0', '-f', 'null', '-'],
    run,
  );
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(text) ?? [];
  const video = /Stream #\d+:\d+.*?: Video: (.*)/.exec(text)?.[1];
  const size = /, (\d+)x(\d+)/.exec(video ?? '');
  if (!video || !size) throw new FfmpegError('The input holds no video.');
  return {
    seconds: Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0),
    width: Number(size[1]),
    height: Number(size[2]),
    video: video.replace(/, [\d.]+ kb\/s/, '').replace(/ \(default\)|, [\d.]+[kM]? tb[rnc]/g, ''),
  };
}
