import { Box, Stack } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { memo } from 'react';
import { Handle, type NodeProps, Position } from 'reactflow';
import { FlowIcon } from '../FlowIcon.tsx';
import styles from './canvas.module.css';
import type { StartNodeType, StepNodeType } from './nodes.ts';

/** A step as a card: what it is, what it does, who is at it or came to it, and a handle for each way out. */
export const StepNode = memo(function StepNode({ data }: NodeProps<StepNodeType>) {
  const { step, kind, problems, isWrong, badge, visitor, readOnly, run } = data;
  const look = kind.lookOf(step.type);
  const outputs = kind.outputsOf(step);
  const name = kind.nameOf(step);
  const summary = kind.summaryOf(step);
  const [first] = outputs;
  const Problem = isWrong ? IconAlertCircle : IconAlertTriangle;
  const leadsTo = (key: string, way: string): string => {
    const to = step.next[key];
    if (to) return way;
    if (to === undefined && key !== first!.key && kind.openWays === 'first')
      return `${way}: goes on as “${first!.label}”`;
    const over = kind.openWords?.(step, key) ?? kind.words.over;
    return `${way}: ${over.charAt(0).toLowerCase()}${over.slice(1)}`;
  };
  return (
    <div
      className={styles.card}
      data-wrong={isWrong || undefined}
      data-run={run}
      style={visitor ? { outline: `2px solid ${visitor.color}`, outlineOffset: 2 } : undefined}
    >
      {visitor && (
        <span className={styles.visitor} style={{ background: visitor.color }} aria-hidden="true">
          {visitor.name}
        </span>
      )}
      <Handle type="target" position={Position.Top} isConnectable={!readOnly} className={styles.handle} />
      <div className={styles.cardBody}>
        <FlowIcon look={look} size={38} />
        <Stack gap={0} flex={1} miw={0} lh={1.32}>
          <span className="db-cut db-tiny">{look.label}</span>
          <Box component="span" className="db-cut" fz="sm" fw={600} dir="auto" title={name}>
            {name}
          </Box>
          <span className="db-cut db-note" dir="auto" title={summary}>
            {summary || '\u00a0'}
          </span>
        </Stack>
        {problems.length > 0 && (
          <Box
            component="span"
            flex="none"
            c={isWrong ? 'error' : 'var(--mantine-color-amber-text)'}
            lh={0}
            title={problems.join('\n')}
          >
            <Problem size={17} aria-hidden="true" />
          </Box>
        )}
        {badge && (
          <span className={styles.cardBadge} title={badge.title}>
            {!badge.isChange && <IconUsers size={12} aria-hidden="true" />}
            {badge.text}
          </span>
        )}
      </div>
      {outputs.length > 1 && (
        <div className={styles.ways}>
          {outputs.map(({ key, label: way }) => (
            <span
              key={key}
              className={styles.way}
              data-open={step.next[key] === undefined || undefined}
              title={leadsTo(key, way)}
            >
              {way}
              {step.next[key] === null && <i className={styles.stop} aria-hidden="true" />}
            </span>
          ))}
        </div>
      )}
      {outputs.map(({ key }, at) => (
        <Handle
          key={key}
          id={key}
          type="source"
          position={Position.Bottom}
          isConnectable={!readOnly}
          className={styles.handle}
          style={{ insetInlineStart: `${((at + 0.5) / outputs.length) * 100}%` }}
        />
      ))}
    </div>
  );
});

/** Where everything begins. */
export const StartNode = memo(function StartNode({ data }: NodeProps<StartNodeType>) {
  return (
    <div className={styles.start} data-lost={!data.hasEntry || undefined}>
      {data.label}
      {data.badge && (
        <Box component="span" className="db-figures" ms={6} title={data.badge.title}>
          {data.badge.text}
        </Box>
      )}
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={!data.readOnly}
        className={styles.handle}
      />
    </div>
  );
});
