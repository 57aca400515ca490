import type { Asset } from '#shared/model/content.ts';
import type { Point, Size } from '#shared/model/geometry.ts';
import { canPlace } from '../editor/create.ts';
import type { EditorSession } from '../editor/session.ts';

/** Puts an asset on the canvas in its own proportions, its middle at the point. */
export async function placeAsset(session: EditorSession, asset: Asset, at?: Point): Promise<void> {
  const { editor, creator } = session;
  if (!canPlace(asset.assetType)) {
    editor.toast(`Asset type "${asset.assetType}" is not supported yet`, 'info');
    return;
  }
  const natural = asset.assetType === 'image' ? await naturalSize(asset.publicUrl) : undefined;
  const { canvasSize } = editor.document.fields.get();
  const middle = at ?? { x: canvasSize.width / 2, y: canvasSize.height / 2 };
  const element = creator.fromAsset(asset, middle, natural);
  if (element) editor.toast(`${asset.name} added to canvas`, 'success');
}

/** Undefined where the picture does not load: it is placed all the same, in the default size. */
async function naturalSize(url: string): Promise<Size | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : undefined;
}
