import type { Element } from '#shared/model/content.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import { typeNameOf, typeOf } from '../known-types.ts';
import { formTypeOf } from '../live/form-rules.ts';
import { phoneSettingsOf } from './settings.ts';

/** An element with what lies on it, in the order in which it is read. */
export interface ReadingNode {
  element: Element;
  /** What lies on it, where it is a panel. */
  children: ReadingNode[];
}

export interface Reading {
  /** Covers the canvas: behind or over everything, on a phone too. */
  covers: Element[];
  nodes: ReadingNode[];
}

/** An element that takes this share of both sides of the canvas covers it. */
const coverShare = 0.85;
/** px by which what lies on a panel may reach beyond it. */
const tolerance = 6;

const right = ({ position, size }: Element) => position.x + size.width;
const bottom = ({ position, size }: Element) => position.y + size.height;

const lies = (inner: Element, outer: Element): boolean =>
  inner.position.x >= outer.position.x - tolerance &&
  inner.position.y >= outer.position.y - tolerance &&
  right(inner) <= right(outer) + tolerance &&
  bottom(inner) <= bottom(outer) + tolerance;

/** What may lie below words without being read itself. */
const isGround = (element: Element): boolean =>
  element.elementType === 'shape' || ['image', 'video'].includes(typeNameOf(element));

const isDecoration = (element: Element): boolean => typeOf(element).category === 'Effects';

type Axis = 'x' | 'y';
const from = ({ element: { position } }: ReadingNode, axis: Axis) => position[axis];
const to = ({ element }: ReadingNode, axis: Axis) => (axis === 'x' ? right(element) : bottom(element));

/** Parts that nothing joins along an axis, such as columns along x; overlaps of some px do not count. */
function partsAlong(nodes: readonly ReadingNode[], axis: Axis): ReadingNode[][] {
  const parts: ReadingNode[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const node of nodes.toSorted((a, b) => from(a, axis) - from(b, axis))) {
    const last = parts.at(-1);
    if (last && from(node, axis) < end - tolerance) last.push(node);
    else parts.push([node]);
    end = Math.max(end, to(node, axis));
  }
  return parts;
}

/** Column by column, and in a column from top to bottom; what stands beside each other there again from the left. */
function byPlace(nodes: readonly ReadingNode[], axis: Axis = 'x', isCut = false): ReadingNode[] {
  if (nodes.length < 2) return [...nodes];
  const parts = partsAlong(nodes, axis);
  const other = axis === 'x' ? 'y' : 'x';
  if (parts.length > 1) return parts.flatMap((part) => byPlace(part, other));
  // What overlaps both ways is read by its upper edge.
  if (isCut) return nodes.toSorted((a, b) => from(a, 'y') - from(b, 'y') || from(a, 'x') - from(b, 'x'));
  return byPlace(nodes, other, true);
}

/** In the order of reading, or in that which somebody has given them. */
function ordered(nodes: ReadingNode[]): ReadingNode[] {
  return byPlace(nodes)
    .map((node, place) => ({ node, order: phoneSettingsOf(node.element).order ?? place }))
    .sort((a, b) => a.order - b.order)
    .map(({ node }) => ({ ...node, children: ordered(node.children) }));
}

/**
 * How a page is read in one column: what lies on a panel belongs to it. What is hidden is left out.
 * @param options.withHidden lists what is hidden on phones too, to be shown again
 */
export function readingOf(
  elements: readonly Element[],
  canvas: { width: number; height: number },
  options: { withHidden?: boolean } = {},
): Reading {
  const seen = inLayerOrder(elements.filter((element) => element.isVisible)).filter(
    (element) => options.withHidden || !phoneSettingsOf(element).hidden,
  );
  const covers = (element: Element) =>
    isDecoration(element) ||
    (isGround(element) &&
      element.size.width >= canvas.width * coverShare &&
      element.size.height >= canvas.height * coverShare);
  const read = seen.filter((element) => !covers(element));
  const nodes = new Map(read.map((element) => [element.id, { element, children: [] as ReadingNode[] }]));
  const roots: ReadingNode[] = [];
  for (const [place, element] of read.entries()) {
    // The smallest panel below it that holds it.
    const [panel] = read
      .slice(0, place)
      .filter((below) => isGround(below) && lies(element, below))
      .sort((a, b) => a.size.width * a.size.height - b.size.width * b.size.height);
    const node = nodes.get(element.id)!;
    if (panel) nodes.get(panel.id)!.children.push(node);
    else roots.push(node);
  }
  return { covers: seen.filter(covers), nodes: ordered(roots) };
}

/** Whether a page is one that visitors do something on, and so is laid out for phones. */
export const isForVisitors = (elements: readonly Element[]): boolean =>
  elements.some((element) => element.isVisible && formTypeOf(element) !== undefined);
