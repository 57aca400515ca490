import { useEffect, useMemo, useRef, useState } from 'react';
import { stepsById } from '#shared/model/flow.ts';
import { type Person, presenceLimits } from '#shared/model/presence.ts';
import { api } from '#web/app/api.ts';
import type { StepVisitor } from '#web/ui/flow/kind.ts';
import { colorOf } from '#web/ui/people-colors.ts';
import { usePlan, usePlanState } from '../draft.ts';

/** How often it is asked who else is here, and whether they have saved: alone, and beside others; ms. */
const beats = { alone: 8_000, together: 2_500 } as const;
/** What is selected is told once it has stood for so long, ms. */
const settledMs = 400;

/**
 * Who else has the plan open, while somebody sees the page. What they have saved comes into the drawing by the way.
 * A network that fails is told of by the draft's own saving.
 */
export function usePeople(): readonly Person[] {
  const draft = usePlan();
  const { graph, selection } = usePlanState();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [tab] = useState(() => crypto.randomUUID());
  const selected = useRef<string[]>([]);
  selected.current = selection.slice(0, presenceLimits.selection);
  const beat = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (draft.isNew) return;
    const { id } = draft;
    let isOver = false;
    let timer: number | undefined;
    const say = async () => {
      let others: readonly Person[] = [];
      if (document.visibilityState === 'visible')
        try {
          const { nodes } = draft.config();
          const drawn = new Set(nodes.map((node) => node.id));
          const here = await api.dialplans.beHere({
            id,
            tab,
            selection: selected.current.filter((one) => drawn.has(one)),
          });
          if (isOver) return;
          others = here.people;
          setPeople((before) => (JSON.stringify(before) === JSON.stringify(others) ? before : others));
          if (here.version > draft.get().document.version) await draft.catchUp();
        } catch {
          // The next beat tells.
        }
      if (isOver) return;
      // Another beat may have ended meanwhile, of one who has selected something else.
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void say(), others.length > 0 ? beats.together : beats.alone);
    };
    beat.current = () => void say();
    const leave = () => void api.dialplans.beHere({ id, tab, leaving: true }).catch(() => undefined);
    const seen = () => document.visibilityState === 'visible' && beat.current();
    void say();
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [draft, tab]);

  const isTogether = people.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when another node is selected
  useEffect(() => {
    if (!isTogether) return;
    const timer = window.setTimeout(() => beat.current(), settledMs);
    return () => window.clearTimeout(timer);
  }, [selection, isTogether]);

  return useMemo(() => {
    const drawn = stepsById(graph.steps);
    return people.map((one) => ({ ...one, selection: one.selection.filter((id) => drawn.has(id)) }));
  }, [people, graph]);
}

/** Who is at which node, for the canvas. */
export function useVisitors(people: readonly Person[]): ReadonlyMap<string, StepVisitor> {
  return useMemo(
    () =>
      new Map(
        people.flatMap(({ userId, name, selection }) =>
          selection.map((id): [string, StepVisitor] => [id, { name, color: colorOf(userId) }]),
        ),
      ),
    [people],
  );
}
