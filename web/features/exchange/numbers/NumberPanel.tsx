import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Did, type DidCarrier, didCarriers, didFields, didLimits } from '#shared/model/did.ts';
import { phoneInput } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { routeOf, routeValue } from './route.ts';

interface NumberPanelProps {
  /** Undefined while none is open. */
  number: Did | 'new' | undefined;
  onClose: () => void;
}

const blank = { phoneNumber: '', label: '', carrier: 'other' as DidCarrier, route: '', version: 0 };
const carriers = Object.entries(didCarriers).map(([value, label]) => ({ value, label }));

/** Adds a number that the workspace has already, or says where calls to one lead. */
export function NumberPanel({ number, onClose }: NumberPanelProps) {
  const existing = number === 'new' ? undefined : number;
  const enabled = number !== undefined;
  const client = useQueryClient();
  const queues = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled })).data?.queues ?? [];
  const extensions =
    useQuery(query.pbx.listExtensions.queryOptions({ input: {}, enabled })).data?.extensions ?? [];
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: blank,
    validate: {
      phoneNumber: (value) => (existing ? null : checkedBy(phoneInput)(value)),
      label: checkedBy(didFields.label),
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (!existing) return;
    const { label, carrier, route, version } = existing;
    form.setValues({
      phoneNumber: phoneText(existing.phoneNumber),
      label,
      carrier,
      route: routeValue(route),
      version,
    });
  }, [existing?.id]);
  const submit = useSubmit(form, async ({ version, phoneNumber, carrier, ...fields }) => {
    const input = { label: fields.label, route: routeOf(fields.route) };
    // The carrier of a number that it rents out is what it says itself.
    const own = existing?.carrierId ? {} : { carrier };
    const saved = existing
      ? await api.dids.update({ id: existing.id, version, ...input, ...own })
      : await api.dids.create({ phoneNumber, carrier, ...input });
    await client.invalidateQueries({ queryKey: query.dids.key() });
    toast.success(`${phoneText(saved.phoneNumber)} is ${existing ? 'saved' : 'added'}`);
    onClose();
  });
  const gone =
    existing?.route && existing.routeName === null
      ? [{ value: routeValue(existing.route), label: 'What it led to is gone' }]
      : [];
  return (
    <FormPanel
      opened={enabled}
      title={existing ? phoneText(existing.phoneNumber) : 'Add number'}
      submitLabel={existing ? 'Save' : 'Add number'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <TextInput
        label="Number"
        description="One that your workspace has already, with whichever carrier"
        type="tel"
        placeholder="(305) 555-0123"
        data-autofocus={!existing || undefined}
        readOnly={existing !== undefined}
        key={form.key('phoneNumber')}
        {...form.getInputProps('phoneNumber')}
      />
      <TextInput
        label="Label"
        description="What it is for, such as Website or Florida"
        maxLength={didLimits.label}
        key={form.key('label')}
        {...form.getInputProps('label')}
      />
      <Select
        label="Calls lead to"
        description="Callers of a number that leads nowhere hear that it is not in service"
        searchable
        allowDeselect={false}
        data={[
          { value: '', label: 'Nowhere' },
          ...gone,
          { group: 'Queues', items: queues.map(({ id, name }) => ({ value: id, label: name })) },
          {
            group: 'Extensions',
            items: extensions.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` })),
          },
        ]}
        key={form.key('route')}
        {...form.getInputProps('route')}
      />
      <Select
        label="Carrier"
        allowDeselect={false}
        disabled={Boolean(existing?.carrierId)}
        data={carriers}
        key={form.key('carrier')}
        {...form.getInputProps('carrier')}
      />
    </FormPanel>
  );
}
