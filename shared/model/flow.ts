/*
 * What journeys and dial plans have in common when they are drawn: steps, each with ways out, and where the way in leads.
 */

/** A way out of a step. */
export interface Way {
  key: string;
  label: string;
}

export interface FlowStep {
  id: string;
  type: string;
  /** px on the canvas. */
  position: { x: number; y: number };
  /** Way out → the step that follows; null ends the flow there. */
  next: Readonly<Record<string, string | null>>;
}

export interface FlowGraph<S extends FlowStep = FlowStep> {
  steps: readonly S[];
  /** The step that comes first. */
  entry: string | null;
}

/** Which ways out the steps of a flow have; the first is the one that leads on. */
export interface HasWays<S extends FlowStep = FlowStep> {
  outputsOf(step: S): readonly Way[];
}

export const stepsById = <S extends { id: string }>(steps: readonly S[]): Map<string, S> =>
  new Map(steps.map((one) => [one.id, one]));

/** The steps along the first ways out, from the entry: what a list of steps shows. */
export function mainLine<S extends FlowStep>({ outputsOf }: HasWays<S>, { steps, entry }: FlowGraph<S>): S[] {
  const byId = stepsById(steps);
  const line: S[] = [];
  for (let id = entry; id && !line.some((one) => one.id === id); ) {
    const one = byId.get(id);
    if (!one) break;
    line.push(one);
    const [first] = outputsOf(one);
    id = (first && one.next[first.key]) ?? null;
  }
  return line;
}

/** Takes a step out and joins what led to it with what followed. */
export function without<S extends FlowStep>(
  { outputsOf }: HasWays<S>,
  graph: FlowGraph<S>,
  stepId: string,
): { steps: S[]; entry: string | null } {
  const gone = stepsById(graph.steps).get(stepId);
  const [first] = gone ? outputsOf(gone) : [];
  const after = (gone && first && gone.next[first.key]) ?? null;
  const follower = after === stepId ? null : after;
  const steps = graph.steps
    .filter(({ id }) => id !== stepId)
    .map((one) => {
      const next = Object.fromEntries(
        Object.entries(one.next).map(([key, to]) => [key, to === stepId ? follower : to]),
      );
      return { ...one, next };
    });
  return { steps, entry: graph.entry === stepId ? follower : graph.entry };
}
