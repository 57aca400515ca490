import { Button, Group } from '@mantine/core';

interface FormActionsProps {
  busy: boolean;
  label?: string;
  /** Undoes what was typed; left out where there is nothing to undo. */
  onReset?: () => void;
}

/** The buttons below a form. */
export function FormActions({ busy, label = 'Save changes', onReset }: FormActionsProps) {
  return (
    <Group gap="xs" mt="xs">
      <Button type="submit" loading={busy}>
        {label}
      </Button>
      {onReset && (
        <Button variant="default" onClick={onReset} disabled={busy}>
          Discard
        </Button>
      )}
    </Group>
  );
}
