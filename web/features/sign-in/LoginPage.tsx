import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconClock, IconFingerprint, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { signInRequired } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { defaultTenantId } from '#web/app/limits.ts';
import { session } from '#web/app/session.ts';
import { storedText, storeText } from '#web/ui/browser-storage.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { PasswordField } from './PasswordField.tsx';
import { answerWithPasskey, hasPasskeys } from './passkey.ts';
import { rememberedTenant } from './remembered-tenant.ts';
import { type SecondFactor, SecondFactorForm } from './SecondFactorForm.tsx';
import { clockOf, useCountdown } from './useCountdown.ts';

/** Sign-in. Errors stay beside the form; a lockout counts down; the tenant is tucked away until it is needed. */
export default function LoginPage() {
  const { data: config } = useQuery(
    query.auth.config.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tenantId, setTenantId] = useState(() => storedText(rememberedTenant) ?? String(defaultTenantId));
  const [tenantShown, setTenantShown] = useState(tenantId !== String(defaultTenantId));
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const [secondFactor, setSecondFactor] = useState<SecondFactor>();
  const [locked, lockFor] = useCountdown();
  const form = useRef<HTMLFormElement>(null);
  const ended = session.endedBy();
  const next = new URLSearchParams(location.search).has('next');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || locked > 0) return;
    const gaps = {
      username: username.trim() ? undefined : 'Please enter your username.',
      password: password ? undefined : 'Please enter your password.',
    };
    setMissing(gaps);
    setProblem(undefined);
    const firstGap = gaps.username ? 'username' : gaps.password ? 'password' : undefined;
    if (firstGap) {
      form.current?.querySelector<HTMLInputElement>(`[name=${firstGap}]`)?.focus();
      return;
    }
    setBusy('password');
    try {
      const tenant = Number(tenantId) || defaultTenantId;
      const result = await api.auth.login({ username: username.trim(), password, tenantId: tenant });
      storeText(rememberedTenant, String(tenant));
      if ('secondFactor' in result) setSecondFactor(result.secondFactor);
      else session.signIn(result);
    } catch (error) {
      if (error instanceof ApiError && error.status === 429 && error.retryAfter) lockFor(error.retryAfter);
      setProblem(messageOf(error));
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    } finally {
      setBusy(undefined);
    }
  }

  async function signInByPasskey() {
    if (busy) return;
    setProblem(undefined);
    setBusy('passkey');
    try {
      const response = await answerWithPasskey();
      if (response) session.signIn(await api.auth.passkeySignIn({ response }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  }

  if (secondFactor)
    return (
      <AuthLayout title="One more step" description={`You are signing in as ${username.trim()}.`}>
        <SecondFactorForm
          factor={secondFactor}
          onBack={(reason) => {
            setSecondFactor(undefined);
            setPassword('');
            setProblem(reason);
          }}
        />
      </AuthLayout>
    );

  return (
    <AuthLayout
      title="Sign in"
      description={config?.tenantName && !tenantShown ? `to ${config.tenantName}` : undefined}
      footer={
        config?.trialOpen && (
          <>
            New to Dealbell?{' '}
            <Anchor component={Link} to="/trial" size="sm">
              Start a free trial
            </Anchor>
          </>
        )
      }
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          {locked > 0 ? (
            <Alert color="amber" icon={<IconClock size={18} />} role="alert" title="Sign-in is paused">
              {problem}{' '}
              <Text span inherit fw={600} className="db-figures" aria-hidden>
                Try again in {clockOf(locked)}.
              </Text>
            </Alert>
          ) : problem ? (
            <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
              {problem}
            </Alert>
          ) : ended === 'expired' ? (
            <Alert color="blue" icon={<IconInfoCircle size={18} />} role="status">
              Your session has expired. Please log in again.
            </Alert>
          ) : next && !ended ? (
            <Alert color="blue" icon={<IconInfoCircle size={18} />} role="status">
              {signInRequired}
            </Alert>
          ) : null}
          <TextInput
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="md"
            value={username}
            error={missing.username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            size="md"
            value={password}
            error={missing.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {config?.resetByMail && (
            <Anchor component={Link} to="/forgot-password" size="sm" mt={-6}>
              Forgot your password?
            </Anchor>
          )}
          {tenantShown && (
            <TextInput
              label="Workspace number"
              description="Your admin can tell you. It is 1 unless you were given another."
              name="tenantId"
              size="md"
              inputMode="numeric"
              maxLength={10}
              value={tenantId}
              onChange={(event) => setTenantId(event.currentTarget.value.replace(/\D/g, ''))}
            />
          )}
          <Button
            type="submit"
            size="md"
            mt={4}
            fullWidth
            loading={busy === 'password'}
            disabled={locked > 0 || busy === 'passkey'}
          >
            Sign in
          </Button>
          {hasPasskeys() && (
            <Button
              variant="default"
              size="md"
              fullWidth
              leftSection={<IconFingerprint size={18} />}
              loading={busy === 'passkey'}
              disabled={busy === 'password'}
              onClick={signInByPasskey}
            >
              Sign in with a passkey
            </Button>
          )}
          {!tenantShown && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="dimmed"
              onClick={() => setTenantShown(true)}
            >
              Sign in to another workspace
            </Anchor>
          )}
          {config?.registrationOpen && (
            <Text size="sm" ta="center">
              <Anchor component={Link} to="/register" size="sm">
                Create an account in {config.tenantName}
              </Anchor>
            </Text>
          )}
          {config?.local && (
            <Text size="xs" c="dimmed" ta="center">
              This is the local demo. Sign in as <b>admin</b>, <b>agent</b>, <b>vendor</b> or <b>operator</b>{' '}
              with the password that <code>npm start</code> printed.
            </Text>
          )}
        </Stack>
      </form>
    </AuthLayout>
  );
}
