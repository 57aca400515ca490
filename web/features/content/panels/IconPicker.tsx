import { Group, Loader, Popover, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { JsonMap, JsonValue } from '#shared/model/bounded-map.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { findIcons, loadIcons } from './icon-search.ts';
import styles from './panels.module.css';

interface IconPickerProps {
  label: string;
  value: JsonValue | undefined;
  placeholder: string | undefined;
  disabled: boolean;
  onChange(icon: JsonMap): void;
}

function Glyph({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.8}
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}

/** What is shown of the icon that an element has. */
function chosenIn(value: JsonValue | undefined): { name: string; outline: string } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name, outline } = value;
  return typeof name === 'string' && typeof outline === 'string' ? { name, outline } : undefined;
}

/** Chooses one of Tabler's icons, which are loaded when the picker is opened for the first time. */
export function IconPicker({ label, value, placeholder, disabled, onChange }: IconPickerProps) {
  const labelId = useId();
  const [opened, setOpened] = useState(false);
  const chosen = chosenIn(value);
  return (
    <Stack gap={4}>
      <Text id={labelId} size="xs" fw={550}>
        {label}
      </Text>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={292}
        position="bottom-start"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton
            className={styles.iconChoice}
            disabled={disabled}
            aria-label={`${label}: ${chosen?.name ?? placeholder ?? 'none'}`}
            onClick={() => setOpened(!opened)}
          >
            {chosen && <Glyph path={chosen.outline} size={22} />}
            <Text component="span" size="sm" className="db-cut">
              {chosen?.name.replaceAll('-', ' ') ?? placeholder ?? 'Choose an icon'}
            </Text>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={10}>
          <IconChoice
            chosen={chosen?.name}
            onChoose={(icon) => {
              onChange(icon);
              setOpened(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Stack>
  );
}

interface IconChoiceProps {
  chosen: string | undefined;
  onChoose(icon: JsonMap): void;
}

function IconChoice({ chosen, onChoose }: IconChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 120);
  const { data, error, refetch } = useQuery({
    queryKey: ['icons'],
    queryFn: loadIcons,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return <ErrorState title="The icons could not be loaded" error={error} onRetry={() => void refetch()} />;
  const { shown, total } = data ? findIcons(data, search) : { shown: [], total: 0 };
  return (
    <Stack gap={8}>
      <TextInput
        size="xs"
        data-autofocus
        aria-label="Search icons"
        placeholder="Phone, star, arrow…"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!data && (
        <Group justify="center" p="md">
          <Loader size="sm" color="gray" aria-label="Loading the icons" role="status" />
        </Group>
      )}
      <SimpleGrid className="db-scroll" cols={7} spacing={2} mah={300}>
        {shown.map(({ name, outline, filled }) => (
          <UnstyledButton
            key={name}
            className={styles.iconButton}
            title={name.replaceAll('-', ' ')}
            aria-label={name.replaceAll('-', ' ')}
            aria-pressed={name === chosen}
            onClick={() => onChoose({ name, outline, filled })}
          >
            <Glyph path={outline} size={24} />
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {data && (
        <Text size="xs" c="dimmed" role="status">
          {total === 0
            ? 'No icon is called so. Try another word.'
            : `${shown.length} of ${total.toLocaleString('en-US')} icons`}
        </Text>
      )}
    </Stack>
  );
}
