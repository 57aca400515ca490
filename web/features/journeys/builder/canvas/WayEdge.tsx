import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from 'reactflow';
import { sizeOf } from '../../shared/step-size.ts';
import { StepMenu } from '../StepMenu.tsx';
import { useBuilderActions, useDraftState } from '../store/context.ts';
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
  const { add } = useBuilderActions();
  const [opened, setOpened] = useState(false);
  const { graph } = useDraftState();
  const route = useMemo(() => {
    const others = graph.steps
      .filter(({ id: other }) => other !== source && other !== target)
      .map((step) => ({ ...step.position, ...sizeOf(step) }));
    return around({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, others);
  }, [graph, source, target, sourceX, sourceY, targetX, targetY]);
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
  const { x, y } = route?.middle ?? { x: usualX, y: usualY };
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={22}
        className={data?.taken ? styles.taken! : ''}
        {...(props.markerEnd ? { markerEnd: props.markerEnd } : {})}
      />
      {data && !data.readOnly && (
        <EdgeLabelRenderer>
          <div
            className={`nodrag nopan ${styles.insert}`}
            data-shown={selected || opened || undefined}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <StepMenu opened={opened} onChange={setOpened} onChoose={(type) => add(type, { on: data.link })}>
              <ActionIcon
                size={22}
                radius="xl"
                variant="default"
                aria-label={`Insert a step here: ${props.source === 'start' ? 'at the beginning' : (props.sourceHandleId ?? '')}`}
              >
                <IconPlus size={14} />
              </ActionIcon>
            </StepMenu>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
