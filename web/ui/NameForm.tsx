import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

interface NameFormProps {
  label: string;
  initial?: string;
  maxLength: number;
  onName(name: string): Promise<void>;
  onCancel(): void;
}

/** A name for something that is kept: Enter keeps it, Escape does not. */
export function NameForm({ label, initial = '', maxLength, onName, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const wanted = name.trim();
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        if (!wanted || busy) return;
        setBusy(true);
        void onName(wanted).finally(() => setBusy(false));
      }}
    >
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        data-autofocus
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Group gap={6} mt={6} justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-xs" type="submit" loading={busy} disabled={!wanted}>
          Save name
        </Button>
      </Group>
    </form>
  );
}
