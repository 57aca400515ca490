import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { otherParty } from './exchange/call.ts';
import type { Exchange } from './exchange/exchange.ts';
import { json, readJson } from './http.ts';
import type { Route } from './index.ts';
import type { Scripts } from './scripts.ts';

/** What two who have nothing in their script say, a line each three seconds, as their sound has it. */
const smallTalk = [
  'Hello, this is Dealbell calling. Is this a good time?',
  'Yes, I have a few minutes.',
  'You asked us about a new roof last week.',
  'That is right. How much would it cost?',
  'It begins at nine thousand dollars, with ten years of warranty.',
  'Please send me the offer by mail.',
  'I will do that today. Thank you, and goodbye.',
  'Goodbye.',
];
const lineSeconds = 3;

const starting = z.object({
  TranscriptionJobName: z.string().regex(/^[\w.-]{1,200}$/),
  Media: z.object({ MediaFileUri: z.string().regex(/^s3:\/\/[\w.-]+\/.{1,900}$/) }),
});
const named = z.object({ TranscriptionJobName: z.string() });

const refused = (type: string, message: string) => json(400, { __type: type, Message: message });

interface Line {
  by: 'us' | 'them';
  text: string;
}

/** Words with their times, as Amazon Transcribe writes them into its file. */
function itemsOf(lines: readonly Line[]) {
  return lines.flatMap(({ by, text }, n) => {
    const words = text.split(' ');
    const each = (lineSeconds - 0.5) / words.length;
    return words.flatMap((word, at) => {
      const [, content = word, mark] = /^(.*?)([.,?!]?)$/.exec(word) ?? [];
      const start = n * lineSeconds + at * each;
      const speaker_label = by === 'us' ? 'spk_0' : 'spk_1';
      const said = {
        type: 'pronunciation',
        start_time: start.toFixed(2),
        end_time: (start + each).toFixed(2),
        alternatives: [{ confidence: '0.99', content }],
        speaker_label,
      };
      const punctuation = { type: 'punctuation', alternatives: [{ confidence: '0.0', content: mark }] };
      return mark ? [said, { ...punctuation, speaker_label }] : [said];
    });
  });
}

/** Amazon Transcribe as the product calls it. Nothing is heard: what was said stands in the script of whoever was called. */
export function transcribeRoutes({
  database,
  exchange,
  scripts,
}: {
  database: DatabaseSync;
  exchange: Exchange;
  scripts: Scripts;
}): Route {
  database.exec('CREATE TABLE IF NOT EXISTS transcription (name TEXT PRIMARY KEY, uri TEXT NOT NULL)');
  const uriOf = (name: string) =>
    database.prepare('SELECT uri FROM transcription WHERE name = ?').get(name) as { uri: string } | undefined;
  const callOf = (uri: string) =>
    exchange.core.parts.store.find(/\/(cal_[\w-]{1,60})\.[^/]*$/.exec(uri)?.[1] ?? '');

  function fileOf(uri: string) {
    const call = callOf(uri);
    const said = call && scripts.for('call', otherParty(call))?.says;
    const lines: Line[] = said ?? smallTalk.map((text, n) => ({ by: n % 2 === 0 ? 'us' : 'them', text }));
    return json(200, { status: 'COMPLETED', results: { items: itemsOf(lines) } });
  }

  return async (request, { pathname }) => {
    const [, file] = /^\/transcribe\/files\/([\w.-]{1,200})\.json$/.exec(pathname) ?? [];
    const known = file ? uriOf(file) : undefined;
    if (known) return fileOf(known.uri);
    if (pathname !== '/transcribe/' || request.method !== 'POST') return undefined;
    const { authorization = '', 'x-amz-target': target } = request.headers;
    if (!/\/transcribe\/aws4_request, SignedHeaders=[\w;-]*x-amz-target/.test(authorization))
      return json(403, { __type: 'InvalidSignatureException', Message: 'The request is not signed.' });
    const body = await readJson(request);
    if (target === 'Transcribe.StartTranscriptionJob') {
      const read = starting.safeParse(body);
      if (!read.success) return refused('BadRequestException', z.prettifyError(read.error));
      const { TranscriptionJobName: name, Media } = read.data;
      if (uriOf(name)) return refused('ConflictException', 'The requested job name already exists.');
      database.prepare('INSERT INTO transcription VALUES (?, ?)').run(name, Media.MediaFileUri);
      return json(200, {
        TranscriptionJob: { TranscriptionJobName: name, TranscriptionJobStatus: 'IN_PROGRESS' },
      });
    }
    const name = named.safeParse(body).data?.TranscriptionJobName ?? '';
    const job = uriOf(name);
    if (!job) return refused('NotFoundException', "The requested job couldn't be found.");
    if (target === 'Transcribe.DeleteTranscriptionJob') {
      database.prepare('DELETE FROM transcription WHERE name = ?').run(name);
      return json(200, {});
    }
    if (target !== 'Transcribe.GetTranscriptionJob') return undefined;
    const call = callOf(job.uri);
    if (call && scripts.for('call', otherParty(call))?.says?.length === 0)
      return json(200, {
        TranscriptionJob: {
          TranscriptionJobStatus: 'FAILED',
          FailureReason: 'Nobody speaks in the media file.',
        },
      });
    return json(200, {
      TranscriptionJob: {
        TranscriptionJobStatus: 'COMPLETED',
        Transcript: { TranscriptFileUri: `http://${request.headers.host}/transcribe/files/${name}.json` },
      },
    });
  };
}
