import type { Point } from '#shared/model/geometry.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import type { EditorSession } from '../editor/session.ts';
import { droppedFile } from './file-checks.ts';
import { placeAsset } from './place-asset.ts';
import { uploadAsset } from './uploads.ts';

/** Uploads a file that was dropped or pasted, and puts it on the canvas, its middle at the point. */
export async function placeFile(session: EditorSession, file: File, at: Point): Promise<void> {
  const { editor } = session;
  const { kind, problem } = droppedFile(file);
  if (!kind) return editor.toast(problem, 'error');
  if (kind === 'video') return placeVideo(session, file, at);
  try {
    await placeAsset(session, await uploadAsset(file), { at, guarded: false });
  } catch (error) {
    editor.toast('Failed to add asset to canvas', 'error', messageOf(error));
  }
}

/** Videos are large: one is shown from this machine at once, and from the library when it has arrived there. */
async function placeVideo({ editor, creator }: EditorSession, file: File, at: Point): Promise<void> {
  const preview = URL.createObjectURL(file);
  const element = creator.fromMedia('video', { src: preview }, at);
  if (!element) return URL.revokeObjectURL(preview);
  editor.toast(
    `Video "${file.name}" dropped! Use Properties panel to upload permanently.`,
    'success',
    'It is being uploaded in the meantime.',
  );
  try {
    const asset = await uploadAsset(file);
    // Whoever has put another video there meanwhile wants that one.
    editor.amend(element, (one) =>
      one.properties.src === preview
        ? { ...one, assetId: asset.id, properties: { ...one.properties, src: asset.publicUrl } }
        : one,
    );
    URL.revokeObjectURL(preview);
    editor.toast('Video uploaded successfully!', 'success');
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      editor.remove('Remove what is no video', [element.id]);
      editor.toast('Please drop a valid video file (MP4, WebM, OGV)', 'error', messageOf(error));
      return;
    }
    editor.toast(
      'Failed to upload video. Please try again.',
      'error',
      'Using local preview (video will need to be re-uploaded on save)',
    );
  }
}
