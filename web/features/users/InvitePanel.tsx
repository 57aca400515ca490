import { SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { email, tenantRole } from '#shared/model/user.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUserActions } from './useUserActions.ts';

const roles = tenantRole.options.map((role) => ({ value: role, label: role }));

/** Invites somebody by mail: they choose their own username and password. */
export function InvitePanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { invite } = useUserActions();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', firstName: '', lastName: '', role: 'agent' },
    validate: { email: checkedBy(email) },
  });
  const submit = useSubmit(form, async (values) => {
    const sent = await invite.mutateAsync({
      ...values,
      email: values.email.trim(),
      role: tenantRole.parse(values.role),
    });
    toast.success(`An invitation is on its way to ${sent.email}`);
    onClose();
  });
  return (
    <FormPanel
      opened={opened}
      title="Invite by mail"
      submitLabel="Send the invitation"
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <Text size="sm" c="dimmed">
        They get a link that works for 7 days, and choose their own username and password.
      </Text>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        data-autofocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="First name" key={form.key('firstName')} {...form.getInputProps('firstName')} />
        <TextInput label="Last name" key={form.key('lastName')} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={4} id="invite-role">
          Role
        </Text>
        <SegmentedControl
          fullWidth
          tt="capitalize"
          aria-labelledby="invite-role"
          data={roles}
          key={form.key('role')}
          {...form.getInputProps('role')}
        />
      </div>
    </FormPanel>
  );
}
