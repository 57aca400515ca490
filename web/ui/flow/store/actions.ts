import { type FlowGraph, mainLine, stepsById } from '#shared/model/flow.ts';
import { toast } from '#web/ui/toast.ts';
import {
  added,
  addedAfter,
  connected,
  connectionsOf,
  copiesOf,
  entryLink,
  firstOutput,
  insertedOn,
  type Link,
  moved,
  removed,
  swappedWithNext,
  targetOf,
  withCopies,
} from '../graph/edits.ts';
import { freePlace, openWayAbove } from '../graph/places.ts';
import { sizeOf, tidied } from '../graph/sizes.ts';
import { type FlowKind, startId } from '../kind.ts';
import { copied, keepCopied } from './clipboard.ts';
import type { Draft } from './draft.ts';

/** Where a new step goes: on a way, after a step (null: first), at a place, or after what is selected. */
export type Spot =
  | { on: Link }
  | { after: string | null }
  | { at: { x: number; y: number }; from?: Link }
  | 'selection';

const shift = { x: 36, y: 36 };
const rowGap = 64;

/** Room for a step that has been put in: what lies below it moves down. */
function withRoom(kind: FlowKind, graph: FlowGraph, id: string): FlowGraph {
  const one = stepsById(graph.steps).get(id)!;
  const { width, height } = sizeOf(kind, one);
  const down = height + rowGap;
  const isTaken = graph.steps.some(
    ({ id: other, position: { x, y } }) =>
      other !== id && Math.abs(x - one.position.x) < width && Math.abs(y - one.position.y) < down,
  );
  if (!isTaken) return graph;
  const below = graph.steps.filter(({ id: other, position }) => other !== id && position.y >= one.position.y);
  return moved(graph, new Map(below.map(({ id: other, position: { x, y } }) => [other, { x, y: y + down }])));
}

export type FlowActions = ReturnType<typeof actionsOf>;

/** What can be done to a draft. */
export function actionsOf(draft: Draft) {
  const graph = () => draft.get().graph;
  const kind = () => draft.get().kind;
  const stepsOf = (ids: readonly string[]) => {
    const byId = stepsById(graph().steps);
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const hasRoom = (more: number) => {
    const fits = graph().steps.length + more <= kind().most;
    if (!fits) toast.error(kind().words.full);
    return fits;
  };
  const copy = (): number => {
    const steps = stepsOf(draft.get().selection);
    if (steps.length > 0) keepCopied(kind(), steps);
    return steps.length;
  };
  const remove = (ids: readonly string[]): void => {
    if (draft.readOnly) return;
    if (ids.includes(startId)) kind().start?.onRemove();
    const gone = ids.filter((id) => id !== startId);
    if (gone.length === 0) return;
    draft.edit(removed(kind(), graph(), gone), { select: [] });
    kind().onRemoved?.(gone.length);
  };

  /** After what is selected, else at the end of the main line; what ends the flow stays last. */
  function placeOf(now: FlowGraph): { on: Link } | { after: string | null } {
    const chosen = draft.get().selection.at(-1);
    if (chosen === startId) return { after: null };
    const after = chosen ?? mainLine(kind(), now).at(-1)?.id ?? null;
    const [one] = stepsOf([after ?? '']);
    if (!one || firstOutput(kind(), one)) return { after };
    const way = connectionsOf(kind(), now).find(({ to }) => to === after);
    return way ? { on: way } : now.entry === after ? { on: entryLink } : { after };
  }

  /** Adds a step and answers its id; null where there is no room for one more. */
  function add(type: string, spot: Spot): string | null {
    if (draft.readOnly || !hasRoom(1)) return null;
    const id = kind().newId();
    const now = graph();
    const where = spot === 'selection' ? placeOf(now) : spot;
    if ('at' in where) {
      const from = where.from ?? openWayAbove(kind(), now, where.at);
      const step = kind().newStep(type, id, where.at);
      const position = freePlace(kind(), now, step, from?.from ?? null);
      const next = added(now, { ...step, position });
      draft.edit(from ? connected(next, from, id) : next, { select: [id] });
      return id;
    }
    const [before] = stepsOf(['on' in where ? (where.on.from ?? '') : (where.after ?? '')]);
    const [follower] = stepsOf(['on' in where ? (targetOf(now, where.on) ?? '') : (now.entry ?? '')]);
    const position = before
      ? {
          x: 'on' in where && follower ? follower.position.x : before.position.x,
          y: before.position.y + sizeOf(kind(), before).height + rowGap,
        }
      : (follower?.position ?? { x: 0, y: 0 });
    const step = kind().newStep(type, id, position);
    const next =
      'on' in where ? insertedOn(kind(), now, where.on, step) : addedAfter(kind(), now, where.after, step);
    draft.edit(withRoom(kind(), next, id), { select: [id] });
    return id;
  }

  return {
    add,
    remove,
    copy,
    cut() {
      if (copy() > 0) remove(draft.get().selection);
    },
    paste() {
      const steps = copied(kind());
      if (draft.readOnly || steps.length === 0 || !hasRoom(steps.length)) return;
      const copies = copiesOf(steps, shift, kind().newId);
      // The next time beside these, not upon them.
      keepCopied(
        kind(),
        steps.map((one, at) => ({ ...one, position: copies[at]!.position })),
      );
      draft.edit(withCopies(graph(), copies), { select: copies.map(({ id }) => id) });
    },
    duplicate(ids: readonly string[] = draft.get().selection) {
      const steps = stepsOf(ids);
      if (draft.readOnly || steps.length === 0 || !hasRoom(steps.length)) return;
      const copies = copiesOf(steps, shift, kind().newId);
      draft.edit(withCopies(graph(), copies), { select: copies.map(({ id }) => id) });
    },
    tidy() {
      draft.edit(moved(graph(), tidied(kind(), graph())));
    },
    swapWithNext(id: string) {
      draft.edit(swappedWithNext(kind(), graph(), id), { select: draft.get().selection });
    },
    /** Leads a way to a step, to the end (null), or nowhere in particular (undefined). */
    connect: (link: Link, to: string | null | undefined) => draft.edit(connected(graph(), link, to)),
  };
}
