import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from 'reactflow';
import { sizeOf } from '../graph/sizes.ts';
import { startId } from '../kind.ts';
import { StepMenu } from '../StepMenu.tsx';
import { useFlowActions, useFlowState } from '../store/context.ts';
import styles from './canvas.module.css';
import type { WayEdgeType } from './nodes.ts';
import { around } from './route.ts';

/** A way between two steps, with a button that inserts one. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<WayEdgeType>) {
  const {
    id,
    data,
    selected,
    source,
    target,
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  } = props;
  const { add } = useFlowActions();
  const [opened, setOpened] = useState(false);
  const { graph, kind } = useFlowState();
  const route = useMemo(() => {
    const others = graph.steps
      .filter(({ id: other }) => other !== source && other !== target)
      .map((step) => ({ ...step.position, ...sizeOf(kind, step) }));
    return around({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, others);
  }, [graph, kind, source, target, sourceX, sourceY, targetX, targetY]);
  const [usual, usualX, usualY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
    offset: 18,
  });
  const path = route?.path ?? usual;
  const middle = route?.middle ?? { x: usualX, y: usualY };
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={22}
        className={data?.taken ? styles.taken! : ''}
        {...(props.markerEnd ? { markerEnd: props.markerEnd } : {})}
      />
      {data?.label && (
        <Label at={middle} className={styles.wayLabel!}>
          {data.label}
        </Label>
      )}
      {data && !data.readOnly && (
        <Label at={middle} className={styles.insert!} shown={selected || opened}>
          <StepMenu opened={opened} onChange={setOpened} onChoose={(type) => add(type, { on: data.link })}>
            <ActionIcon
              size={22}
              radius="xl"
              variant="default"
              aria-label={`Insert a ${kind.words.step} here: ${props.source === startId ? 'at the beginning' : (props.sourceHandleId ?? '')}`}
            >
              <IconPlus size={14} />
            </ActionIcon>
          </StepMenu>
        </Label>
      )}
    </>
  );
});

interface LabelProps {
  /** Its centre, on the canvas. */
  at: { x: number; y: number };
  className: string;
  shown?: boolean | undefined;
  children: ReactNode;
}

/** What stands on a way. */
const Label = ({ at: { x, y }, className, shown, children }: LabelProps) => (
  <EdgeLabelRenderer>
    <div
      className={`nodrag nopan ${className}`}
      data-shown={shown || undefined}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
    >
      {children}
    </div>
  </EdgeLabelRenderer>
);
