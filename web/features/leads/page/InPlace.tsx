import { NumberInput, Select, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './page.module.css';

type Value = string | number | boolean | null;

interface InPlaceProps {
  label: string;
  value: Value;
  /** What is shown; the value itself otherwise. */
  children?: ReactNode;
  type?: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'email' | 'tel';
  choices?: readonly { value: string; label: string }[];
  maxLength?: number;
  min?: number;
  max?: number;
  placeholder?: string;
  /** A larger text, for the name. */
  large?: boolean;
  /** Resolves to whether it was saved: the box stays open otherwise. */
  onSave: (value: Value) => Promise<boolean>;
}

/** A value that is changed where it stands: press it, type, Enter saves and Escape leaves it. */
export function InPlace(props: InPlaceProps) {
  const { label, value, children, type = 'text', large } = props;
  const [open, setOpen] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The button is there again after the next drawing only.
    requestAnimationFrame(() => back.current?.focus({ preventScroll: true }));
  };
  if (open) return <InPlaceEditor {...props} type={type} onClose={close} />;
  const empty = value === null || value === '';
  return (
    <button
      data-changes
      ref={back}
      type="button"
      className={styles.value}
      data-large={large || undefined}
      onClick={() => setOpen(true)}
    >
      <span className={empty ? 'db-dim' : undefined}>
        <span className="db-visually-hidden">{label}: </span>
        <bdi>{children ?? (empty ? 'Add' : String(value))}</bdi>
      </span>
      <IconPencil size={14} className={styles.pencil} aria-hidden="true" />
      <span className="db-visually-hidden">, change</span>
    </button>
  );
}

/** The box alone, for a value that is not there yet. */
export function InPlaceEditor(props: InPlaceProps & { onClose: () => void }) {
  const { label, value, type, choices, maxLength = 200, min, max, placeholder, onSave, onClose } = props;
  const [typed, setTyped] = useState<string>(value === null ? '' : String(value));
  const [busy, setBusy] = useState(false);
  const ended = useRef(false);

  const given = (text: string): Value => {
    if (type === 'number') return text === '' ? null : Number(text);
    if (type === 'boolean') return text === '' ? null : text === 'true';
    if (type === 'choice' || type === 'date') return text === '' ? null : text;
    return text.trim();
  };

  async function end(text: string) {
    if (ended.current) return;
    ended.current = true;
    const next = given(text);
    if (next === value || (next === '' && value === null)) return onClose();
    setBusy(true);
    const saved = await onSave(next);
    setBusy(false);
    if (saved) onClose();
    else ended.current = false;
  }

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      ended.current = true;
      onClose();
    } else if (event.key === 'Enter') void end(typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = { 'aria-label': label, disabled: busy, placeholder, autoFocus: true, size: 'sm' as const };

  if (type === 'choice' || type === 'boolean')
    return (
      <Select
        data-changes
        {...shared}
        clearable
        defaultDropdownOpened
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        data={
          type === 'boolean'
            ? [
                { value: 'true', label: 'Yes' },
                { value: 'false', label: 'No' },
              ]
            : [...(choices ?? [])]
        }
        value={typed || null}
        onChange={(chosen) => void end(chosen ?? '')}
        onDropdownClose={() => !ended.current && onClose()}
      />
    );
  if (type === 'number')
    return (
      <NumberInput
        {...shared}
        hideControls
        thousandSeparator
        min={min}
        max={max}
        value={typed === '' ? '' : Number(typed)}
        onChange={(next) => setTyped(String(next))}
        onBlur={() => void end(typed)}
        onKeyDown={keys}
      />
    );
  return (
    <TextInput
      {...shared}
      type={type}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void end(typed)}
      onKeyDown={keys}
    />
  );
}
