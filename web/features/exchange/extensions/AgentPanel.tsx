import { MultiSelect, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { newAgent } from '#shared/api/pbx/agents.ts';
import { queueLimits } from '#shared/model/queue.ts';
import { api, query } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';

interface AgentPanelProps {
  opened: boolean;
  onClose: () => void;
  /** The SIP password of the new extension. */
  onSecret: (secret: string) => void;
}

const { username, email, password, extension } = newAgent.shape;
const blank = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  extension: '',
  queues: [] as string[],
};

/** Adds somebody who is to take calls: account, extension and queues in one. */
export function AgentPanel({ opened, onClose, onSecret }: AgentPanelProps) {
  const client = useQueryClient();
  const queues = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled: opened })).data?.queues;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: blank,
    validate: {
      username: checkedBy(username),
      email: checkedBy(email),
      password: checkedBy(password),
      extension: checkedBy(extension),
    },
  });
  const submit = useSubmit(form, async ({ queues: chosen, ...fields }) => {
    const made = await api.pbx.createAgent({ ...fields, queues: chosen.map((queueId) => ({ queueId })) });
    await Promise.all([
      client.invalidateQueries({ queryKey: query.pbx.key() }),
      client.invalidateQueries({ queryKey: query.users.key() }),
      client.invalidateQueries({ queryKey: query.leadAssignments.stats.key() }),
    ]);
    toast.success(`${made.extension.name} is added with extension ${made.extension.number}`);
    onSecret(made.secret);
    onClose();
  });
  return (
    <FormPanel
      opened={opened}
      title="Add agent"
      submitLabel="Add agent"
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <Text size="sm" c="dimmed">
        An account with the role agent, an extension, and the queues whose calls they take.
      </Text>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="First name"
          data-autofocus
          key={form.key('firstName')}
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" key={form.key('lastName')} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label="Username"
        autoComplete="off"
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <TextInput
        label="Extension"
        description="2 to 8 digits that nobody and no queue has"
        inputMode="numeric"
        key={form.key('extension')}
        {...form.getInputProps('extension')}
      />
      {Boolean(queues?.length) && (
        <MultiSelect
          label="Queues"
          searchable
          maxValues={queueLimits.queuesOfExtension}
          data={queues?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          key={form.key('queues')}
          {...form.getInputProps('queues')}
        />
      )}
    </FormPanel>
  );
}
