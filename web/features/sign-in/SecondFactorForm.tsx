import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { session } from '#web/app/session.ts';
import { answerWithPasskey } from './passkey.ts';
import { clockOf, useCountdown } from './useCountdown.ts';

export interface SecondFactor {
  challenge: string;
  methods: ('totp' | 'recovery' | 'passkey')[];
}

interface SecondFactorFormProps {
  factor: SecondFactor;
  /** Back to the password; with a sentence when the sign-in took too long. */
  onBack: (problem?: string) => void;
}

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export function SecondFactorForm({ factor, onBack }: SecondFactorFormProps) {
  const { challenge, methods } = factor;
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'code' | 'passkey'>();
  const [locked, lockFor] = useCountdown();

  async function attempt(way: 'code' | 'passkey', finish: () => Promise<void>) {
    if (busy || locked > 0) return;
    setProblem(undefined);
    setBusy(way);
    try {
      await finish();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_over') return onBack(error.message);
      if (error instanceof ApiError && error.status === 429 && error.retryAfter) lockFor(error.retryAfter);
      setProblem(messageOf(error));
      setCode('');
    } finally {
      setBusy(undefined);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!code.trim()) return setProblem('Please enter the code.');
    void attempt('code', async () =>
      session.signIn(await api.auth.secondFactor({ challenge, code: code.trim() })),
    );
  }

  const usePasskey = () =>
    attempt('passkey', async () => {
      const passkey = await answerWithPasskey(challenge);
      if (passkey) session.signIn(await api.auth.secondFactor({ challenge, passkey }));
    });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem} {locked > 0 && <span aria-hidden>Try again in {clockOf(locked)}.</span>}
          </Alert>
        )}
        <TextInput
          key={recovery ? 'recovery' : 'app'}
          label={recovery ? 'Recovery code' : 'Code'}
          description={
            recovery
              ? 'One of the codes you kept when you turned two-step sign-in on. Each works once.'
              : 'The six digits that your authenticator app shows now.'
          }
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={recovery ? 24 : 7}
          spellCheck={false}
          autoFocus
          size="md"
          classNames={{ input: 'db-figures' }}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={busy === 'code'}
          disabled={locked > 0 || busy === 'passkey'}
        >
          Sign in
        </Button>
        {methods.includes('passkey') && (
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} />}
            loading={busy === 'passkey'}
            disabled={busy === 'code'}
            onClick={usePasskey}
          >
            Use a passkey
          </Button>
        )}
        <Anchor
          component="button"
          type="button"
          size="sm"
          c="dimmed"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setProblem(undefined);
          }}
        >
          {recovery ? 'Use the code of the app' : 'The phone is not at hand? Use a recovery code'}
        </Anchor>
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => onBack()}>
          Sign in as somebody else
        </Anchor>
      </Stack>
    </form>
  );
}
