import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content-limits.ts';
import { messageOf } from '#web/app/api-error.ts';

interface NameDialogProps {
  title: string;
  submitLabel: string;
  /** As it is called now. */
  name?: string;
  onClose: () => void;
  /** Rejects: the dialog stays open and says why. */
  onSubmit: (name: string) => Promise<unknown>;
}

/** Asks for the name of a folder. */
export function NameDialog({ title, submitLabel, name: before = '', onClose, onSubmit }: NameDialogProps) {
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!name.trim()) return setProblem('A folder needs a name.');
    setBusy(true);
    try {
      await onSubmit(name.trim());
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        data-changes
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="lg">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={contentLimits.folderName}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
