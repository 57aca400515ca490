import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBusy } from './useBusy.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The question: 'Remove Anna Ito?' */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** A verb: 'Remove user'. */
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  /** What is changed: the workspace unless said otherwise (`HeldControls`). */
  changes?: 'workspace' | 'account';
  /** Resolves: the dialog closes. Rejects: it stays open and a toast says why. */
  onConfirm: () => Promise<unknown>;
  /** False while something that the question asks for is missing. */
  isReady?: boolean;
}

/** Asks before something that is hard to undo. The safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    onClose,
    title,
    children,
    confirmLabel,
    danger = false,
    changes = 'workspace',
    onConfirm,
    isReady = true,
  } = props;
  const [busy, run] = useBusy();
  const safe = useRef<HTMLButtonElement>(null);
  // Another question in its place, or the same one after a failure: a second press of Enter must not answer it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is told by its title
  useEffect(() => {
    if (opened && !busy) safe.current?.focus();
  }, [opened, busy, title]);

  const confirm = () =>
    run(async () => {
      await onConfirm();
      onClose();
    });

  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title={<Text fw={650}>{title}</Text>}
      withCloseButton={false}
      size="md"
    >
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button ref={safe} variant="default" onClick={onClose} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button
          data-changes={changes}
          color={danger ? 'red' : undefined}
          loading={busy}
          disabled={!isReady}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

interface AskButtonProps extends Omit<ConfirmDialogProps, 'opened' | 'onClose'> {
  /** What the button says. */
  label: ReactNode;
  button?: ButtonProps;
}

/** A button that asks first. */
export function AskButton({ label, button, ...question }: AskButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        data-changes={question.changes ?? true}
        variant="default"
        {...button}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...question} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
