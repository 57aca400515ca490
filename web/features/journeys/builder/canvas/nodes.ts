import type { Edge, Node } from 'reactflow';
import { type Graph, type GraphProblem, stepsById } from '#shared/model/journey/graph.ts';
import { definitionOf, outputsOf, type Step } from '#shared/model/journey/steps/index.ts';
import { sizeOf } from '../../shared/step-size.ts';
import { connectionsOf, type Link } from '../graph/edits.ts';

export interface StepData extends Record<string, unknown> {
  step: Step;
  problems: readonly string[];
  /** Leads that are at it now. */
  leads: number;
  readOnly: boolean;
  /** Of a dry run: it is here, has been here, or has not come here. */
  run: 'now' | 'past' | 'ahead' | null;
}
export type StepNodeType = Node<StepData, 'step'>;
export type StartNodeType = Node<{ hasEntry: boolean; readOnly: boolean }, 'start'>;
export type BuilderNode = StepNodeType | StartNodeType;

export interface WayData extends Record<string, unknown> {
  link: Link;
  readOnly: boolean;
  taken: boolean;
}
export type WayEdgeType = Edge<WayData, 'way'>;

export const startId = 'start';
const start = { width: 108, height: 32, above: 76 };

/** What a dry run has come to, by step. */
export interface RunMarks {
  now: string | null;
  past: ReadonlySet<string>;
  /** 'from output' of every way that was taken. */
  ways: ReadonlySet<string>;
}

interface Shown {
  graph: Graph;
  problems: readonly GraphProblem[];
  leads: ReadonlyMap<string, number>;
  selection: readonly string[];
  readOnly: boolean;
  run: RunMarks | null;
}

/** The cards of the canvas, the start among them. */
export function nodesOf({ graph, problems, leads, selection, readOnly, run }: Shown): BuilderNode[] {
  const wrong = new Map<string, string[]>();
  for (const { stepId, text } of problems)
    if (stepId) wrong.set(stepId, [...(wrong.get(stepId) ?? []), text]);
  const chosen = new Set(selection);
  const cards: BuilderNode[] = graph.steps.map((step) => {
    const texts = wrong.get(step.id) ?? [];
    const name = step.name || definitionOf(step.type).label;
    return {
      id: step.id,
      type: 'step',
      position: step.position,
      ...sizeOf(step),
      selected: chosen.has(step.id),
      draggable: !readOnly,
      ariaLabel: `${definitionOf(step.type).label}: ${name}${texts.length > 0 ? `. ${texts.join(' ')}` : ''}`,
      data: {
        step,
        problems: texts,
        leads: leads.get(step.id) ?? 0,
        readOnly,
        run: run ? (run.now === step.id ? 'now' : run.past.has(step.id) ? 'past' : 'ahead') : null,
      },
    };
  });
  const first = stepsById(graph.steps).get(graph.entry ?? '');
  if (cards.length > 0)
    cards.push({
      id: startId,
      type: 'start',
      position: first
        ? {
            x: first.position.x + sizeOf(first).width / 2 - start.width / 2,
            y: first.position.y - start.above,
          }
        : { x: 0, y: -start.above },
      width: start.width,
      height: start.height,
      draggable: false,
      selectable: false,
      focusable: false,
      data: { hasEntry: first !== undefined, readOnly },
    });
  return cards;
}

/** The ways between the cards. */
export function edgesOf(graph: Graph, readOnly: boolean, run: RunMarks | null): WayEdgeType[] {
  const byId = stepsById(graph.steps);
  const name = (id: string) => byId.get(id)!.name || definitionOf(byId.get(id)!.type).label;
  const ways: WayEdgeType[] = connectionsOf(graph).map(({ from, output, to }) => {
    const label = outputsOf(byId.get(from)!).find(({ key }) => key === output)?.label ?? output;
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
      data: { link: { from, output }, readOnly, taken },
    };
  });
  if (graph.entry && byId.has(graph.entry))
    ways.push({
      id: 'entry',
      type: 'way',
      source: startId,
      target: graph.entry,
      reconnectable: false,
      ariaLabel: `The journey begins with ${name(graph.entry)}`,
      data: { link: { from: null, output: '' }, readOnly, taken: run !== null },
    });
  return ways;
}
