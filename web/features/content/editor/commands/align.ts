import type { Box } from '#shared/model/geometry.ts';
import type { Editor } from '../editor.ts';
import { unionOf } from '../element-geometry.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

type Axis = 'x' | 'y';

const sides = {
  left: { axis: 'x', at: 0 },
  center: { axis: 'x', at: 0.5 },
  right: { axis: 'x', at: 1 },
  top: { axis: 'y', at: 0 },
  middle: { axis: 'y', at: 0.5 },
  bottom: { axis: 'y', at: 1 },
} as const;

type Side = keyof typeof sides;

const lengthOf = (box: Box, axis: Axis) => (axis === 'x' ? box.width : box.height);

/** Shifts elements along an axis by whole px; those that are not named stay. */
function shift(editor: Editor, label: string, axis: Axis, shifts: ReadonlyMap<string, number>): void {
  editor.edit(label, shifts.keys(), (element) => {
    const by = Math.round(shifts.get(element.id)!);
    const { position } = element;
    return by === 0 ? element : { ...element, position: { ...position, [axis]: position[axis] + by } };
  });
}

function alignWithin(editor: Editor, label: string, side: Side, around: Box): void {
  const { axis, at } = sides[side];
  const target = around[axis] + lengthOf(around, axis) * at;
  const shifts = new Map<string, number>();
  for (const { elements, box } of editor.groups.unitsOf(unlocked(editor))) {
    for (const { id } of elements) shifts.set(id, target - (box[axis] + lengthOf(box, axis) * at));
  }
  shift(editor, label, axis, shifts);
}

const align = (side: Side): Command => ({
  name: `align-${side}`,
  label: `Align ${side}`,
  group: 'Arrange',
  run({ editor }) {
    const selected = editor.selectedElements();
    if (selected.length < 2) return editor.toast('Select multiple elements to align', 'info');
    alignWithin(editor, `Align ${side}`, side, editor.selectionBox()!);
  },
});

const alignToCanvas = (side: Side): Command => ({
  name: `align-canvas-${side}`,
  label: `Align ${side} on the canvas`,
  group: 'Arrange',
  enabled: ({ editor }) => unlocked(editor).length > 0,
  run({ editor }) {
    const { width, height } = editor.document.fields.get().canvasSize;
    const label = `Align ${side} on the canvas`;
    const { axis, at } = sides[side];
    // As one: what stands together stays together.
    const box = unionOf(editor.groups.unitsOf(unlocked(editor)).map((unit) => unit.box));
    const by = (axis === 'x' ? width : height) * at - (box[axis] + lengthOf(box, axis) * at);
    shift(editor, label, axis, new Map(unlocked(editor).map(({ id }) => [id, by])));
  },
});

const distribute = (axis: Axis, word: string): Command => ({
  name: `distribute-${word}`,
  label: `Distribute ${word}`,
  group: 'Arrange',
  keywords: 'space evenly gap',
  enabled: ({ editor }) => editor.groups.unitsOf(unlocked(editor)).length > 2,
  run({ editor }) {
    const units = editor.groups
      .unitsOf(unlocked(editor))
      .sort((a, b) => a.box[axis] + lengthOf(a.box, axis) / 2 - (b.box[axis] + lengthOf(b.box, axis) / 2));
    const all = unionOf(units.map(({ box }) => box));
    const filled = units.reduce((sum, { box }) => sum + lengthOf(box, axis), 0);
    const gap = (lengthOf(all, axis) - filled) / (units.length - 1);
    const shifts = new Map<string, number>();
    let at = all[axis];
    for (const { elements, box } of units) {
      for (const { id } of elements) shifts.set(id, at - box[axis]);
      at += lengthOf(box, axis) + gap;
    }
    shift(editor, `Distribute ${word}`, axis, shifts);
  },
});

export const alignLeft = align('left');
export const alignCenter = align('center');
export const alignRight = align('right');
export const alignTop = align('top');
export const alignMiddle = align('middle');
export const alignBottom = align('bottom');
export const alignCanvasLeft = alignToCanvas('left');
export const alignCanvasCenter = alignToCanvas('center');
export const alignCanvasRight = alignToCanvas('right');
export const alignCanvasTop = alignToCanvas('top');
export const alignCanvasMiddle = alignToCanvas('middle');
export const alignCanvasBottom = alignToCanvas('bottom');
export const distributeHorizontally = distribute('x', 'horizontally');
export const distributeVertically = distribute('y', 'vertically');
