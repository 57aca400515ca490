import type { Transcriber } from '#shared/model/transcript.ts';
import { transcribe } from './transcribe.ts';
import type { TranscriptProvider } from './types.ts';

export const providers: Readonly<Record<Exclude<Transcriber, 'none'>, TranscriptProvider>> = { transcribe };
