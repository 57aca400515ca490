import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { encode } from 'uqr';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import styles from '../Settings.module.css';

interface ScanCodeProps {
  secret: string;
  uri: string;
  onCancel: () => void;
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** The secret for an authenticator app, as a picture and as letters, and the first code that proves it arrived. */
export function ScanCode({ secret, uri, onCancel, onConfirmed }: ScanCodeProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!code.trim()) return setProblem('Please enter the code.');
    setBusy(true);
    setProblem(undefined);
    try {
      onConfirmed((await api.auth.confirmTotp({ code: code.trim() })).recoveryCodes);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form data-changes="account" onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">1. Scan this with your authenticator app, or type the key into it.</Text>
        <Group gap={20}>
          <QrCode text={uri} />
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              Key
            </Text>
            <Code className="db-wrap" fz="sm">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </Code>
          </div>
        </Group>
        <TextInput
          label="2. Enter the code that the app shows"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          maw={240}
          autoFocus
          classNames={{ input: 'db-figures' }}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            Turn on
          </Button>
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Dark on white in both colour schemes: many phones read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the key below"
    >
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  );
}
