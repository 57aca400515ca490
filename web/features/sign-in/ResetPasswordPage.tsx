import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { password } from '#shared/model/user.ts';
import { api } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { LinkPage, tokenOfLink } from './LinkPage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Done, Problem } from './Problem.tsx';

/** Chooses a new password by the link of a mail. */
export default function ResetPasswordPage() {
  const token = tokenOfLink();
  const [problem, setProblem] = useState<string | undefined>(
    token ? undefined : 'Please open the link of the mail.',
  );
  const [done, setDone] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: checkedBy(password) },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    try {
      setDone((await api.auth.resetPassword({ token, password: values.password })).message);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <LinkPage
      title="Choose a new password"
      description={done ? undefined : 'You will be signed out everywhere, and sign in with the new one.'}
    >
      {done ? (
        <Done>{done}</Done>
      ) : (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            {problem && <Problem>{problem}</Problem>}
            <PasswordField
              label="New password"
              description="At least 8 characters. A few words are better than one with symbols."
              autoComplete="new-password"
              autoFocus
              size="md"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" size="md" mt={4} loading={form.submitting} disabled={!token}>
              Set the password
            </Button>
          </Stack>
        </form>
      )}
    </LinkPage>
  );
}
