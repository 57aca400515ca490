import { Button, Group, Stack } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { scriptLimits as limits, type Script, type ScriptStep, scriptFields } from '#shared/model/script.ts';
import { api, query } from '#web/app/api.ts';
import { focusAdded } from '#web/ui/focus-added.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { blankStep, withoutStep } from './form.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { StepFields } from './StepFields.tsx';

interface ScriptPanelProps {
  script: Opened<Script>;
  onClose: () => void;
}

const { name, description } = scriptFields;

/** The form of a script: its steps, what is said in each, and where answers lead. */
export function ScriptPanel({ script, onClose }: ScriptPanelProps) {
  const [blank] = useState(() => ({ name: '', description: '', steps: [blankStep()] }));
  return (
    <ResourceForm
      thing={script}
      onClose={onClose}
      noun="script"
      blank={blank}
      schema={{ name, description }}
      fields={[
        { name: 'name', label: 'Name' },
        { name: 'description', label: 'Description', as: 'lines' },
      ]}
      save={(values, before) =>
        before
          ? api.scripts.update({ id: before.id, version: before.version, ...values })
          : api.scripts.create(values)
      }
      nameOf={(values) => values.name}
      stale={[query.scripts]}
    >
      {(form) => <Steps steps={form.values.steps} onChange={(steps) => form.setFieldValue('steps', steps)} />}
    </ResourceForm>
  );
}

interface StepsProps {
  steps: readonly ScriptStep[];
  onChange: (steps: ScriptStep[]) => void;
}

function Steps({ steps, onChange }: StepsProps) {
  const [previews, setPreviews] = useState(false);
  return (
    <>
      <Stack gap={12}>
        {steps.map((step, at) => (
          <StepFields
            key={step.key}
            step={step}
            number={at + 1}
            all={steps}
            onChange={(change) => onChange(steps.map((one, n) => (n === at ? { ...one, ...change } : one)))}
            onRemove={steps.length > 1 ? () => onChange(withoutStep(steps, step.key)) : undefined}
          />
        ))}
      </Stack>
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={steps.length >= limits.steps}
          onClick={({ currentTarget }) => {
            onChange([...steps, blankStep()]);
            focusAdded(currentTarget);
          }}
        >
          Add a step
        </Button>
        <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviews(true)}>
          Preview
        </Button>
      </Group>
      <PreviewDialog opened={previews} steps={steps} onClose={() => setPreviews(false)} />
    </>
  );
}
