import { ulid } from 'ulid';
import * as z from 'zod';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { contentLimits, type Element } from '#shared/model/content.ts';

/** A group that an element lies in. */
export interface GroupRef {
  id: string;
  /** Undefined until somebody gives it one. */
  name?: string;
}

/** Groups within groups, at most so many deep. */
export const deepestGroups = 8;

const kept = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(64),
      name: z.string().min(1).max(contentLimits.nameLength).optional(),
    }),
  )
  .max(deepestGroups);

/** What of an element says where it belongs. */
type Grouped = Pick<Element, 'groupId' | 'metadata'>;

const paths = new WeakMap<Grouped, readonly GroupRef[]>();

/**
 * The groups that an element lies in, from the outermost to the innermost. `groupId` is the outermost one, so that
 * whoever knows only one level takes the whole group; all of them stand in `metadata.groups`. Where the two do not
 * agree, somebody who knows only one level has grouped again, and the path is forgotten.
 */
export function groupsOf(element: Grouped): readonly GroupRef[] {
  const { groupId } = element;
  if (!groupId) return none;
  const known = paths.get(element);
  if (known) return known;
  const read = kept.safeParse(element.metadata.groups);
  const path = read.success && read.data[0]?.id === groupId ? read.data : [{ id: groupId }];
  paths.set(element, path);
  return path;
}
const none: readonly GroupRef[] = [];

const sameRef = (a: GroupRef, b: GroupRef | undefined) => a.id === b?.id && a.name === b.name;

/** The element in these groups; the same object when it lies in them already. */
export function withGroups<Kind extends Grouped>(element: Kind, path: readonly GroupRef[]): Kind {
  const before = groupsOf(element);
  if (before.length === path.length && before.every((ref, level) => sameRef(ref, path[level])))
    return element;
  const { groups: _, ...metadata } = element.metadata;
  const plain = path.length < 2 && path.every(({ name }) => name === undefined);
  const refs = path.map(({ id, name }): JsonMap => (name === undefined ? { id } : { id, name }));
  return {
    ...element,
    groupId: path[0]?.id ?? null,
    // One group without a name is written as it always was.
    metadata: plain ? metadata : { ...metadata, groups: refs },
  };
}

export const newGroupId = () => `grp_${ulid()}`;

/**
 * For copies: every group becomes one of its own, the same for all of its members.
 * @param stays whether copies lie in the very same group, as those of single members of a group do
 */
export function ownGroups(
  stays: (groupId: string) => boolean = () => false,
): <Kind extends Grouped>(element: Kind) => Kind {
  const copied = new Map<string, string>();
  const idOf = (id: string) => {
    const own = copied.get(id) ?? (stays(id) ? id : newGroupId());
    copied.set(id, own);
    return own;
  };
  return (element) =>
    withGroups(
      element,
      groupsOf(element).map((ref) => ({ ...ref, id: idOf(ref.id) })),
    );
}
