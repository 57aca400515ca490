import type { Element } from '#shared/model/content.ts';
import type { Editor } from '../editor.ts';
import { deepestGroups, type GroupRef, groupsOf, newGroupId, withGroups } from '../group-path.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

/** How many groups all of the elements share, the outermost counted first. */
function sharedDepth(elements: readonly Element[]): number {
  const [first, ...others] = elements;
  const path = first ? groupsOf(first) : [];
  const parts = path.findIndex(({ id }, level) => others.some((one) => groupsOf(one)[level]?.id !== id));
  return parts < 0 ? path.length : parts;
}

/** Whether the elements are all that a group holds. */
function isWhole(editor: Editor, elements: readonly Element[], group: GroupRef | undefined): boolean {
  return group !== undefined && editor.groups.membersOf(group.id).length === elements.length;
}

/** The groups that an element takes along into a new one: within what all share, and selected as a whole. */
function taken(editor: Editor, element: Element, depth: number, ids: ReadonlySet<string>): GroupRef[] {
  return groupsOf(element)
    .slice(depth)
    .filter(({ id }) => editor.groups.membersOf(id).every((member) => ids.has(member)));
}

export const group: Command = {
  name: 'group',
  label: 'Group',
  group: 'Arrange',
  shortcuts: ['$mod+Alt+KeyG'],
  keywords: 'join together nest',
  enabled({ editor }) {
    const elements = unlocked(editor);
    if (elements.length < 2) return false;
    const shared = sharedDepth(elements);
    // A group alone in a group would be one and the same.
    if (isWhole(editor, elements, groupsOf(elements[0]!)[shared - 1])) return false;
    return elements.every((element) => groupsOf(element).length < deepestGroups);
  },
  run({ editor }) {
    const elements = unlocked(editor);
    const ids = new Set(elements.map(({ id }) => id));
    const depth = sharedDepth(elements);
    const around = groupsOf(elements[0]!).slice(0, depth);
    const joined = [...around, { id: newGroupId() }];
    editor.edit(`Group ${elements.length} elements`, ids, (element) =>
      withGroups(element, [...joined, ...taken(editor, element, depth, ids)]),
    );
    editor.groups.entered.set(around.at(-1)?.id);
  },
};

/** The groups that ungrouping takes away: of each selected element the outermost that is not entered. */
const closedGroups = (editor: Editor) =>
  new Set(unlocked(editor).flatMap((element) => editor.groups.closedGroupOf(element) ?? []));

export const ungroup: Command = {
  name: 'ungroup',
  label: 'Ungroup',
  group: 'Arrange',
  shortcuts: ['$mod+Alt+Shift+KeyG'],
  enabled: ({ editor }) => closedGroups(editor).size > 0 || editor.groups.entered.get() !== undefined,
  run({ editor }) {
    const closed = closedGroups(editor);
    const entered = editor.groups.entered.get();
    // Inside a group, of which single elements are selected, it is the group around them.
    const taken = closed.size === 0 && entered ? new Set([entered]) : closed;
    const inside = [...taken].flatMap((id) => editor.groups.membersOf(id));
    const around = taken.has(entered ?? '') ? editor.groups.enteredPath().at(-2)?.id : entered;
    editor.edit('Ungroup', inside, (element) =>
      withGroups(
        element,
        groupsOf(element).filter(({ id }) => !taken.has(id)),
      ),
    );
    editor.groups.entered.set(around);
  },
};
