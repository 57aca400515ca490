import { centreOf, type Point } from '#shared/model/geometry.ts';
import type { Person } from '#shared/model/presence.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import { colorOf } from '#web/ui/people-colors.ts';
import type { Editor } from '../editor/editor.ts';
import { boxOf } from '../editor/element-geometry.ts';

const tag = { height: 18, pad: 6, font: '600 11px Inter, system-ui, sans-serif', longest: 18 };

/** Outlines what the others have selected, each in their colour, with their name on the first of it. */
export function paintOthers(ctx: SceneContext, editor: Editor, people: readonly Person[]): void {
  const { camera } = editor;
  const { zoom } = camera.view.get();
  for (const { userId, name, selection } of people) {
    const color = colorOf(userId);
    let named: Point | undefined;
    for (const id of selection) {
      const element = editor.shown(id);
      if (!element || !editor.document.isOnPage(id)) continue;
      const box = boxOf(element);
      const { x, y } = camera.toScreen(centreOf(box));
      const [width, height] = [box.width * zoom, box.height * zoom];
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate((element.rotation * Math.PI) / 180);
      ctx.strokeStyle = color;
      ctx.lineWidth = 2;
      ctx.strokeRect(-width / 2 - 2, -height / 2 - 2, width + 4, height + 4);
      ctx.restore();
      named ??= { x: x - width / 2 - 3, y: y - height / 2 - 3 };
    }
    if (named) paintName(ctx, name, color, named);
  }
}

function paintName(ctx: SceneContext, name: string, color: string, { x, y }: Point): void {
  const text = name.length > tag.longest ? `${name.slice(0, tag.longest - 1)}…` : name;
  ctx.save();
  ctx.font = tag.font;
  const width = ctx.measureText(text).width + 2 * tag.pad;
  const top = Math.max(2, y - tag.height);
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(Math.max(2, x), top, width, tag.height, [4, 4, 4, 0]);
  ctx.fill();
  ctx.fillStyle = '#ffffff';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, Math.max(2, x) + tag.pad, top + tag.height / 2 + 0.5);
  ctx.restore();
}
