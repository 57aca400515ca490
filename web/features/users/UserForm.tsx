import { SegmentedControl, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { internalNumber } from '#shared/model/extension.ts';
import { email, password, type User, username, tenantRole as userRole } from '#shared/model/user.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormProblem, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUserActions } from './useUserActions.ts';

interface UserFormProps {
  id: string;
  /** The user to change; left out, the form adds one. */
  user?: User;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

const givableRoles = userRole.options.map((role) => ({ value: role, label: role }));

/** Who a user is and which role they have. */
export function UserForm({ id, user, onBusy, onDone }: UserFormProps) {
  const { create, update } = useUserActions();
  const self = useSignedIn().user.userId === user?.userId;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      username: user?.username ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      email: user?.pendingEmail ?? user?.email ?? '',
      role: userRole.catch('agent').parse(user?.role),
      extension: user?.extension ?? '',
      isActive: user?.isActive ?? true,
      password: '',
    },
    validate: {
      username: user ? undefined : checkedBy(username),
      email: checkedBy(email),
      extension: (value) => (value.trim() ? checkedBy(internalNumber)(value.trim()) : null),
      password: user ? (value) => (value ? checkedBy(password)(value) : null) : checkedBy(password),
    },
  });

  const { busy, problem, onSubmit } = useSubmit(
    form,
    async (values) => {
      const { firstName, lastName, role } = values;
      const shared = {
        firstName,
        lastName,
        role,
        email: values.email.trim(),
        extension: values.extension.trim() || null,
      };
      if (user)
        await update.mutateAsync({
          ...shared,
          id: user.id,
          isActive: values.isActive,
          version: user.version,
          ...(values.password && { password: values.password }),
        });
      else
        await create.mutateAsync({ ...shared, username: values.username.trim(), password: values.password });
      toast.success(user ? 'Changes saved' : `${values.username.trim()} was added`);
      onDone();
    },
    (error) =>
      error instanceof ApiError && error.status === 409 && user
        ? `${error.message} The form shows the newest state now; nothing of yours was saved.`
        : undefined,
  );
  useEffect(() => onBusy(busy), [busy, onBusy]);

  return (
    <form data-changes id={id} onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        {!user && (
          <TextInput
            label="Username"
            description="What they sign in with. It cannot be changed later."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            key={form.key('username')}
            {...form.getInputProps('username')}
          />
        )}
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label="First name"
            maxLength={100}
            key={form.key('firstName')}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            key={form.key('lastName')}
            {...form.getInputProps('lastName')}
          />
        </SimpleGrid>
        <TextInput
          label="E-mail"
          description={
            user?.pendingEmail
              ? `Not confirmed yet: a link was mailed there. Until it is opened, ${user.email} stands.`
              : user && 'A new address stands when the link is opened that is mailed there.'
          }
          type="email"
          autoComplete="off"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <div>
          <Text size="sm" fw={500} mb={4} id={`${id}-role`}>
            Role
          </Text>
          <SegmentedControl
            fullWidth
            tt="capitalize"
            aria-labelledby={`${id}-role`}
            disabled={self}
            data={givableRoles}
            key={form.key('role')}
            {...form.getInputProps('role')}
          />
          {self && (
            <Text size="xs" c="dimmed" mt={4}>
              Another admin can change your role.
            </Text>
          )}
        </div>
        <TextInput
          label="Extension"
          description="Their number in the telephone exchange, 2 to 8 digits."
          inputMode="numeric"
          maxLength={8}
          key={form.key('extension')}
          {...form.getInputProps('extension')}
        />
        <PasswordField
          label={user ? 'New password' : 'Password'}
          description={
            user ? 'Leave it empty to keep the one they have.' : 'At least 8 characters. They can change it.'
          }
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {user && (
          <Switch
            label="Active"
            description={self ? 'You cannot deactivate your own account.' : 'May sign in.'}
            disabled={self}
            key={form.key('isActive')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </form>
  );
}
