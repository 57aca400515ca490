import { ColorInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newDisposition } from '#shared/api/pbx/dispositions.ts';
import { type Disposition, dispositionLimits } from '#shared/model/disposition.ts';
import { api, query } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';

interface DispositionPanelProps {
  /** Undefined while none is open. */
  disposition: Disposition | 'new' | undefined;
  onClose: () => void;
}

const blank: Disposition = {
  code: '',
  label: '',
  color: '#228be6',
  isContact: false,
  isSale: false,
  scheduleCallback: false,
  isActive: true,
};

const switches = [
  ['isContact', 'Contact', 'The person themselves was spoken to'],
  ['isSale', 'Sale', 'The person has bought; the lead is won'],
  ['scheduleCallback', 'Callback', 'Asks the agent when to call again'],
  ['isActive', 'Active', 'Agents can choose it; calls keep one that they cannot'],
] as const;

/** Adds a way in which calls end, or changes one; its code stays. */
export function DispositionPanel({ disposition, onClose }: DispositionPanelProps) {
  const existing = disposition === 'new' ? undefined : disposition;
  const client = useQueryClient();
  const { code, label, color } = newDisposition.shape;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...blank },
    validate: { code: checkedBy(code), label: checkedBy(label), color: checkedBy(color) },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (existing) form.setValues({ ...existing });
  }, [existing?.code]);
  const submit = useSubmit(form, async (values) => {
    await (existing ? api.pbx.updateDisposition(values) : api.pbx.addDisposition(values));
    await client.invalidateQueries({ queryKey: query.pbx.dispositionCodes.key() });
    toast.success(existing ? `“${values.label}” is saved` : `“${values.label}” is added`);
    onClose();
  });
  return (
    <FormPanel
      opened={disposition !== undefined}
      title={existing?.label ?? 'Add disposition'}
      submitLabel={existing ? 'Save' : 'Add disposition'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <TextInput
        label="Label"
        description="What agents and reports show"
        maxLength={dispositionLimits.label}
        data-autofocus
        key={form.key('label')}
        {...form.getInputProps('label')}
      />
      <TextInput
        label="Code"
        description={
          existing ? 'Calls and exports keep it' : 'Small letters, digits and dashes; never changed later'
        }
        maxLength={dispositionLimits.code}
        readOnly={existing !== undefined}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <ColorInput
        label="Colour"
        format="hex"
        withEyeDropper={false}
        key={form.key('color')}
        {...form.getInputProps('color')}
      />
      {switches.map(([name, title, description]) => (
        <Switch
          key={form.key(name)}
          label={title}
          description={description}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
    </FormPanel>
  );
}
