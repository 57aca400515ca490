import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { defaultTenantId } from '#web/app/limits.ts';
import { storedText } from '#web/ui/browser-storage.ts';
import { LinkPage } from './LinkPage.tsx';
import { Done, Problem } from './Problem.tsx';
import { rememberedTenant } from './remembered-tenant.ts';

/** Asks for a link by which a new password is chosen. The answer is the same for a name that is nobody's. */
export default function ForgotPasswordPage() {
  const { data: config } = useQuery(
    query.auth.config.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      username: '',
      tenantId: storedText(rememberedTenant) ?? String(defaultTenantId),
    },
    validate: {
      username: (value) => (value.trim() ? null : 'Please enter your username or e-mail address.'),
    },
  });

  async function submit({ username, tenantId }: typeof form.values) {
    setProblem(undefined);
    try {
      const tenant = Number(tenantId) || defaultTenantId;
      setDone((await api.auth.forgotPassword({ username: username.trim(), tenantId: tenant })).message);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  const title = 'Forgot your password?';
  if (config && !config.resetByMail)
    return (
      <LinkPage title={title} description="No mails are sent here. Ask your admin for a new password." />
    );
  return (
    <LinkPage title={title} description={done ? undefined : 'We mail you a link to choose a new one.'}>
      {done ? (
        <Done>{done} It works for half an hour.</Done>
      ) : (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            {problem && <Problem>{problem}</Problem>}
            <TextInput
              label="Username or e-mail address"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              size="md"
              key={form.key('username')}
              {...form.getInputProps('username')}
            />
            <TextInput
              label="Workspace number"
              description="It is 1 unless you were given another."
              inputMode="numeric"
              maxLength={10}
              size="md"
              key={form.key('tenantId')}
              {...form.getInputProps('tenantId')}
            />
            <Button type="submit" size="md" mt={4} loading={form.submitting}>
              Mail me a link
            </Button>
          </Stack>
        </form>
      )}
    </LinkPage>
  );
}
