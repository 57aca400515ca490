import type { Edge, Node } from 'reactflow';
import { type FlowGraph, type FlowStep, stepsById } from '#shared/model/flow.ts';
import { connectionsOf, type Link } from '../graph/edits.ts';
import { sizeOf } from '../graph/sizes.ts';
import { type CardBadge, type FlowKind, type FlowProblem, type StepVisitor, startId } from '../kind.ts';

interface StepData extends Record<string, unknown> {
  step: FlowStep;
  kind: FlowKind;
  problems: readonly string[];
  /** Whether one of them is an error, and not a warning alone. */
  isWrong: boolean;
  badge: CardBadge | null;
  visitor: StepVisitor | null;
  readOnly: boolean;
  /** Of a dry run: it is here, has been here, or has not come here. */
  run: 'now' | 'past' | 'ahead' | null;
}
export type StepNodeType = Node<StepData, 'step'>;
export type StartNodeType = Node<
  { label: string; hasEntry: boolean; readOnly: boolean; badge: CardBadge | null },
  'start'
>;
export type BuilderNode = StepNodeType | StartNodeType;

interface WayData extends Record<string, unknown> {
  link: Link;
  readOnly: boolean;
  taken: boolean;
  /** Who went this way, where somebody counts. */
  label: string | null;
}
export type WayEdgeType = Edge<WayData, 'way'>;

const start = { width: 108, height: 32, above: 76 };

/** What a dry run has come to, by step; the start may be among them. */
export interface RunMarks {
  now: string | null;
  past: ReadonlySet<string>;
  /** 'from output' of every way that was taken. */
  ways: ReadonlySet<string>;
}

interface Shown {
  kind: FlowKind;
  graph: FlowGraph;
  problems: readonly FlowProblem[];
  badges: ReadonlyMap<string, CardBadge>;
  visitors: ReadonlyMap<string, StepVisitor>;
  selection: readonly string[];
  readOnly: boolean;
  run: RunMarks | null;
}

/** The cards of the canvas, the start among them. */
export function nodesOf(shown: Shown): BuilderNode[] {
  const { kind, graph, problems, badges, visitors, selection, readOnly, run } = shown;
  const wrong = new Map<string, FlowProblem[]>();
  for (const problem of problems)
    if (problem.stepId) wrong.set(problem.stepId, [...(wrong.get(problem.stepId) ?? []), problem]);
  const chosen = new Set(selection);
  const cards: BuilderNode[] = graph.steps.map((step) => {
    const own = wrong.get(step.id) ?? [];
    const texts = own.map(({ text }) => text);
    const name = kind.nameOf(step);
    const visitor = visitors.get(step.id) ?? null;
    const spoken = [...texts, ...(visitor ? [`${visitor.name} is here.`] : [])];
    return {
      id: step.id,
      type: 'step',
      position: step.position,
      ...sizeOf(kind, step),
      selected: chosen.has(step.id),
      draggable: !readOnly,
      ariaLabel: `${kind.lookOf(step.type).label}: ${name.replace(/[.!?]$/, '')}${spoken.length > 0 ? `. ${spoken.join(' ')}` : ''}`,
      data: {
        step,
        kind,
        problems: texts,
        isWrong: own.some(({ severity }) => severity !== 'warning'),
        badge: badges.get(step.id) ?? null,
        visitor,
        readOnly,
        run: run ? (run.now === step.id ? 'now' : run.past.has(step.id) ? 'past' : 'ahead') : null,
      },
    };
  });
  const first = stepsById(graph.steps).get(graph.entry ?? '');
  const isStep = kind.start !== undefined;
  if (cards.length > 0 || isStep)
    cards.push({
      id: startId,
      type: 'start',
      position: startPlace(kind, graph),
      width: start.width,
      height: start.height,
      draggable: false,
      selectable: isStep,
      selected: isStep && chosen.has(startId),
      focusable: isStep,
      ariaLabel: kind.words.start,
      data: {
        label: kind.words.start,
        hasEntry: first !== undefined,
        readOnly,
        badge: badges.get(startId) ?? null,
      },
    });
  return cards;
}

/** Where the card stands that everything begins at: above the first step. */
export function startPlace(kind: FlowKind, graph: FlowGraph): { x: number; y: number } {
  const first = stepsById(graph.steps).get(graph.entry ?? '');
  if (!first) return { x: 0, y: -start.above };
  const { x, y } = first.position;
  return { x: x + sizeOf(kind, first).width / 2 - start.width / 2, y: y - start.above };
}

/** The ways between the cards. `labels`: by 'from way', and 'entry' of the way in. */
export function edgesOf(
  kind: FlowKind,
  graph: FlowGraph,
  readOnly: boolean,
  run: RunMarks | null,
  labels: ReadonlyMap<string, string>,
): WayEdgeType[] {
  const byId = stepsById(graph.steps);
  const name = (id: string) => kind.nameOf(byId.get(id)!);
  const ways: WayEdgeType[] = connectionsOf(kind, graph).map(({ from, output, to }) => {
    const label = kind.outputsOf(byId.get(from)!).find(({ key }) => key === output)?.label ?? output;
    const taken = run?.ways.has(`${from} ${output}`) ?? false;
    return {
      id: `${from} ${output}`,
      type: 'way',
      source: from,
      sourceHandle: output,
      target: to,
      reconnectable: !readOnly,
      animated: taken,
      ariaLabel: `From ${name(from)}, ${label}, to ${name(to)}`,
      data: { link: { from, output }, readOnly, taken, label: labels.get(`${from} ${output}`) ?? null },
    };
  });
  if (graph.entry && byId.has(graph.entry))
    ways.push({
      id: 'entry',
      type: 'way',
      source: startId,
      target: graph.entry,
      reconnectable: false,
      ariaLabel: `The ${kind.words.whole} begins with ${name(graph.entry)}`,
      data: {
        link: { from: null, output: '' },
        readOnly,
        taken: run !== null,
        label: labels.get('entry') ?? null,
      },
    });
  return ways;
}
