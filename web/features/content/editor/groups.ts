import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { boxAround } from './element-geometry.ts';
import { type GroupRef, groupsOf } from './group-path.ts';
import { Signal } from './signal.ts';
import type { EditorDocument } from './store/document.ts';

/** What is moved, aligned and distributed as one: a group, or an element on its own. */
export interface Unit {
  elements: readonly Element[];
  box: Box;
}

interface Known {
  members: string[];
  /** From the outermost to the group itself. */
  path: readonly GroupRef[];
}

/**
 * Which elements belong together. A click takes the outermost group; inside a group that was entered, its elements
 * and the groups within it are taken one by one.
 */
export class Groups {
  /** The innermost group that was entered by double clicks; those around it are entered too. */
  readonly entered = new Signal<string | undefined>(undefined);
  readonly #document: EditorDocument;
  #known: { revision: number; byGroup: ReadonlyMap<string, Known> } | undefined;

  constructor(document: EditorDocument) {
    this.#document = document;
  }

  /** Ids of everything in the group, at any depth, from the back to the front. */
  membersOf(groupId: string): readonly string[] {
    return this.#byGroup().get(groupId)?.members ?? [];
  }

  /** The groups around a group, the outermost first, and the group itself. */
  pathOf(groupId: string): readonly GroupRef[] {
    return this.#byGroup().get(groupId)?.path ?? [];
  }

  /** The groups that are entered, the outermost first. */
  enteredPath(): readonly GroupRef[] {
    const entered = this.entered.get();
    return entered ? this.pathOf(entered) : [];
  }

  /** The group that a click on the element would take as a whole. */
  closedGroupOf(element: Element | undefined): string | undefined {
    if (!element?.groupId) return undefined;
    const open = this.enteredPath();
    // Whatever lies beside the entered group is taken at the level where the two part.
    return groupsOf(element).find(({ id }, level) => id !== open[level]?.id)?.id;
  }

  /** What a click on the element takes. */
  takenWith(element: Element): readonly string[] {
    const group = this.closedGroupOf(element);
    return group ? this.membersOf(group) : [element.id];
  }

  /** The ids, each with the rest of its group. */
  expand(ids: readonly string[]): string[] {
    const taken = new Set<string>();
    for (const id of ids) {
      if (taken.has(id)) continue;
      const element = this.#document.get(id);
      if (element) for (const member of this.takenWith(element)) taken.add(member);
    }
    return [...taken];
  }

  /** Elements put together as they are moved; one group alone falls apart into what is directly in it. */
  unitsOf(elements: readonly Element[]): Unit[] {
    let level = this.enteredPath().length;
    const atLevel = () => {
      const units = new Map<string, Element[]>();
      for (const element of elements) {
        const key = groupsOf(element)[level]?.id ?? element.id;
        const unit = units.get(key) ?? [];
        unit.push(element);
        units.set(key, unit);
      }
      return units;
    };
    const closed = new Map<string, Element[]>();
    for (const element of elements) {
      const key = this.closedGroupOf(element) ?? element.id;
      const unit = closed.get(key) ?? [];
      unit.push(element);
      closed.set(key, unit);
    }
    let units = closed;
    while (units.size === 1 && elements.length > 1) {
      level += 1;
      units = atLevel();
    }
    return [...units.values()].map((unit) => ({ elements: unit, box: boxAround(unit)! }));
  }

  /** Goes into the group that a click on the element takes. @returns whether there was one */
  enter(element: Element): boolean {
    const group = this.closedGroupOf(element);
    if (group) this.entered.set(group);
    return group !== undefined;
  }

  /** Leaves the innermost entered group. @returns its members */
  leave(): readonly string[] {
    const path = this.enteredPath();
    const left = this.entered.get();
    this.entered.set(path.at(-2)?.id);
    return left ? this.membersOf(left) : [];
  }

  /** Leaves the groups that hold nothing of what is selected. */
  follow(selection: readonly string[]): void {
    if (!this.entered.get()) return;
    const holds = (group: GroupRef) =>
      selection.some((id) => {
        const element = this.#document.get(id);
        return element !== undefined && groupsOf(element).some((own) => own.id === group.id);
      });
    this.entered.set(this.enteredPath().findLast(holds)?.id);
  }

  #byGroup(): ReadonlyMap<string, Known> {
    const revision = this.#document.revision.get();
    if (this.#known?.revision !== revision) {
      const byGroup = new Map<string, Known>();
      for (const element of this.#document.all()) {
        const path = groupsOf(element);
        for (const [level, { id }] of path.entries()) {
          const known = byGroup.get(id);
          if (known) known.members.push(element.id);
          else byGroup.set(id, { members: [element.id], path: path.slice(0, level + 1) });
        }
      }
      this.#known = { revision, byGroup };
    }
    return this.#known.byGroup;
  }
}
