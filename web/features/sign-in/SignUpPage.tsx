import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { companyName, trialDays } from '#shared/model/tenant.ts';
import { email, password, username } from '#shared/model/user.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { session } from '#web/app/session.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { NameFields } from './NameFields.tsx';
import { PasswordField } from './PasswordField.tsx';

const wording = {
  trial: {
    title: 'Start your free trial',
    description: `${trialDays} days with everything, no card needed. You will be the admin of your workspace.`,
    action: 'Start the trial',
    closed: 'Trials are closed at the moment.',
  },
  register: {
    title: 'Create your account',
    description: 'You join as an agent; an admin can change that.',
    action: 'Create the account',
    closed: 'This workspace does not take new accounts. Ask its admin to add you.',
  },
};

/** /trial makes a tenant and its first admin, /register joins a tenant that is open; both sign in at once. */
export default function SignUpPage() {
  const kind = useLocation().pathname.startsWith('/register') ? 'register' : 'trial';
  const words = wording[kind];
  const { data: config } = useQuery(
    query.auth.config.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  const open = !config || (kind === 'trial' ? config.trialOpen : config.registrationOpen);
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { companyName: '', firstName: '', lastName: '', email: '', username: '', password: '' },
    validate: {
      companyName: kind === 'trial' ? checkedBy(companyName) : undefined,
      email: checkedBy(email),
      username: checkedBy(username),
      password: checkedBy(password),
    },
  });

  async function submit({ companyName: company, ...person }: typeof form.values) {
    setProblem(undefined);
    try {
      session.signIn(
        kind === 'trial'
          ? await api.auth.createTrial({ companyName: company, ...person })
          : await api.auth.register({ ...person, tenantId: config?.defaultTenantId ?? 1 }),
      );
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <AuthLayout
      title={words.title}
      description={open ? words.description : words.closed}
      footer={
        <>
          Have an account?{' '}
          <Anchor component={Link} to="/login" size="sm">
            Sign in
          </Anchor>
        </>
      }
    >
      {open && (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            {problem && (
              <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
                {problem}
              </Alert>
            )}
            {kind === 'trial' && (
              <TextInput
                label="Company"
                autoComplete="organization"
                autoFocus
                key={form.key('companyName')}
                {...form.getInputProps('companyName')}
              />
            )}
            <NameFields form={form} />
            <TextInput
              label="Work e-mail"
              type="email"
              autoComplete="email"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <TextInput
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
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
              {words.action}
            </Button>
          </Stack>
        </form>
      )}
    </AuthLayout>
  );
}
