import * as z from 'zod';
import type { Point } from '#shared/model/geometry.ts';
import { type RepPhoto, repPhoto } from '#shared/model/rep-photo.ts';
import { countUse, elementProperties } from '#web/features/rep-photos/put-into-project.ts';
import type { EditorSession } from '../editor/session.ts';

/** What the Reps tab puts into a drag: a photo as JSON. */
export const repDrag = 'application/x-dealbell-rep';

/** Puts the photo of a rep on the canvas. @param at where its middle comes to lie; the canvas's own by default */
export function placeRep({ editor, creator }: EditorSession, photo: RepPhoto, at?: Point): void {
  const { canvasSize } = editor.document.fields.get();
  const middle = at ?? { x: canvasSize.width / 2, y: canvasSize.height / 2 };
  if (!creator.fromMedia('sales_rep_photo', elementProperties(photo), middle)) return;
  countUse(photo);
  editor.toast(`${photo.repName || photo.repEmail} added to canvas`, 'success');
}

/** A drag from elsewhere may carry anything under our type. */
export function repIn(text: string): RepPhoto | undefined {
  try {
    return z.nullable(repPhoto).parse(JSON.parse(text)) ?? undefined;
  } catch {
    return undefined;
  }
}
