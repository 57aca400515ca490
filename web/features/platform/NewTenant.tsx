import { Alert, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { companyName, defaultTimeZone, timeZone } from '#shared/model/tenant.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { AdminLink } from './AdminLink.tsx';
import { usePlatform } from './usePlatform.ts';

interface NewTenantProps {
  opened: boolean;
  onClose: () => void;
}

const formId = 'new-tenant';

/** Makes a workspace, and the link by which its first admin comes. */
export function NewTenant({ opened, onClose }: NewTenantProps) {
  const { create } = usePlatform();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', timeZone: defaultTimeZone, plan: 'standard' as 'standard' | 'trial' },
    validate: { name: checkedBy(companyName), timeZone: checkedBy(timeZone) },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    try {
      await create.mutateAsync(values);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  function close() {
    onClose();
    form.reset();
    create.reset();
    setProblem(undefined);
  }

  return (
    <SidePanel
      opened={opened}
      onClose={close}
      title={create.data ? create.data.tenant.name : 'New workspace'}
      footer={
        create.data ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={create.isPending}>
              Make the workspace
            </Button>
          </>
        )
      }
    >
      {create.data ? (
        <Stack gap="md">
          <Text size="sm">Workspace number {create.data.tenant.id} is there, and nobody is in it yet.</Text>
          <AdminLink link={create.data.link} expiresAt={create.data.expiresAt} />
        </Stack>
      ) : (
        <form id={formId} onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            {problem && (
              <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
                {problem}
              </Alert>
            )}
            <TextInput
              label="Company"
              data-autofocus
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Time zone"
              description="Such as America/Chicago; its admin can change it."
              key={form.key('timeZone')}
              {...form.getInputProps('timeZone')}
            />
            <div>
              <Text size="sm" fw={500} mb={4} id={`${formId}-plan`}>
                Plan
              </Text>
              <SegmentedControl
                fullWidth
                aria-labelledby={`${formId}-plan`}
                data={[
                  { value: 'standard', label: 'Standard' },
                  { value: 'trial', label: 'Trial' },
                ]}
                key={form.key('plan')}
                {...form.getInputProps('plan')}
              />
            </div>
          </Stack>
        </form>
      )}
    </SidePanel>
  );
}
