import type { DragEvent } from 'react';
import { asset as assetSchema } from '#shared/model/content.ts';
import { elementTypeNamed } from '#shared/scene/registry.ts';
import { placeAsset } from '../../data/place-asset.ts';
import { placeFile } from '../../data/place-file.ts';
import { placeRep, repDrag, repIn } from '../../data/place-rep.ts';
import { rememberUse } from '../../panels/palette-lists.ts';
import type { EditorSession } from '../session.ts';

/** What the panels put into a drag: the name of an element type, or an asset as JSON. */
export const elementDrag = 'application/x-dealbell-element';
export const assetDrag = 'application/x-dealbell-asset';

/** Files that are dropped together lie so many canvas px apart. */
const fanned = 40;

/** Takes elements, assets, photos of reps, and image and video files that are dropped on the canvas. */
export class CanvasDrop {
  readonly #session: EditorSession;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  over(event: DragEvent): void {
    const { types } = event.dataTransfer;
    if (![elementDrag, assetDrag, repDrag, 'Files'].some((type) => types.includes(type))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  }

  drop(event: DragEvent): void {
    event.preventDefault();
    const { editor, creator } = this.#session;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = editor.camera.toCanvas({ x: event.clientX - left, y: event.clientY - top });
    const type = event.dataTransfer.getData(elementDrag);
    if (type) {
      const { width, height } = elementTypeNamed(type).size;
      if (creator.fromPalette(type, { x: at.x - width / 2, y: at.y - height / 2 })) rememberUse(type);
      return;
    }
    const carried = event.dataTransfer.getData(assetDrag);
    if (carried) {
      const parsed = assetSchema.safeParse(parseJson(carried));
      if (parsed.success) void placeAsset(this.#session, parsed.data, { at });
      return;
    }
    const rep = event.dataTransfer.getData(repDrag);
    if (rep) {
      const photo = repIn(rep);
      if (photo) placeRep(this.#session, photo, at);
      return;
    }
    for (const [index, file] of Array.from(event.dataTransfer.files).entries()) {
      void placeFile(this.#session, file, { x: at.x + index * fanned, y: at.y + index * fanned });
    }
  }
}

/** A drag from elsewhere may carry anything under our type. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
