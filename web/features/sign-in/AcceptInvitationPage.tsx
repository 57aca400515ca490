import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { password, username } from '#shared/model/user.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { session } from '#web/app/session.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { LinkPage, tokenOfLink } from './LinkPage.tsx';
import { NameFields } from './NameFields.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Problem } from './Problem.tsx';

type Invitation = Awaited<ReturnType<typeof api.auth.openInvitation>>;

/** Somebody who was invited by mail chooses a username and a password, and is signed in. */
export default function AcceptInvitationPage() {
  const token = tokenOfLink();
  const invitation = useQuery(
    query.auth.openInvitation.queryOptions({ input: { token }, enabled: token !== '', staleTime: 60_000 }),
  );
  const { data } = invitation;
  return (
    <LinkPage
      title={data ? `Join ${data.tenantName}` : 'Your invitation'}
      description={
        data &&
        `${data.invitedBy} has invited ${data.email} as ${/^[aeiou]/.test(data.role) ? 'an' : 'a'} ${data.role}.`
      }
    >
      {!token ? (
        <Problem>Please open the link of the mail.</Problem>
      ) : invitation.error ? (
        <Problem>{messageOf(invitation.error)} Ask who has invited you for a new one.</Problem>
      ) : data ? (
        <AcceptForm token={token} invitation={data} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </LinkPage>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      firstName: invitation.firstName,
      lastName: invitation.lastName,
      username: '',
      password: '',
    },
    validate: { username: checkedBy(username), password: checkedBy(password) },
  });

  async function submit(values: typeof form.values) {
    setProblem(undefined);
    try {
      session.signIn(await api.auth.acceptInvitation({ token, ...values }));
      await navigate('/', { replace: true });
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {problem && <Problem>{problem}</Problem>}
        <NameFields form={form} />
        <TextInput
          label="Username"
          description="What you sign in with. It cannot be changed later."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label="Password"
          description="At least 8 characters. A few words are better than one with symbols."
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" mt={4} loading={form.submitting}>
          Join
        </Button>
      </Stack>
    </form>
  );
}
