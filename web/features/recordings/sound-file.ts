import { promptLimits } from '#shared/model/prompt-recording.ts';
import { api } from '#web/app/api.ts';
import { toTelephoneSound } from '#web/ui/audio/telephone-sound.ts';

/**
 * Gives a recording a sound, whatever this browser can play; one that a call does not take goes straight to the bucket.
 * @throws Error with a sentence where it is no sound
 */
export async function sendSound(id: string, given: Blob): Promise<unknown> {
  const audio = await toTelephoneSound(given);
  if (audio.size <= promptLimits.uploadBytes) return api.recordings.upload({ id, audio });
  const { uploadId, url, fields } = await api.recordings.startUpload({ id, fileSize: audio.size });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', audio);
  const sent = await fetch(url, { method: 'POST', body: form });
  if (!sent.ok) throw new Error('The sound could not be uploaded. Please try again.');
  return api.recordings.upload({ id, uploadId });
}
