import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { PasswordField } from '#web/features/sign-in/PasswordField.tsx';

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** A verb for the button. */
  action: string;
  danger?: boolean;
  /** Asks for a code of the app too. */
  withCode?: boolean;
  /** Asks for a name of what is made too: its label. */
  nameLabel?: string;
  /** What the name begins with. */
  name?: string;
  /** Resolves: the dialog closes. Rejects: it stays open and says why. */
  onSubmit: (given: { password: string; code: string; name: string }) => Promise<unknown>;
}

/** Asks for the password again before how one signs in is changed. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={650}>{props.title}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      <PasswordForm {...props} />
    </Modal>
  );
}

function PasswordForm(props: PasswordDialogProps) {
  const { onClose, children, action, danger, withCode, nameLabel, name = '', onSubmit } = props;
  const { user } = useSignedIn();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '', name },
    validate: {
      password: (value) => (value ? null : 'Please enter your password.'),
      code: (value) => (!withCode || value.trim() ? null : 'Please enter the code.'),
      name: (value) => (!nameLabel || value.trim() ? null : 'Please name the passkey.'),
    },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    try {
      await onSubmit(values);
      onClose();
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <form data-changes="account" onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {children}
        </Text>
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        {nameLabel && (
          <TextInput
            label={nameLabel}
            maxLength={60}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
        )}
        {/* Lets a password manager know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {withCode && (
          <TextInput
            label="Code"
            description="Of your app, or a recovery code."
            autoComplete="one-time-code"
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={form.submitting}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={form.submitting}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
