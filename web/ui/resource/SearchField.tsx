import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from './resource.module.css';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is searched by now; another value than what was typed, such as after clearing the filters, takes its place. */
  value: string;
  /** Told a quarter of a second after the last key. */
  onSearch: (text: string) => void;
  /** The name of the button that empties it. */
  clearLabel?: string;
}

/** A search over a list: it waits until somebody has finished typing. Name it by `aria-label` or `label`. */
export function SearchField({
  value,
  onSearch,
  clearLabel = 'Clear the search',
  ...input
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onSearch(sent.current);
  }, 250);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  const type = (text: string) => {
    setTyped(text);
    send(text);
  };
  return (
    <TextInput
      className={styles.search}
      leftSection={<IconSearch size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label={clearLabel} onClick={() => type('')} />}
      maxLength={100}
      {...input}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
