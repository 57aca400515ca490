import { contentLimits, type Element } from '#shared/model/content.ts';
import { type Box, centreOf, type Point, rotateVector } from '#shared/model/geometry.ts';
import type { Editor } from './editor.ts';
import { boxAround, boxOf, toHundredth } from './element-geometry.ts';
import { isTilted, scaledWith, turnedAbout } from './frame.ts';

/* Several elements, a group above all, moved, scaled and turned as one thing. */

/** The angle of several elements; undefined where they differ. A group has that of its rearmost element. */
export function angleOf(editor: Editor, elements: readonly Element[]): number | undefined {
  const first = elements[0]!;
  const group = editor.groups.closedGroupOf(first);
  const isOneGroup =
    group !== undefined && elements.every((element) => editor.groups.closedGroupOf(element) === group);
  const same = elements.every(({ rotation }) => rotation === first.rotation);
  return isOneGroup || same ? first.rotation : undefined;
}

/**
 * The point that elements are turned about: the middle of the box around them that leans as the first one does. Unlike
 * the middle of the upright box it stays where it is while they turn.
 */
function pivotOf(elements: readonly Element[]): Point {
  const angle = elements[0]!.rotation;
  const upright = elements.map((element) => turnedAbout(element, { x: 0, y: 0 }, -angle));
  return rotateVector(centreOf(boxAround(upright)!), angle);
}

/** Elements turned by an angle in degrees: one on the spot, several about their common middle. */
export function turnedBy(elements: readonly Element[], degrees: number): Element[] {
  if (elements.length === 1) {
    const [only] = elements;
    // Alone it turns on the spot: no rounding may creep into its place.
    return [{ ...only!, rotation: turnedAbout(only!, centreOf(boxOf(only!)), degrees).rotation }];
  }
  const pivot = pivotOf(elements);
  return elements.map((element) => turnedAbout(element, pivot, degrees));
}

/** Everything shifted along an axis so that the box around it begins at the value; nothing leaves where it can be. */
export function movedTo(elements: readonly Element[], axis: 'x' | 'y', value: number): Element[] {
  const { min, max } = contentLimits.coordinate;
  const places = elements.map(({ position }) => position[axis]);
  const wanted = value - boxAround(elements)![axis];
  const shift = Math.min(max - Math.max(...places), Math.max(min - Math.min(...places), wanted));
  return elements.map((element) => ({
    ...element,
    position: { ...element.position, [axis]: toHundredth(element.position[axis] + shift) },
  }));
}

/** Everything scaled along one side of the box around it, from its upper left corner; evenly where something leans. */
export function scaledTo(elements: readonly Element[], side: 'width' | 'height', value: number): Element[] {
  const from = boxAround(elements)!;
  const scale = value / from[side];
  const to: Box = elements.some(isTilted)
    ? { ...from, width: from.width * scale, height: from.height * scale }
    : { ...from, [side]: value };
  return elements.map((element) => scaledWith(element, from, to));
}

/** Turned to an angle: together where they have one, else each group or element on its own. */
export function turnedTo(editor: Editor, elements: readonly Element[], degrees: number): Element[] {
  const angle = angleOf(editor, elements);
  if (angle !== undefined) return turnedBy(elements, degrees - angle);
  return editor.groups
    .unitsOf(elements)
    .flatMap((unit) => turnedBy(unit.elements, degrees - unit.elements[0]!.rotation));
}

/** Writes what became of elements into the document, as one step. */
export function editWhole(
  editor: Editor,
  label: string,
  changed: readonly Element[],
  squashKey: string,
): void {
  const next = new Map(changed.map((element) => [element.id, element]));
  editor.edit(label, next.keys(), (element) => next.get(element.id)!, { squashKey });
}
