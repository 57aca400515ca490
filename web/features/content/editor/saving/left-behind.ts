import type { ProjectWithElements } from '#shared/api/content.ts';
import type { Element, ProjectFields } from '#shared/model/content.ts';
import { underlay } from '../store/overlay.ts';
import { same } from '../store/same.ts';
import type { Draft } from './draft.ts';
import { elementChanges, type PendingWork } from './queue.ts';

type PendingElement = PendingWork['elements'][number];

/** What several closed tabs left behind as one draft; where two changed the same place, the later stands. */
export function combined(drafts: readonly Draft[]): Draft | undefined {
  const [newest, ...older] = [...drafts].sort((a, b) => b.savedAt - a.savedAt);
  if (!newest) return undefined;
  const { projectId, savedAt } = newest;
  return { projectId, savedAt, work: older.reduce((work, draft) => both(draft.work, work), newest.work) };
}

function both(older: PendingWork, newer: PendingWork): PendingWork {
  const elements = new Map(newer.elements.map((one) => [one.id, one]));
  for (const one of older.elements) {
    const other = elements.get(one.id);
    elements.set(one.id, other ? bothOf(one, other) : one);
  }
  const versions =
    newer.fields || !older.fields
      ? { projectVersion: newer.projectVersion, fields: newer.fields }
      : { projectVersion: older.projectVersion, fields: older.fields };
  if (newer.fields && older.fields) {
    const { base, mine } = older.fields;
    versions.fields = {
      base: newer.fields.base,
      mine: underlay({ base, changed: mine }, newer.fields.mine, newer.fields.base),
    };
  }
  return { ...versions, elements: [...elements.values()] };
}

function bothOf(older: PendingElement, newer: PendingElement): PendingElement {
  // One tab removed what the other changed: what was drawn is kept.
  if (!newer.mine) return older;
  if (!older.mine || !older.base || !newer.base) return newer;
  const mine = underlay({ base: older.base, changed: older.mine }, newer.mine, newer.base);
  return { ...newer, mine };
}

const arrived = (mine: Element | null, stored: Element | undefined): boolean =>
  mine && stored ? Object.keys(elementChanges(stored, mine)).length === 0 : !mine && !stored;

/**
 * The draft without what the server already holds: a tab may have ended after its save arrived and before it
 * heard of it. Undefined when nothing is left to be restored.
 */
export function stillUnsaved(draft: Draft | undefined, project: ProjectWithElements): Draft | undefined {
  if (!draft) return undefined;
  const stored = new Map(project.elements.map((element) => [element.id, element]));
  const elements = draft.work.elements.filter(({ id, mine }) => !arrived(mine, stored.get(id)));
  const { fields } = draft.work;
  const kept = fields && !fieldsArrived(fields, project) ? fields : null;
  if (elements.length === 0 && !kept) return undefined;
  return { ...draft, work: { ...draft.work, elements, fields: kept } };
}

function fieldsArrived({ base, mine }: { base: ProjectFields; mine: ProjectFields }, project: ProjectFields) {
  const keys = Object.keys(mine) as (keyof ProjectFields)[];
  return keys.every((key) => same(base[key], mine[key]) || same(project[key], mine[key]));
}
