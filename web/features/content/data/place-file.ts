import type { Point } from '#shared/model/geometry.ts';
import { canPlace } from '../editor/create.ts';
import type { EditorSession } from '../editor/session.ts';
import { placeAsset } from './place-asset.ts';
import { fileProblem, uploadAsset } from './uploads.ts';

/** Uploads an image or video file that was dropped or pasted, and puts it on the canvas, its middle at the point. */
export async function placeFile(session: EditorSession, file: File, at: Point): Promise<void> {
  const { editor } = session;
  const kind = file.type.startsWith('video/') ? 'video' : 'image';
  const problem = file.type.startsWith(`${kind}/`) ? fileProblem(file) : 'Please select an image file';
  if (problem) return editor.toast(problem, 'error');
  if (!canPlace(kind)) return editor.toast(`Asset type "${kind}" is not supported yet`, 'info');
  try {
    const asset = await uploadAsset(file);
    await placeAsset(session, asset, at);
  } catch {
    editor.toast('Failed to add asset to canvas', 'error');
  }
}
