import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Service } from '../s3/index.ts';
import { ffmpegPath, joinArguments, type Probe, probe, runFfmpeg } from './ffmpeg.ts';
import type { JobOutput, JobSettings } from './settings.ts';
import type { JobRecord, JobStore, OutputDetail } from './store.ts';

/** An input that is not in the bucket, as MediaConvert numbers it. */
const missingInput = 1404;
/** An input that cannot be read, or inputs that do not go together. */
const badInput = 1010;

class JobError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RunnerOptions {
  stateDir: string;
  store: JobStore;
  s3: Pick<S3Service, 'getObject' | 'putFile'>;
  now(): number;
  /** Tells the bus of a change of state; it is stored when this returns. */
  tell(job: JobRecord): void;
  child(pid: number, running: boolean): void;
  log(line: string): void;
}

const split = (address: string) => {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address)!;
  return { bucket: bucket!, key: key! };
};

/** Works on jobs, the oldest first, one at a time. One that was cut off is run again from its beginning. */
export class JobRunner {
  readonly #options: RunnerOptions;
  #working: Promise<void> | undefined;
  #stopped = false;
  #current: { id: string; abort: AbortController } | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Takes up what is to be done. */
  wake(): void {
    if (this.#stopped) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (!this.#stopped && this.#options.store.nextOpen()) this.wake();
    });
  }

  cancel(id: string): void {
    if (this.#current?.id === id) this.#current.abort.abort();
  }

  /** Leaves the job at work for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#current?.abort.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { store } = this.#options;
    for (let job = store.nextOpen(); job && !this.#stopped; job = store.nextOpen()) {
      const isOver = job.status !== 'SUBMITTED' && job.status !== 'PROGRESSING';
      const ended = isOver ? job : await this.#run(job);
      if (!ended) return;
      this.#options.tell(ended);
      store.update({ ...ended, told: true });
    }
  }

  /** Runs a job to its end; undefined when it was cut off by the stop. */
  async #run(job: JobRecord): Promise<JobRecord | undefined> {
    const { store, now, log } = this.#options;
    const abort = new AbortController();
    this.#current = { id: job.id, abort };
    const folder = join(this.#options.stateDir, 'work', job.id);
    let record: JobRecord = { ...job, status: 'PROGRESSING', percent: 0, startedMs: job.startedMs ?? now() };
    store.update(record);
    this.#options.tell(record);
    const progress = (percent: number) => {
      // It may have been cancelled in between.
      if (abort.signal.aborted || Math.floor(percent) <= record.percent) return;
      record = { ...record, percent: Math.min(99, Math.floor(percent)) };
      store.update(record);
    };
    try {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const outputs = await this.#outputs(job.request.settings, folder, abort.signal, progress);
      record = { ...record, status: 'COMPLETE', percent: 100, outputs, finishedMs: now() };
    } catch (error) {
      if (this.#stopped) return undefined;
      const cancelled = store.find(job.id)?.status === 'CANCELED';
      const { message } = error as Error;
      const errorCode = error instanceof JobError ? error.code : badInput;
      record = cancelled
        ? { ...record, status: 'CANCELED', finishedMs: now() }
        : { ...record, status: 'ERROR', errorCode, errorMessage: message, finishedMs: now() };
      if (!cancelled) log(`MediaConvert: job ${job.id} failed: ${message}`);
    } finally {
      this.#current = undefined;
      rmSync(folder, { recursive: true, force: true });
    }
    store.update(record);
    return record;
  }

  async #outputs(
    settings: JobSettings,
    folder: string,
    signal: AbortSignal,
    progress: (percent: number) => void,
  ): Promise<OutputDetail[]> {
    const run = { path: ffmpegPath(this.#options.stateDir), signal, child: this.#options.child };
    const files = new Map<string, string>();
    const fetched = async (address: string) => {
      const file = files.get(address) ?? (await this.#fetch(address, join(folder, `input-${files.size}`)));
      files.set(address, file);
      return file;
    };
    const videos: string[] = [];
    for (const { fileInput } of settings.inputs) videos.push(await fetched(fileInput));
    const probes: Probe[] = [];
    for (const file of videos)
      probes.push(
        await probe(file, run).catch((error) => Promise.reject(new JobError(badInput, error.message))),
      );
    const seconds = probes.reduce((sum, found) => sum + found.seconds, 0);
    const made: OutputDetail[] = [];
    for (const group of settings.outputGroups)
      for (const output of group.outputs) {
        const { destination } = group.outputGroupSettings.fileGroupSettings;
        const address = this.#address(destination, output, settings);
        assertAlike(output, probes);
        const video = this.#list(folder, 'video', videos);
        const sounds = await this.#sounds(settings, output, fetched);
        const file = join(folder, `output-${made.length}.mp4`);
        const lists = { video, ...(sounds ? { audio: this.#list(folder, 'audio', sounds) } : {}) };
        await runFfmpeg(joinArguments(output, lists, file), {
          ...run,
          progress: (written) => progress((100 * written) / Math.max(seconds, 0.1)),
        });
        const { bucket, key } = split(address);
        await this.#options.s3.putFile(bucket, key, createReadStream(file), { contentType: 'video/mp4' });
        const [{ width, height } = { width: 0, height: 0 }] = probes;
        made.push({ path: address, durationMs: Math.round(seconds * 1000), width, height });
      }
    return made;
  }

  /** A destination that ends in a slash takes the first input's name. */
  #address(destination: string, output: JobOutput, settings: JobSettings): string {
    const [first] = settings.inputs;
    const own = split(first!.fileInput)
      .key.split('/')
      .at(-1)!
      .replace(/\.[^.]*$/, '');
    const base = destination.endsWith('/') ? `${destination}${own}` : destination;
    return `${base}${output.nameModifier ?? ''}.mp4`;
  }

  async #sounds(
    { inputs }: JobSettings,
    output: JobOutput,
    fetched: (address: string) => Promise<string>,
  ): Promise<string[] | undefined> {
    const name = output.audioDescriptions?.[0]?.audioSourceName;
    if (!name) return undefined;
    const addresses = inputs.map(({ audioSelectors }) => audioSelectors?.[name]?.externalAudioFileInput);
    if (addresses.every((address) => address === undefined)) return undefined;
    const files: string[] = [];
    for (const address of addresses) {
      if (!address) throw new JobError(badInput, 'Either every input has a sound file of its own or none.');
      files.push(await fetched(address));
    }
    return files;
  }

  #list(folder: string, name: string, files: string[]): string {
    const list = join(folder, `${name}.txt`);
    writeFileSync(list, files.map((file) => `file '${file.replaceAll("'", "'\\''")}'\n`).join(''));
    return list;
  }

  async #fetch(address: string, file: string): Promise<string> {
    const { bucket, key } = split(address);
    let object: ReturnType<S3Service['getObject']> = null;
    try {
      object = this.#options.s3.getObject(bucket, key);
    } catch {
      // A bucket that does not exist is an input that does not exist.
    }
    if (!object) throw new JobError(missingInput, `Unable to open input file [${address}]: it is not there.`);
    await pipeline(object.body(), createWriteStream(file));
    if (!existsSync(file) || (await stat(file)).size !== object.size)
      throw new JobError(missingInput, `Unable to read input file [${address}].`);
    return file;
  }
}

/** Passing through joins only what is encoded alike. */
function assertAlike({ videoDescription }: JobOutput, probes: Probe[]): void {
  if (videoDescription.codecSettings.codec !== 'PASSTHROUGH') return;
  const kinds = new Set(probes.map(({ video }) => video));
  if (kinds.size > 1)
    throw new JobError(
      badInput,
      `Video passthrough needs inputs that are encoded alike: ${[...kinds].join(' and ')}`,
    );
}
