import { Button, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { email, tenantRole } from '#shared/model/user.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { Problem } from '#web/features/sign-in/Problem.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUserActions } from './useUserActions.ts';

const formId = 'invite-form';
const roles = tenantRole.options.map((role) => ({ value: role, label: role }));

/** Invites somebody by mail: they choose their own username and password. */
export function InvitePanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Invite by mail"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            Send the invitation
          </Button>
        </>
      }
    >
      {opened && <InviteForm onBusy={setBusy} onDone={onClose} />}
    </SidePanel>
  );
}

function InviteForm({ onBusy, onDone }: { onBusy: (busy: boolean) => void; onDone: () => void }) {
  const { invite } = useUserActions();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', firstName: '', lastName: '', role: 'agent' },
    validate: { email: checkedBy(email) },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    onBusy(true);
    try {
      const sent = await invite.mutateAsync({
        ...values,
        email: values.email.trim(),
        role: tenantRole.parse(values.role),
      });
      toast.success(`An invitation is on its way to ${sent.email}`);
      onDone();
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    } finally {
      onBusy(false);
    }
  }

  return (
    <form data-changes id={formId} onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {problem && <Problem>{problem}</Problem>}
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
      </Stack>
    </form>
  );
}
