// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Select } from '@mantine/core';
import { definitionOf, outputsOf, type Step } from '#shared/model/journey/steps/index.ts';
import { useBuilderActions, useDraftState } from '../store/context.ts';
import styles from './forms.module.css';

const over = 'over';
const asFirst = 'as first';

/** Where each way out of a step leads: the same as drawing a line on the canvas. */
export function WaysOut({ step }: { step: Step }) {
  const { graph } = useDraftState();
  const { connect } = useBuilderActions();
  const outputs = outputsOf(step);
  if (outputs.length === 0) return null;
  const [first] = outputs;
  const names = graph.steps.map((one) => one.name || definitionOf(one.type).label);
  // Of several of one name each has its number.
  const others = graph.steps.flatMap(({ id }, at) => {
    if (id === step.id) return [];
    const name = names[at]!;
    const before = names.slice(0, at).filter((one) => one === name).length;
    return {
      value: id,
      label: before > 0 || names.lastIndexOf(name) > at ? `${name} (${before + 1})` : name,
    };
  });
  return (
    <div role="group" aria-label="Ways out">
      <div className={styles.label}>Goes on</div>
      {outputs.map(({ key, label }) => {
        const isFirst = key === first!.key;
        const to = step.next[key];
        return (
          <div key={key} className={styles.way}>
            <span>{outputs.length > 1 ? label : 'Then'}</span>
            <Select
              size="xs"
              aria-label={`After “${label}”`}
              allowDeselect={false}
              searchable
              data={[
                ...(isFirst ? [] : [{ value: asFirst, label: `As “${first!.label}”` }]),
                { value: over, label: 'The journey is over' },
                ...others,
              ]}
              value={to === null || (isFirst && to === undefined) ? over : to === undefined ? asFirst : to}
              onChange={(value) =>
                connect(
                  { from: step.id, output: key },
                  value === asFirst ? undefined : value === over ? null : value,
                )
              }
            />
          </div>
        );
      })}
    </div>
  );
}
