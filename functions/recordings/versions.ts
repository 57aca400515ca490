import { bucket } from '#functions/kernel/bucket.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { OpenedPrompt, PromptVersion } from '#shared/model/prompt-recording.ts';
import { changeRecording } from './change.ts';
import { opened } from './prompts.ts';
import { heardFor, soundKey } from './sounds.ts';
import { findVersion, recordingOr404, versionsOf } from './store.ts';

/** The sounds that a recording has and had, newest first. @throws 404 */
export async function listVersions(recordingId: string): Promise<{ versions: PromptVersion[] }> {
  const [recording, versions] = await Promise.all([recordingOr404(recordingId), versionsOf(recordingId)]);
  return {
    versions: versions.map(({ recordingId: _, versionId, ...version }) => ({
      id: versionId,
      isCurrent: versionId === recording.versionId,
      ...version,
    })),
  };
}

/** @throws 404 */
async function versionOr404(recordingId: string, versionId: string) {
  await recordingOr404(recordingId);
  const version = await findVersion(recordingId, versionId);
  if (!version) throw notFound('The version');
  return version;
}

/** Has callers hear an earlier sound again; the exchange has it once it is deployed. @throws 404 */
export async function restoreVersion(recordingId: string, versionId: string): Promise<OpenedPrompt> {
  const { durationMs, fileSize, type } = await versionOr404(recordingId, versionId);
  const after = { versionId, durationMs, fileSize, type, status: 'ready' as const, problem: null };
  return opened(
    await changeRecording(recordingId, ({ status }) => ({
      // What a voice is reading is heard when it is done, as it was asked for.
      after: status === 'generating' ? { ...after, status } : after,
    })),
  );
}

/** @throws 404 */
export async function hearVersion(recordingId: string, versionId: string): Promise<{ audioUrl: string }> {
  await versionOr404(recordingId, versionId);
  const key = soundKey(recordingId, versionId);
  return { audioUrl: await bucket('prompts').downloadUrl(key, 'recording.wav', heardFor) };
}
