import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '#web/app/api-error.ts';

interface NameDialogProps {
  opened: boolean;
  title: string;
  label?: string;
  /** A verb: 'Make folder'. */
  action: string;
  /** As it is called now. */
  initial?: string;
  /** What is said of an empty one: 'A folder needs a name.' */
  missing: string;
  maxLength: number;
  onClose: () => void;
  /** @throws what keeps the name from being taken; it is said below the field */
  onName: (name: string) => Promise<unknown>;
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { opened, title, label = 'Name', action, initial = '', missing, maxLength, onClose, onName } = props;
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!opened) return;
    setName(initial);
    setProblem(null);
  }, [opened, initial]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return setProblem(missing);
    setBusy(true);
    try {
      await onName(wanted);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title={<Text fw={650}>{title}</Text>}
      withCloseButton={false}
    >
      <form data-changes onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          data-autofocus
          required
          label={label}
          maxLength={maxLength}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button data-changes type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
