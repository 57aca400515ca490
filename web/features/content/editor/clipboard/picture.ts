import type { Element } from '#shared/model/content.ts';
import { type Box, boundingBox } from '#shared/model/geometry.ts';
import { drawBackground, drawElement } from '#shared/scene/draw.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { createLayer, sceneAssets } from '../../scene/assets.ts';
import { sceneFonts } from '../../scene/fonts.ts';
import { boxOf, unionOf } from '../element-geometry.ts';
import type { EditorSession } from '../session.ts';

/** Sharp on screens of two px to one, up to this many px on the longer side. */
const scale = 2;
const longestSide = 4_096;

/** The selection as a picture without a background; the whole canvas when nothing is selected. */
export function pictureOf({ editor, data, variables }: EditorSession): Promise<Blob> {
  const selected = editor.selectedElements().filter(({ isVisible }) => isVisible);
  const { canvasSize } = editor.document.fields.get();
  const whole = selected.length === 0;
  const elements: readonly Element[] = whole ? editor.document.all() : selected;
  const box: Box = whole
    ? { x: 0, y: 0, ...canvasSize }
    : unionOf(selected.map((element) => boundingBox(boxOf(element), element.rotation)));
  const by = Math.min(scale, longestSide / Math.max(box.width, box.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(box.width * by));
  canvas.height = Math.max(1, Math.round(box.height * by));
  const ctx = canvas.getContext('2d')!;
  ctx.setTransform(by, 0, 0, by, -box.x * by, -box.y * by);
  const env: SceneEnv = {
    data,
    variables,
    seed: 1,
    t: 0,
    still: true,
    assets: sceneAssets,
    fonts: sceneFonts,
    createLayer,
  };
  if (whole) drawBackground(ctx, editor.document.background, canvasSize, env);
  for (const element of elements) drawElement(ctx, element, env);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('There is no picture.'))), 'image/png'),
  );
}
