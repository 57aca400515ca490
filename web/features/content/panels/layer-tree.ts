import type { Element } from '#shared/model/content.ts';
import type { Editor } from '../editor/editor.ts';
import { deepestGroups, type GroupRef, groupsOf, withGroups } from '../editor/group-path.ts';

/** A line of the layers: an element, or a group that stands where its frontmost member does. */
export interface LayerLine {
  /** The element's id or the group's. */
  key: string;
  group?: GroupRef;
  /** What the line stands for, from the front to the back: one element, or all that the group holds. */
  elements: readonly Element[];
  /** The groups around it, the outermost first. */
  around: readonly GroupRef[];
}

export type Side = 'above' | 'below' | 'into';

interface Branch {
  line: LayerLine & { elements: Element[] };
  children: Branch[];
}

/** The elements, from the front to the back, as a tree. */
function branchesOf(frontFirst: readonly Element[]): Branch[] {
  const roots: Branch[] = [];
  const groups = new Map<string, Branch>();
  for (const element of frontFirst) {
    const path = groupsOf(element);
    let siblings = roots;
    for (const [level, group] of path.entries()) {
      let branch = groups.get(group.id);
      if (!branch) {
        const line = { key: group.id, group, elements: [], around: path.slice(0, level) };
        branch = { line, children: [] };
        groups.set(group.id, branch);
        siblings.push(branch);
      }
      branch.line.elements.push(element);
      siblings = branch.children;
    }
    siblings.push({ line: { key: element.id, elements: [element], around: path }, children: [] });
  }
  return roots;
}

/** The lines that are seen, from the front to the back, without what collapsed groups hold. */
export function layerLines(frontFirst: readonly Element[], collapsed: ReadonlySet<string>): LayerLine[] {
  const lines: LayerLine[] = [];
  const visit = (branches: readonly Branch[]) => {
    for (const { line, children } of branches) {
      lines.push(line);
      if (!collapsed.has(line.key)) visit(children);
    }
  };
  visit(branchesOf(frontFirst));
  return lines;
}

/** Where a line comes to lie when it is moved to a side of another one; undefined where it cannot. */
function placeOf(moved: LayerLine, target: LayerLine, side: Side): readonly GroupRef[] | undefined {
  const around = side === 'into' && target.group ? [...target.around, target.group] : target.around;
  const within = moved.group && around.some(({ id }) => id === moved.group?.id);
  if (moved.key === target.key || within) return undefined;
  const own = Math.max(...moved.elements.map((element) => groupsOf(element).length - moved.around.length));
  return around.length + own <= deepestGroups ? around : undefined;
}

/** Moves a line above, below or into another one, out of its groups and into those of the other, as one step. */
export function moveLine(editor: Editor, moved: LayerLine, target: LayerLine, side: Side): boolean {
  const around = placeOf(moved, target, side);
  if (!around) return false;
  const ids = new Set(moved.elements.map(({ id }) => id));
  const order = editor.document.order.get();
  const rest = order.filter((id) => !ids.has(id));
  const others = target.elements.filter(({ id }) => !ids.has(id)).map(({ id }) => rest.indexOf(id));
  if (others.length === 0) return false;
  const at = side === 'below' ? Math.min(...others) : Math.max(...others) + 1;
  const inPlace = order.filter((id) => ids.has(id));
  editor.reorder(rest.toSpliced(at, 0, ...inPlace), (element) =>
    ids.has(element.id)
      ? withGroups(element, [...around, ...groupsOf(element).slice(moved.around.length)])
      : element,
  );
  return true;
}

/** Names a group for all of its members; an empty name takes it away. */
export function renameGroup(editor: Editor, { group, elements }: LayerLine, name: string): void {
  if (!group) return;
  editor.edit(
    'Rename',
    elements.map(({ id }) => id),
    (element) =>
      withGroups(
        element,
        groupsOf(element).map((ref) => (ref.id === group.id ? { id: ref.id, ...(name && { name }) } : ref)),
      ),
  );
}

/** What the keyboard moves a line beside: one place up or down, out of its group, or into the group above it. */
export function keyboardMove(
  lines: readonly LayerLine[],
  line: LayerLine,
  way: 'up' | 'down' | 'out' | 'in',
): { target: LayerLine; side: Side } | undefined {
  const parent = line.around.at(-1)?.id;
  const siblings = lines.filter((one) => one.around.at(-1)?.id === parent);
  const at = siblings.findIndex(({ key }) => key === line.key);
  const target =
    way === 'out' ? lines.find(({ key }) => key === parent) : siblings[way === 'down' ? at + 1 : at - 1];
  if (!target || (way === 'in' && !target.group)) return undefined;
  return { target, side: way === 'down' ? 'below' : way === 'in' ? 'into' : 'above' };
}
