import * as z from 'zod';
import { env, sandboxUrl } from '#functions/kernel/env.ts';
import { signedHeaders } from '#functions/kernel/sign-request.ts';
import { segmentsOfItems, transcriptFile } from './segments.ts';
import { TranscriberBusy, TranscriberRefused, type TranscriptProvider } from './types.ts';

const label = 'Amazon Transcribe';
const patienceMs = 6_000;
/** Of what was said in a day without a pause there is some. */
const mostBytes = 40_000_000;

const addressOf = () =>
  sandboxUrl() ? `${sandboxUrl()}/transcribe/` : `https://transcribe.${env('AWS_REGION')}.amazonaws.com/`;

const refusal = z
  .object({ __type: z.string(), Message: z.string(), message: z.string() })
  .partial()
  .catch({});
const job = z.object({
  TranscriptionJob: z.object({
    TranscriptionJobStatus: z.enum(['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
    FailureReason: z.string().optional(),
    Transcript: z.object({ TranscriptFileUri: z.string() }).partial().optional(),
  }),
});

async function fetched(url: string, init: RequestInit = {}): Promise<{ status: number; body: string }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    if (Number(answer.headers.get('content-length') ?? 0) > mostBytes)
      throw new TranscriberRefused('The transcript is too large.');
    const body = await answer.text();
    if (body.length > mostBytes) throw new TranscriberRefused('The transcript is too large.');
    return { status: answer.status, body };
  } catch (error) {
    if (error instanceof TranscriberRefused) throw error;
    throw new TranscriberBusy(`${label} cannot be reached.`, { cause: error });
  }
}

/** What it refuses, by its own name for that. */
class Refused extends TranscriberRefused {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Source: https://docs.aws.amazon.com/transcribe/latest/APIReference/CommonErrors.html */
async function asked(operation: string, input: object): Promise<unknown> {
  const address = new URL(addressOf());
  const body = JSON.stringify(input);
  const target = { 'x-amz-target': `Transcribe.${operation}` };
  const headers = signedHeaders('transcribe', address, body, 'application/x-amz-json-1.1', target);
  const { status, body: told } = await fetched(address.href, { method: 'POST', headers, body });
  const answer = parsed(told);
  if (status < 400) return answer;
  const { __type = '', Message, message = Message } = refusal.parse(answer);
  const type = __type.replace(/^.*#/, '');
  if (status >= 500 || status === 429 || /^(LimitExceeded|Throttling)/.test(type))
    throw new TranscriberBusy(`${label} asks to be called later.`);
  throw new Refused(type, `${label}: ${message ?? `it answered ${status}.`}`);
}

const isNotThere = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.type === 'NotFoundException' || /couldn.t be found|not found/i.test(error.message));

/** Where a transcript may be fetched from: AWS alone, or the sandbox. */
const isItsOwn = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname } = new URL(url);
  if (sandboxUrl()) return origin === new URL(sandboxUrl()).origin;
  return protocol === 'https:' && hostname.endsWith('.amazonaws.com');
};

/**
 * Amazon Transcribe in the account that the product runs in, by three calls without an SDK. It keeps what it made in a
 * bucket of its own until the job is deleted.
 * Source: https://docs.aws.amazon.com/transcribe/latest/APIReference/API_StartTranscriptionJob.html
 */
export const transcribe: TranscriptProvider = {
  label,
  async begin(name, { bucket, key }) {
    try {
      await asked('StartTranscriptionJob', {
        TranscriptionJobName: name,
        IdentifyLanguage: true,
        LanguageOptions: ['en-US', 'es-US'],
        MediaFormat: 'wav',
        Media: { MediaFileUri: `s3://${bucket}/${key}` },
        // Both parties and whoever was called in lie in one channel.
        Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 4 },
      });
    } catch (error) {
      // A job of this name was begun before.
      if (!(error instanceof Refused && error.type === 'ConflictException')) throw error;
    }
  },
  async hear(name) {
    const answer = job.safeParse(await asked('GetTranscriptionJob', { TranscriptionJobName: name }));
    if (!answer.success) throw new TranscriberBusy(`${label} gave an answer that nobody understands.`);
    const { TranscriptionJobStatus: status, FailureReason, Transcript } = answer.data.TranscriptionJob;
    if (status === 'FAILED') return { state: 'failed', reason: FailureReason ?? `${label} gives no reason.` };
    if (status !== 'COMPLETED') return { state: 'running' };
    const url = Transcript?.TranscriptFileUri ?? '';
    if (!isItsOwn(url))
      throw new TranscriberRefused(`${label} names no place of its own for the transcript.`);
    const { status: found, body } = await fetched(url);
    if (found >= 400) throw new TranscriberBusy(`${label} did not hand out the transcript.`);
    const file = transcriptFile.safeParse(parsed(body));
    if (!file.success) throw new TranscriberRefused(`${label} made a transcript that nobody understands.`);
    return { state: 'done', segments: segmentsOfItems(file.data) };
  },
  async forget(name) {
    try {
      await asked('DeleteTranscriptionJob', { TranscriptionJobName: name });
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  },
};
