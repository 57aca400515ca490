import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ZodType } from 'zod';
import { toast } from '#web/ui/toast.ts';
import styles from './flow.module.css';
import { useFlowDraft } from './store/context.ts';

interface NameFieldProps {
  label: string;
  name: string;
  /** What a name must be. */
  rule: ZodType<string>;
  maxLength: number;
  /** @throws what keeps it from being saved */
  save: (name: string) => Promise<unknown>;
}

/** The name above the builder, changed in place: Enter or leaving it saves, Escape takes it back. */
export function NameField({ label, name, rule, maxLength, save: keep }: NameFieldProps) {
  const draft = useFlowDraft();
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const save = () => {
    const next = typed.trim();
    if (next === name) return setTyped(name);
    const read = rule.safeParse(next);
    if (!read.success) {
      toast.error(read.error.issues[0]!.message);
      return setTyped(name);
    }
    keep(read.data).catch((error) => {
      toast.error(error);
      setTyped(name);
    });
  };
  return (
    <h1 className={styles.name}>
      <TextInput
        aria-label={label}
        variant="unstyled"
        classNames={{ input: styles.nameInput }}
        readOnly={draft.readOnly}
        maxLength={maxLength}
        value={typed}
        dir="auto"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyped(name);
        }}
      />
    </h1>
  );
}
