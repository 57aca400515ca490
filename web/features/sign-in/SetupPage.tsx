import { Alert, Anchor, Button, Checkbox, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { companyName, defaultTimeZone, timeZone } from '#shared/model/tenant.ts';
import { email, password, username } from '#shared/model/user.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { storeText } from '#web/ui/browser-storage.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { toast } from '#web/ui/toast.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { PasswordField } from './PasswordField.tsx';
import { rememberedTenant } from './remembered-tenant.ts';

const nobody = { firstName: '', lastName: '', email: '', username: '', password: '' };

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || defaultTimeZone;

/** /setup#token makes the first admin of a workspace, and at a deployment the workspace and the operator, once. */
export default function SetupPage() {
  const token = useLocation().hash.slice(1);
  const check = useQuery(
    query.platform.checkSetup.queryOptions({ input: { token }, enabled: token !== '', retry: false }),
  );
  const footer = (
    <>
      Have an account?{' '}
      <Anchor component={Link} to="/login" size="sm">
        Sign in
      </Anchor>
    </>
  );
  if (!token || check.error)
    return (
      <AuthLayout title="This link does not work" footer={footer}>
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {check.error
            ? messageOf(check.error)
            : 'The address lacks its last part. Open the link as a whole, as it was given to you.'}
        </Alert>
      </AuthLayout>
    );
  if (!check.data)
    return (
      <AuthLayout title="Set up your workspace" footer={footer}>
        <Stack gap="md" aria-busy>
          {[1, 2, 3, 4].map((field) => (
            <Skeleton key={field} h={36} />
          ))}
        </Stack>
      </AuthLayout>
    );
  const { company, mayMakeOperator } = check.data;
  return (
    <AuthLayout
      title={company ? `Set up ${company}` : 'Set up your workspace'}
      description="You will be its first admin, who adds everybody else. This link works once."
      footer={footer}
    >
      <SetupForm token={token} company={company} mayMakeOperator={mayMakeOperator} />
    </AuthLayout>
  );
}

interface SetupFormProps {
  token: string;
  company: string | null;
  mayMakeOperator: boolean;
}

function SetupForm({ token, company, mayMakeOperator }: SetupFormProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [withOperator, setWithOperator] = useState(mayMakeOperator);
  const person = { email: checkedBy(email), username: checkedBy(username), password: checkedBy(password) };
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { companyName: '', timeZone: browserZone(), admin: nobody, operator: nobody },
    validate: {
      ...(company ? {} : { companyName: checkedBy(companyName), timeZone: checkedBy(timeZone) }),
      admin: person,
      ...(withOperator ? { operator: person } : {}),
    },
  });

  async function submit({ admin, operator, ...workspace }: typeof form.values) {
    setProblem(undefined);
    try {
      const made = await api.platform.setup({
        token,
        admin,
        ...(company ? {} : workspace),
        ...(withOperator ? { operator } : {}),
      });
      toast.success(`${made.tenantName} is ready`, `Sign in as ${made.username}.`);
      storeText(rememberedTenant, String(made.tenantId));
      void navigate('/login', { replace: true });
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      // What names no field of this form, such as a username that is taken in the workspace, stands above it.
      const shown = Object.keys(fields).some((field) => field.includes('.') || field in workspace);
      if (!shown) setProblem(messageOf(error));
    }
  }

  const fields = (who: 'admin' | 'operator') => (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="First name"
          autoComplete={who === 'admin' ? 'given-name' : 'off'}
          key={form.key(`${who}.firstName`)}
          {...form.getInputProps(`${who}.firstName`)}
        />
        <TextInput
          label="Last name"
          autoComplete={who === 'admin' ? 'family-name' : 'off'}
          key={form.key(`${who}.lastName`)}
          {...form.getInputProps(`${who}.lastName`)}
        />
      </SimpleGrid>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete={who === 'admin' ? 'email' : 'off'}
        key={form.key(`${who}.email`)}
        {...form.getInputProps(`${who}.email`)}
      />
      <TextInput
        label="Username"
        autoComplete={who === 'admin' ? 'username' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        key={form.key(`${who}.username`)}
        {...form.getInputProps(`${who}.username`)}
      />
      <PasswordField
        label="Password"
        description="At least 8 characters. A few words are better than one with symbols."
        autoComplete="new-password"
        key={form.key(`${who}.password`)}
        {...form.getInputProps(`${who}.password`)}
      />
    </>
  );

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        {!company && (
          <>
            <TextInput
              label="Company"
              autoComplete="organization"
              autoFocus
              key={form.key('companyName')}
              {...form.getInputProps('companyName')}
            />
            <TextInput
              label="Time zone"
              description="Such as America/Chicago."
              key={form.key('timeZone')}
              {...form.getInputProps('timeZone')}
            />
          </>
        )}
        <Stack gap="md" component="fieldset" bd={0} p={0} m={0}>
          <Text component="legend" fw={600} size="sm" mb="xs">
            You, the admin
          </Text>
          {fields('admin')}
        </Stack>
        {mayMakeOperator && (
          <Checkbox
            label="Make the platform's operator too"
            description="An account of its own that makes, converts and suspends workspaces. Without it, ask for another link later."
            checked={withOperator}
            onChange={(event) => setWithOperator(event.currentTarget.checked)}
          />
        )}
        {withOperator && (
          <Stack gap="md" component="fieldset" bd={0} p={0} m={0}>
            <Text component="legend" fw={600} size="sm" mb="xs">
              The operator
            </Text>
            {fields('operator')}
          </Stack>
        )}
        <Button type="submit" size="md" mt={4} loading={form.submitting}>
          {company ? 'Make the account' : 'Set up the workspace'}
        </Button>
      </Stack>
    </form>
  );
}
