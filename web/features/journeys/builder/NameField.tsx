import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './builder.module.css';
import { useDraft, useDraftState } from './store/context.ts';

/** The journey's name, changed in place: Enter or leaving it saves, Escape takes it back. */
export function NameField() {
  const draft = useDraft();
  const { name } = useDraftState().journey;
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const save = () => {
    const next = typed.trim();
    if (next === name) return setTyped(name);
    const read = journeyFields.shape.name.safeParse(next);
    if (!read.success) {
      toast.error(read.error.issues[0]!.message);
      return setTyped(name);
    }
    draft.update({ name: read.data }).catch((error) => {
      toast.error(error);
      setTyped(name);
    });
  };
  return (
    <h1 className={styles.name}>
      <TextInput
        aria-label="Name of the journey"
        variant="unstyled"
        classNames={{ input: styles.nameInput }}
        readOnly={draft.readOnly}
        maxLength={journeyLimits.name}
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
