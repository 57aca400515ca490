import { pageDrawings } from '#shared/model/pages.ts';
import { sceneTextLines } from '#shared/scene/draw.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { defaultFont, fontStack } from '#shared/scene/fonts.ts';
import type { DrawJob } from '../job.ts';
import { drawPicture } from './picture.ts';
import { loadFonts, placeOf } from './scene.ts';

/** The font of the text that lies over the picture: one that has every script, or readers would find no letters in it. */
const family = fontStack(defaultFont);

type Sheet = Pick<DrawJob, 'scene' | 'width' | 'height' | 'backgroundColor'> & { scale: number };

/** A page of the document: the picture, and over it the text, all but invisible, to be searched, selected and read aloud. */
async function sheetOf(job: Sheet, env: SceneEnv): Promise<HTMLElement> {
  const canvas = drawPicture(job, env, job.scale);
  const ctx = canvas.getContext('2d')!;
  const picture = new Image();
  picture.src = canvas.toDataURL('image/png');
  await picture.decode();
  picture.style.cssText = `position:absolute;inset:0;width:${job.width}px;height:${job.height}px`;
  const sheet = document.createElement('div');
  sheet.style.cssText = `position:relative;width:${job.width}px;height:${job.height}px;overflow:hidden`;
  sheet.append(picture);
  const { fit, x, y } = placeOf(job);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  const lines = sceneTextLines(ctx, job.scene, env);
  await loadFonts(`16px ${family}`, lines.map(({ text }) => text).join(' '));
  for (const line of lines) {
    const span = document.createElement('span');
    span.textContent = line.text;
    span.dir = line.direction;
    span.style.cssText = `position:absolute;left:0;top:0;white-space:pre;line-height:1;color:rgba(0,0,0,.004);
      font:${line.fontSize}px ${family};transform-origin:0 0`;
    sheet.append(span);
    span.dataset.width = String(line.width);
    const [a, b, c, d, e, f] = line.matrix;
    const up = line.baseline - line.fontSize * 0.95;
    span.style.transform = `translate(${x}px,${y}px) scale(${fit}) matrix(${a},${b},${c},${d},${e},${f}) translate(${line.x}px,${up}px)`;
  }
  return sheet;
}

/** Lays out the document that is then printed: a sheet for each page of the scene, and its name as the title. */
export async function layOut(job: DrawJob & { scale: number }, env: SceneEnv): Promise<void> {
  document.title = job.name;
  const sheets: HTMLElement[] = [];
  for (const scene of pageDrawings(job.scene)) sheets.push(await sheetOf({ ...job, scene }, env));
  for (const sheet of sheets.slice(1)) sheet.style.breakBefore = 'page';
  document.body.replaceChildren(...sheets);
  // Stretched to the width that the line has in the picture, whatever font it is drawn in there.
  for (const span of document.body.querySelectorAll('span')) {
    const wanted = Number(span.dataset.width);
    if (span.offsetWidth > 0) span.style.transform += ` scaleX(${wanted / span.offsetWidth})`;
  }
}
