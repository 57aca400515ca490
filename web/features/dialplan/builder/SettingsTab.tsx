import { Select, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { dialPlanFields, dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import styles from '#web/ui/flow/flow.module.css';
import panel from '#web/ui/flow/inspector.module.css';
import { useStepChoices } from '#web/ui/flow/WaysOut.tsx';
import { toast } from '#web/ui/toast.ts';
import { autoSave } from '../auto-save.ts';
import { usePlan, usePlanState } from '../draft.ts';
import { NumbersField } from './NumbersField.tsx';

const onError = (error: Error) => toast.error('Failed to save dial plan', error.message);

/** The node whose callers Analytics counts as a success. */
function GoalField() {
  const draft = usePlan();
  const { goalNodeId } = usePlanState().document;
  const nodes = useStepChoices();
  const isGone = goalNodeId !== null && nodes.every(({ value }) => value !== goalNodeId);
  return (
    <Select
      label="Goal"
      description="Who comes to this node counts as a success in Analytics."
      placeholder="No goal"
      clearable
      searchable
      nothingFoundMessage="No node has this name."
      data={nodes}
      value={isGone ? null : goalNodeId}
      error={isGone && 'The node that was the goal is not drawn any more.'}
      onChange={(value) => void draft.update({ goalNodeId: value }).catch(onError)}
    />
  );
}

/** What holds for the whole plan: its name, what it is for, what it aims at, who rings it, and how it is saved. */
export function SettingsTab() {
  const draft = usePlan();
  const { document: plan } = usePlanState();
  const { name, description } = plan;
  const [typed, setTyped] = useState({ name, description });
  const [isOn, setOn] = useState(autoSave.isOn);
  // Each follows what is saved of it alone: what is typed into one stays while the other is saved.
  useEffect(() => setTyped((now) => ({ ...now, name })), [name]);
  useEffect(() => setTyped((now) => ({ ...now, description })), [description]);
  const nameProblem = dialPlanFields.name.safeParse(typed.name).error?.issues[0]?.message;
  const save = () => {
    const changes = { name: typed.name.trim(), description: typed.description.trim() };
    if (changes.name === name && changes.description === description) return;
    if (!draft.isNew && nameProblem) return;
    draft.update(changes).catch(onError);
  };
  return (
    <div className={styles.tab}>
      <fieldset className={panel.fields} disabled={draft.readOnly}>
        <Title order={2} size="h3">
          Settings
        </Title>
        {!draft.isNew && (
          <TextInput
            label="Name"
            required
            maxLength={dialPlanLimits.name}
            error={nameProblem}
            value={typed.name}
            onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, name: value }))}
            onBlur={save}
          />
        )}
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={dialPlanLimits.description}
          value={typed.description}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, description: value }))}
          onBlur={save}
        />
        <GoalField />
        {!draft.isNew && <NumbersField />}
        <Switch
          label="Save by itself"
          description="Two seconds after a change, once the plan has a name. This browser remembers it."
          checked={isOn}
          onChange={(event) => {
            const next = event.currentTarget.checked;
            autoSave.turn(next);
            setOn(next);
            if (next && !draft.isClean) void draft.flush().catch(() => undefined);
          }}
        />
        {draft.isNew && (
          <Text size="sm" c="dimmed">
            The name is asked for when the plan is saved first.
          </Text>
        )}
      </fieldset>
    </div>
  );
}
