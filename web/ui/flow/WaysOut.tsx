// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Box, Select } from '@mantine/core';
import type { FlowStep } from '#shared/model/flow.ts';
import styles from './flow.module.css';
import { entryLink } from './graph/edits.ts';
import { startId } from './kind.ts';
import { useFlowActions, useFlowState } from './store/context.ts';

const over = 'over';
const asFirst = 'as first';

/**
 * Every step as a choice; of several of one name each has its number.
 * @param own left out: the step that chooses
 */
export function useStepChoices(own?: string) {
  const { graph, kind } = useFlowState();
  const names = graph.steps.map((step) => kind.nameOf(step));
  return graph.steps.flatMap(({ id }, at) => {
    if (id === own) return [];
    const name = names[at]!;
    const before = names.slice(0, at).filter((one) => one === name).length;
    return {
      value: id,
      label: before > 0 || names.lastIndexOf(name) > at ? `${name} (${before + 1})` : name,
    };
  });
}

/** Where each way out of a step leads: the same as drawing a line on the canvas. */
export function WaysOut({ step }: { step: FlowStep }) {
  const { kind } = useFlowState();
  const { connect } = useFlowActions();
  const others = useStepChoices(step.id);
  const outputs = kind.outputsOf(step);
  if (outputs.length === 0) return null;
  const [first] = outputs;
  const endsOpen = kind.openWays === 'over';
  return (
    <div role="group" aria-label="Ways out">
      <Box mb={6} fz="sm" fw={500}>
        Goes on
      </Box>
      {outputs.map(({ key, label }) => {
        const isFirst = key === first!.key;
        const to = step.next[key];
        const overWords = kind.openWords?.(step, key) ?? kind.words.over;
        return (
          <div key={key} className={styles.wayOut}>
            <span>{outputs.length > 1 ? label : 'Then'}</span>
            <Select
              size="xs"
              aria-label={`After “${label}”`}
              allowDeselect={false}
              searchable
              data={[
                ...(isFirst || endsOpen ? [] : [{ value: asFirst, label: `As “${first!.label}”` }]),
                { value: over, label: overWords },
                ...others,
              ]}
              value={
                to === null || ((isFirst || endsOpen) && to === undefined)
                  ? over
                  : to === undefined
                    ? asFirst
                    : to
              }
              onChange={(value) =>
                connect(
                  { from: step.id, output: key },
                  value === asFirst || (endsOpen && value === over)
                    ? undefined
                    : value === over
                      ? null
                      : value,
                )
              }
            />
          </div>
        );
      })}
    </div>
  );
}

/** Which step comes first. */
export function FirstStep() {
  const { graph, kind } = useFlowState();
  const { connect } = useFlowActions();
  const steps = useStepChoices(startId);
  return (
    <Select
      label={`First ${kind.words.step}`}
      placeholder={steps.length === 0 ? 'There are none yet' : 'Choose one'}
      allowDeselect={false}
      searchable
      data={steps}
      value={graph.entry}
      onChange={(value) => connect(entryLink, value)}
    />
  );
}
