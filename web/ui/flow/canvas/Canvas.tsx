import 'reactflow/dist/base.css';
import { Button, Text, useComputedColorScheme } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  ConnectionLineType,
  type EdgeChange,
  type FinalConnectionState,
  type HandleType,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
} from 'reactflow';
import { stepsById } from '#shared/model/flow.ts';
import { focusStep } from '../focus-step.ts';
import { connected, entryLink, type Link, moved } from '../graph/edits.ts';
import { settledPlaces } from '../graph/places.ts';
import { sizeOf } from '../graph/sizes.ts';
import { type CardBadge, type FlowProblem, type StepVisitor, startId } from '../kind.ts';
import { dragType } from '../Palette.tsx';
import { StepMenu } from '../StepMenu.tsx';
import { useFlowActions, useFlowDraft, useFlowState } from '../store/context.ts';
import { CanvasTools } from './CanvasTools.tsx';
import styles from './canvas.module.css';
import { type BuilderNode, edgesOf, nodesOf, type RunMarks, type WayEdgeType } from './nodes.ts';
import { StartNode, StepNode } from './StepNode.tsx';
import { WayEdge } from './WayEdge.tsx';

const nodeTypes = { step: StepNode, start: StartNode };
const edgeTypes = { way: WayEdge };
/** A map of fewer steps than these would only be in the way. */
const fewSteps = 8;
const fit = { padding: 0.18, maxZoom: 1 };
const arrow = { type: MarkerType.ArrowClosed, width: 15, height: 15, color: 'var(--db-way)' };

/** The step that the view is to move to; a new number asks again. */
export interface Focus {
  stepId: string;
  asked: number;
}

interface CanvasProps {
  problems: readonly FlowProblem[];
  focus?: Focus | null;
  /** How far a dry run has come. */
  marks?: RunMarks | null;
  /** Who else is at which step. */
  visitors?: ReadonlyMap<string, StepVisitor>;
  badges?: ReadonlyMap<string, CardBadge>;
  /** By 'from way', and 'entry' of the way in. */
  labels?: ReadonlyMap<string, string>;
  /** Nothing can be changed here, whatever the draft allows. */
  isFixed?: boolean;
  /** What stands over a canvas without steps. */
  nothing: { title: string; words: string; add: string };
  /** Over the canvas. */
  children?: ReactNode;
}

export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

const linkOf = (source: string, handle: string | null | undefined): Link =>
  source === startId ? entryLink : { from: source, output: handle ?? '' };

/** Whether motion is unwelcome. */
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const quick = () => (still() ? {} : { duration: 180 });

const nobody: ReadonlyMap<string, StepVisitor> = new Map();
const noBadges: ReadonlyMap<string, CardBadge> = new Map();
const noLabels: ReadonlyMap<string, string> = new Map();

function Flow(props: CanvasProps) {
  const {
    problems,
    focus = null,
    marks = null,
    badges = noBadges,
    visitors = nobody,
    labels = noLabels,
    nothing,
  } = props;
  const draft = useFlowDraft();
  const { graph, selection, kind } = useFlowState();
  const { add, connect, remove } = useFlowActions();
  const flow = useReactFlow<BuilderNode, WayEdgeType>();
  const scheme = useComputedColorScheme();
  const frame = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ x: number; y: number; from?: Link } | null>(null);
  const [chosenWays, setChosenWays] = useState<ReadonlySet<string>>(new Set());
  const readOnly = draft.readOnly || (props.isFixed ?? false);

  const shown = useMemo(
    () => nodesOf({ kind, graph, problems, badges, visitors, selection, readOnly, run: marks }),
    [kind, graph, problems, badges, visitors, selection, readOnly, marks],
  );
  /** As React Flow has them: with what it has measured, and where they are while they are dragged. */
  const [nodes, setNodes] = useState<BuilderNode[]>(shown);
  useEffect(() => {
    setNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return shown.map((node) => {
        const old = known.get(node.id);
        return old?.measured ? ({ ...node, measured: old.measured } as BuilderNode) : node;
      });
    });
  }, [shown]);
  const edges = useMemo(
    () =>
      edgesOf(kind, graph, readOnly, marks, labels).map((edge) => ({
        ...edge,
        selected: chosenWays.has(edge.id),
        markerEnd: arrow,
      })),
    [kind, graph, readOnly, marks, labels, chosenWays],
  );

  useEffect(() => {
    const step = focus && stepsById(draft.get().graph.steps).get(focus.stepId);
    if (!step) return;
    const { width, height } = sizeOf(draft.get().kind, step);
    const { x, y } = step.position;
    void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(0.8, flow.getZoom()), ...quick() });
  }, [focus, flow, draft]);
  const stepCount = useRef(graph.steps.length);
  useEffect(() => {
    const isAdded = graph.steps.length > stepCount.current && selection.length === 1;
    stepCount.current = graph.steps.length;
    if (isAdded) focusStep(selection[0]!);
  }, [graph.steps.length, selection]);
  useEffect(() => {
    const step = marks?.now ? stepsById(draft.get().graph.steps).get(marks.now) : undefined;
    if (!step) return;
    const { width, height } = sizeOf(draft.get().kind, step);
    void flow.setCenter(step.position.x + width / 2, step.position.y + height / 2 + 40, {
      zoom: Math.max(0.75, Math.min(1, flow.getZoom())),
      ...(still() ? {} : { duration: 350 }),
    });
  }, [marks?.now, flow, draft]);

  /** Steps that the pointer holds; what keys move is never among them. */
  const dragged = useRef(new Set<string>());
  const onNodesChange = useCallback(
    (changes: NodeChange<BuilderNode>[]) => {
      setNodes((before) => applyNodeChanges(changes, before));
      const places = new Map<string, { x: number; y: number }>();
      let chosen: Set<string> | null = null;
      let wasDragged = false;
      for (const change of changes) {
        if (change.type === 'position' && change.dragging) dragged.current.add(change.id);
        else if (change.type === 'position') wasDragged = dragged.current.delete(change.id) || wasDragged;
        if (
          change.type === 'position' &&
          change.position &&
          change.dragging !== true &&
          change.id !== startId
        )
          places.set(change.id, change.position);
        if (change.type === 'select') {
          chosen ??= new Set(draft.get().selection);
          if (change.selected) chosen.add(change.id);
          else chosen.delete(change.id);
        }
      }
      if (chosen) draft.select([...chosen]);
      if (places.size === 0) return;
      const { graph: before, kind: of } = draft.get();
      const byId = stepsById(before.steps);
      const isElsewhere = ([id, { x, y }]: [string, { x: number; y: number }]) => {
        const at = byId.get(id)?.position;
        return at !== undefined && (Math.round(x) !== at.x || Math.round(y) !== at.y);
      };
      // A press moves nothing, and leaves steps that an earlier version laid on one another as they are.
      if (![...places].some(isElsewhere)) return;
      const settled = settledPlaces(of, before, places, wasDragged);
      setNodes((shown) =>
        shown.map((node) => {
          const position = settled.get(node.id);
          return position ? { ...node, position } : node;
        }),
      );
      if ([...settled].some(isElsewhere))
        draft.edit(moved(before, settled), { tag: `move ${[...places.keys()].join(' ')}` });
    },
    [draft],
  );
  const onEdgesChange = useCallback((changes: EdgeChange<WayEdgeType>[]) => {
    setChosenWays((before) => {
      const next = new Set(before);
      for (const change of changes) {
        if (change.type !== 'select') continue;
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      return next;
    });
  }, []);
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => connect(linkOf(source, sourceHandle), target),
    [connect],
  );
  const onReconnect = useCallback(
    ({ data }: WayEdgeType, { source, sourceHandle, target }: Connection) => {
      if (!data) return;
      const freed = connected(draft.get().graph, data.link, undefined);
      draft.edit(connected(freed, linkOf(source, sourceHandle), target));
    },
    [draft],
  );
  /** The end of a way that is let go over nothing takes the way off. */
  const onReconnectEnd = useCallback(
    (
      _event: MouseEvent | TouchEvent,
      { data }: WayEdgeType,
      _end: HandleType,
      state: FinalConnectionState,
    ) => {
      if (data && !state.isValid) connect(data.link, undefined);
    },
    [connect],
  );
  /** A line that is let go over nothing asks what comes there. */
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { isValid, fromNode, fromHandle }: FinalConnectionState) => {
      if (isValid || !fromNode || fromHandle?.type !== 'source') return;
      const { clientX, clientY } = 'changedTouches' in event ? event.changedTouches[0]! : event;
      setMenu({ x: clientX, y: clientY, from: linkOf(fromNode.id, fromHandle.id) });
    },
    [],
  );
  const placeAt = (x: number, y: number) => {
    const at = flow.screenToFlowPosition({ x, y });
    return { x: Math.round(at.x - 124), y: Math.round(at.y - 20) };
  };
  const onDrop = (event: DragEvent) => {
    const type = kind.groups
      .flatMap(({ types }) => types)
      .find((one) => one === event.dataTransfer.getData(dragType));
    if (!type) return;
    event.preventDefault();
    const below = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest('.react-flow__edge')?.getAttribute('data-id'))
      .find(Boolean);
    const way = edges.find(({ id }) => id === below)?.data?.link;
    add(type, way ? { on: way } : { at: placeAt(event.clientX, event.clientY) });
  };
  const choose = (type: string) => {
    if (menu) add(type, { at: placeAt(menu.x, menu.y), ...(menu.from ? { from: menu.from } : {}) });
    setMenu(null);
  };
  /** Delete takes away the ways that are selected; the steps are the builder's own affair. */
  const onKeyDown = (event: React.KeyboardEvent) => {
    if ((event.key !== 'Delete' && event.key !== 'Backspace') || readOnly || chosenWays.size === 0) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, [role="menu"]')) return;
    event.preventDefault();
    event.stopPropagation();
    const gone = edges
      .filter(({ id }) => chosenWays.has(id))
      .flatMap(({ data }) => (data ? [data.link] : []));
    draft.edit(gone.reduce((of, link) => connected(of, link, undefined), draft.get().graph));
    setChosenWays(new Set());
    if (draft.get().selection.length > 0) remove(draft.get().selection);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and drops that bubble from the canvas
    <div
      ref={frame}
      className={styles.canvas}
      data-running={marks !== null || undefined}
      onDrop={readOnly ? undefined : onDrop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onKeyDown={onKeyDown}
    >
      <ReactFlow<BuilderNode, WayEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onReconnect={onReconnect}
        onReconnectEnd={onReconnectEnd}
        onConnectEnd={onConnectEnd}
        onPaneClick={() => setMenu(null)}
        connectionLineType={ConnectionLineType.SmoothStep}
        connectionRadius={32}
        nodesConnectable={!readOnly}
        deleteKeyCode={null}
        multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
        selectionKeyCode="Shift"
        selectionMode={SelectionMode.Partial}
        panOnScroll
        minZoom={0.15}
        maxZoom={1.75}
        fitView
        fitViewOptions={fit}
        colorMode={scheme}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={22} size={1.6} />
        {graph.steps.length > fewSteps && (
          <MiniMap
            pannable
            zoomable
            ariaLabel={`Map of the ${kind.words.whole}`}
            className={styles.map}
            style={{ width: 150, height: 104 }}
            nodeBorderRadius={12}
            nodeColor={({ data }) => `var(--mantine-color-ink-${'step' in data ? 3 : 7})`}
          />
        )}
        <CanvasTools onFit={() => void flow.fitView({ ...fit, ...quick() })} />
      </ReactFlow>
      {graph.steps.length === 0 && (
        <div className={styles.nothing} data-below={kind.start !== undefined || undefined}>
          <Text fw={600}>{nothing.title}</Text>
          <Text size="sm" c="dimmed" mb="sm">
            {nothing.words}
          </Text>
          {!readOnly && (
            <StepMenu onChoose={(type) => add(type, { after: null })}>
              <Button leftSection={<IconPlus size={16} />}>{nothing.add}</Button>
            </StepMenu>
          )}
        </div>
      )}
      {menu && (
        <div className={styles.spot} style={spotIn(frame.current, menu)}>
          <StepMenu opened onChange={(opened) => !opened && setMenu(null)} onChoose={choose}>
            <span />
          </StepMenu>
        </div>
      )}
      {props.children}
    </div>
  );
}

/** A place of the window inside the canvas. */
function spotIn(frame: HTMLElement | null, { x, y }: { x: number; y: number }) {
  const box = frame?.getBoundingClientRect();
  return { insetInlineStart: x - (box?.left ?? 0), insetBlockStart: y - (box?.top ?? 0) };
}
