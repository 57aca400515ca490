import type { Asset } from '#shared/model/content.ts';
import type { Point, Size } from '#shared/model/geometry.ts';
import { canPlace } from '../editor/create.ts';
import type { EditorSession } from '../editor/session.ts';
import { unsupported } from './file-checks.ts';

interface PlaceOptions {
  /** Where its middle comes to lie; the canvas's own middle by default. */
  at?: Point;
  /** False where no double click can have asked for it twice. */
  guarded?: boolean;
}

/** Puts an asset on the canvas in its own proportions. */
export async function placeAsset(
  session: EditorSession,
  asset: Asset,
  { at, guarded }: PlaceOptions = {},
): Promise<void> {
  const { editor, creator } = session;
  if (!canPlace(asset.assetType)) return editor.toast(unsupported(asset.assetType), 'info');
  const natural = asset.assetType === 'image' ? await naturalSize(asset.publicUrl) : undefined;
  const { canvasSize } = editor.document.fields.get();
  const middle = at ?? { x: canvasSize.width / 2, y: canvasSize.height / 2 };
  const element = creator.fromAsset(asset, middle, { natural, guarded });
  if (element) editor.toast(`${asset.name} added to canvas`, 'success');
}

/** Undefined where the picture does not load: it is placed all the same, in the default size. */
async function naturalSize(url: string): Promise<Size | undefined> {
  const image = new Image();
  const loaded = new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
  });
  image.src = url;
  try {
    await loaded;
  } catch {
    return undefined;
  }
  return image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : undefined;
}
