import { IconAlertCircle, IconUsers } from '@tabler/icons-react';
import { memo } from 'react';
import { Handle, type NodeProps, Position } from 'reactflow';
import { definitionOf, outputsOf, summaryOf } from '#shared/model/journey/steps/index.ts';
import { StepIcon } from '../../shared/StepIcon.tsx';
import { count } from '../../shared/words.ts';
import styles from './canvas.module.css';
import type { StartNodeType, StepNodeType } from './nodes.ts';

/** A step as a card: what it is, what it does, who is at it, and a handle for each way out. */
export const StepNode = memo(function StepNode({ data }: NodeProps<StepNodeType>) {
  const { step, problems, leads, readOnly, run } = data;
  const { label } = definitionOf(step.type);
  const outputs = outputsOf(step);
  const summary = summaryOf(step);
  const [first] = outputs;
  return (
    <div className={styles.card} data-wrong={problems.length > 0 || undefined} data-run={run}>
      <Handle type="target" position={Position.Top} isConnectable={!readOnly} className={styles.handle} />
      <div className={styles.cardBody}>
        <StepIcon type={step.type} size={38} />
        <div className={styles.cardWords}>
          <span className={styles.cardKind}>{label}</span>
          <span className={styles.cardName} dir="auto" title={step.name || label}>
            {step.name || label}
          </span>
          <span className={styles.cardSummary} dir="auto" title={summary}>
            {summary || '\u00a0'}
          </span>
        </div>
        {problems.length > 0 && (
          <span className={styles.cardProblem} title={problems.join('\n')}>
            <IconAlertCircle size={17} aria-hidden="true" />
          </span>
        )}
        {leads > 0 && (
          <span className={styles.cardLeads} title="Leads that are here now">
            <IconUsers size={12} aria-hidden="true" />
            {count(leads)}
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
              title={
                step.next[key] === undefined && key !== first!.key
                  ? `${way}: goes on as “${first!.label}”`
                  : step.next[key] === null || step.next[key] === undefined
                    ? `${way}: the journey is over`
                    : way
              }
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

/** Where leads come in. */
export const StartNode = memo(function StartNode({ data }: NodeProps<StartNodeType>) {
  return (
    <div className={styles.start} data-lost={!data.hasEntry || undefined}>
      Leads come in
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={!data.readOnly}
        className={styles.handle}
      />
    </div>
  );
});
