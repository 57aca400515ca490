import { Alert, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { password } from '#shared/model/user.ts';
import { query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { toast } from '#web/ui/toast.ts';
import { FormActions } from '../FormActions.tsx';

/** Change one's own password. */
export function PasswordPanel() {
  const { user } = useSignedIn();
  const change = useMutation(query.users.changePassword.mutationOptions());
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      currentPassword: (value) => (value ? null : 'Please enter your current password.'),
      newPassword: checkedBy(password),
      confirmPassword: (value, values) => (value === values.newPassword ? null : 'The two passwords differ.'),
    },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    try {
      await change.mutateAsync(values);
      form.reset();
      toast.success('Password changed');
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <form data-changes="account" onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        {/* Lets a password manager know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label="New password"
          description="At least 8 characters. A few words are better than one with symbols."
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label="New password again"
          autoComplete="new-password"
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <FormActions busy={change.isPending} label="Change password" />
      </Stack>
    </form>
  );
}
