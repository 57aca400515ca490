import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { boxAround } from './element-geometry.ts';
import { Signal } from './signal.ts';
import type { EditorDocument } from './store/document.ts';

/** What is moved, aligned and distributed as one: a group, or an element on its own. */
export interface Unit {
  elements: readonly Element[];
  box: Box;
}

/**
 * Which elements belong together. A click takes the whole group; inside a group that was entered, elements are
 * taken one by one.
 */
export class Groups {
  /** The group that was entered by a double click. */
  readonly entered = new Signal<string | undefined>(undefined);
  readonly #document: EditorDocument;
  #members: { revision: number; byGroup: ReadonlyMap<string, readonly string[]> } | undefined;

  constructor(document: EditorDocument) {
    this.#document = document;
  }

  /** Ids from the back to the front. */
  membersOf(groupId: string): readonly string[] {
    return this.#byGroup().get(groupId) ?? [];
  }

  /** The group that a click on the element would take as a whole. */
  closedGroupOf(element: Element | undefined): string | undefined {
    const id = element?.groupId;
    return id && id !== this.entered.get() ? id : undefined;
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

  /** Elements put together as they are moved; one group alone falls apart into its elements. */
  unitsOf(elements: readonly Element[]): Unit[] {
    const units = new Map<string, Element[]>();
    for (const element of elements) {
      const key = this.closedGroupOf(element) ?? element.id;
      const unit = units.get(key) ?? [];
      unit.push(element);
      units.set(key, unit);
    }
    const parts = units.size === 1 ? elements.map((element) => [element]) : [...units.values()];
    return parts.map((unit) => ({ elements: unit, box: boxAround(unit)! }));
  }

  /** Leaves the entered group when something outside of it is selected, or nothing is left of it. */
  follow(selection: readonly string[]): void {
    const entered = this.entered.get();
    if (!entered) return;
    const inside = selection.some((id) => this.#document.get(id)?.groupId === entered);
    if (!inside) this.entered.set(undefined);
  }

  #byGroup(): ReadonlyMap<string, readonly string[]> {
    const revision = this.#document.revision.get();
    if (this.#members?.revision !== revision) {
      const byGroup = new Map<string, string[]>();
      for (const { id, groupId } of this.#document.all()) {
        if (!groupId) continue;
        const members = byGroup.get(groupId);
        if (members) members.push(id);
        else byGroup.set(groupId, [id]);
      }
      this.#members = { revision, byGroup };
    }
    return this.#members.byGroup;
  }
}
