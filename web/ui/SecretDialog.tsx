import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';

interface SecretDialogProps {
  /** What the secret is: 'Your API key'. */
  title: string;
  /** Null while there is none to show. */
  secret: string | null;
  onClose: () => void;
}

/** Shows a secret this once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Alert color="ink" icon={<IconEyeOff size={18} />}>
          Copy it now: it is never shown again.
        </Alert>
        <TextInput
          readOnly
          label="Secret"
          value={secret ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret ?? ''}>
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
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
