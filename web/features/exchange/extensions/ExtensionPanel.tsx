import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newExtension } from '#shared/api/pbx/extensions.ts';
import { emergencyLimits } from '#shared/model/emergency-calls.ts';
import { type Extension, extensionLimits } from '#shared/model/extension.ts';
import { api, query } from '#web/app/api.ts';
import { useAgentNames } from '#web/features/calls/shared.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';

interface ExtensionPanelProps {
  /** Undefined while none is open. */
  extension: Extension | 'new' | undefined;
  onClose: () => void;
  /** The SIP password of one that was added. */
  onSecret: (secret: string) => void;
}

const blank = {
  number: '',
  name: '',
  userId: null as string | null,
  callerId: '',
  outsideNumber: '',
  location: '',
  voicemail: false,
  voicemailMail: true,
};

/** Adds an extension, of somebody or of a place, or changes one. */
export function ExtensionPanel({ extension, onClose, onSecret }: ExtensionPanelProps) {
  const existing = extension === 'new' ? undefined : extension;
  const client = useQueryClient();
  const { agents } = useAgentNames();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...blank, version: 0 },
    validate: { number: checkedBy(newExtension.shape.number), name: checkedBy(newExtension.shape.name) },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (!existing) return;
    const { number, name, userId, callerId, outsideNumber, location, voicemail, voicemailMail, version } =
      existing;
    form.setValues({
      number,
      name,
      userId,
      callerId: callerId ?? '',
      outsideNumber: outsideNumber ?? '',
      location,
      voicemail,
      voicemailMail,
      version,
    });
  }, [existing?.id]);
  const submit = useSubmit(form, async ({ version, callerId, outsideNumber, ...fields }) => {
    const input = {
      ...fields,
      callerId: callerId.trim() || null,
      outsideNumber: outsideNumber.trim() || null,
    };
    if (existing) await api.pbx.updateExtension({ id: existing.id, version, ...input });
    else onSecret((await api.pbx.createExtension(input)).secret);
    await client.invalidateQueries({ queryKey: query.pbx.key() });
    toast.success(existing ? `Extension ${fields.number} is saved` : `Extension ${fields.number} is added`);
    onClose();
  });
  const people = agents.map(({ agentId, name }) => ({ value: agentId, label: name }));
  const owner = existing?.userId;
  if (owner && !people.some(({ value }) => value === owner))
    people.unshift({ value: owner, label: existing.userName });
  return (
    <FormPanel
      opened={extension !== undefined}
      title={existing ? `Extension ${existing.number}` : 'Add extension'}
      submitLabel={existing ? 'Save' : 'Add extension'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <TextInput
        label="Number"
        description="2 to 8 digits"
        inputMode="numeric"
        data-autofocus
        key={form.key('number')}
        {...form.getInputProps('number')}
      />
      <TextInput
        label="Name"
        description="What other phones show: a person, or a place such as Front desk"
        maxLength={extensionLimits.name}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Select
        label="User"
        placeholder="Nobody"
        clearable
        searchable
        data={people}
        key={form.key('userId')}
        {...form.getInputProps('userId')}
      />
      <TextInput
        label="Caller ID"
        description="The number that its calls show"
        type="tel"
        placeholder="(305) 555-0123"
        key={form.key('callerId')}
        {...form.getInputProps('callerId')}
      />
      <TextInput
        label="Another telephone"
        description="A mobile or landline that its user may sign in with. It rings by its number, and 1 takes the call"
        type="tel"
        placeholder="(305) 555-0177"
        key={form.key('outsideNumber')}
        {...form.getInputProps('outsideNumber')}
      />
      <TextInput
        label="Location for 911"
        description="Where the phone stands: street, floor, room. Left empty, the workspace’s"
        maxLength={emergencyLimits.location}
        key={form.key('location')}
        {...form.getInputProps('location')}
      />
      <Switch
        label="Voicemail"
        description="Who calls a number of it and is not answered may leave a message"
        key={form.key('voicemail')}
        {...form.getInputProps('voicemail', { type: 'checkbox' })}
      />
      <Switch
        label="Mail its user when a message is left"
        key={form.key('voicemailMail')}
        {...form.getInputProps('voicemailMail', { type: 'checkbox' })}
      />
    </FormPanel>
  );
}
