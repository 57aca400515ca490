import { bucket } from '#functions/kernel/bucket.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { type OpenedPrompt, promptLimits } from '#shared/model/prompt-recording.ts';
import { opened } from './prompts.ts';
import { giveSound, readSound } from './sounds.ts';
import { recordingOr404 } from './store.ts';

/** Where a form uploads to: what is not fetched within a day is removed by the bucket. */
const uploads = () => bucket('uploads');
const uploadKey = (recordingId: string, uploadId: string) => `${recordingId}/${uploadId}`;

/** A form for uploading a sound straight to the bucket. @throws 404 */
export async function startUpload(recordingId: string, fileSize: number) {
  await recordingOr404(recordingId);
  const uploadId = newId('upl');
  const { url, fields } = await uploads().uploadForm(uploadKey(recordingId, uploadId), 'audio/wav', fileSize);
  return { uploadId, url, fields };
}

/** @throws 400, 413 */
async function given(recordingId: string, audio: Blob | undefined, uploadId: string | undefined) {
  if (audio) {
    if (audio.size > promptLimits.uploadBytes)
      throw new AppError(
        413,
        'payload_too_large',
        'A sound of more than 4.5 MB is uploaded by POST /recordings/{id}/upload-form.',
        { details: { maxBytes: promptLimits.uploadBytes } },
      );
    return Buffer.from(await audio.arrayBuffer());
  }
  if (!uploadId) throw badRequest('Please choose a sound.', { field: 'audio' });
  const file = await uploads().get(uploadKey(recordingId, uploadId));
  if (!file) throw badRequest('The sound has not arrived yet. Upload it first.', { field: 'uploadId' });
  return file;
}

/** What browsers read and functions do not: our screens send it as WAV. */
const isCompressed = (file: Buffer): boolean =>
  ['ID3', 'OggS', 'fLaC'].some((mark) => file.toString('latin1', 0, mark.length) === mark) ||
  file.toString('latin1', 4, 8) === 'ftyp' ||
  (file[0] === 0xff && (file[1]! & 0xe0) === 0xe0) ||
  file.readUIntBE(0, Math.min(4, file.length)) === 0x1a45dfa3;

/** Gives a recording the sound that somebody sends. @throws 400 for what is no sound, 404, 413 */
export async function uploadSound(
  recordingId: string,
  audio: Blob | undefined,
  uploadId: string | undefined,
): Promise<OpenedPrompt> {
  await recordingOr404(recordingId);
  const file = await given(recordingId, audio, uploadId);
  if (file.length === 0) throw badRequest('The file is empty.', { field: 'audio' });
  if (isCompressed(file))
    throw badRequest('Only WAV is read here. The Recordings screen takes MP3, OGG, M4A and WebM, too.', {
      field: 'audio',
    });
  const changed = await giveSound(recordingId, readSound(file), { type: 'upload', text: '', voice: '' });
  if (uploadId) await uploads().remove(uploadKey(recordingId, uploadId));
  return opened(changed);
}
