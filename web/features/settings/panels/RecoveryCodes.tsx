import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import styles from '../Settings.module.css';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** The codes, this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');

  function download() {
    const url = URL.createObjectURL(
      new Blob([`Dealbell recovery codes\n\n${text}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'dealbell-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Stack gap="md">
      <Alert color="amber" icon={<IconAlertTriangle size={18} />} title="Keep these recovery codes">
        Each signs you in once when your phone is not at hand. They are shown now and never again.
      </Alert>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
      <Text size="xs" c="dimmed">
        A password manager or a printed page is a good place; a note on the same phone is not.
      </Text>
    </Stack>
  );
}
