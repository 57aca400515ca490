import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Destination } from '#shared/model/dialplan/nodes.ts';
import type { AllLists } from '../../resources.ts';
import { destinationName } from '../../words.ts';

interface DestinationsFieldProps {
  value: readonly Destination[];
  most: number;
  lists: AllLists;
  error: string | undefined;
  onChange: (value: Destination[]) => void;
}

/** Whom a node rings, in order: extensions of the workspace, and any number. */
export function DestinationsField({ value, most, lists, error, onChange }: DestinationsFieldProps) {
  const [number, setNumber] = useState('');
  const isThere = (id: string) => value.some((one) => one.kind === 'extension' && one.extensionId === id);
  const choices = lists.extensions.filter(({ id }) => !isThere(id));
  const addNumber = () => {
    const typed = number.trim();
    if (typed.length < 3) return;
    const isListed = value.some((one) => one.kind === 'number' && one.number === typed);
    if (!isListed) onChange([...value, { kind: 'number', number: typed }]);
    setNumber('');
  };
  const isFull = value.length >= most;
  return (
    <Stack gap={8} component="fieldset" m={0} p={0} bd="none" aria-label="Whom it rings">
      <Text size="sm" fw={500} component="legend">
        Rings
      </Text>
      {value.length > 0 && (
        <Stack component="ol" className="db-list" gap={4} aria-label="Whom it rings, in order">
          {value.map((one, at) => {
            const name = destinationName(one, lists.resources);
            return (
              <Group component="li" key={JSON.stringify(one)} gap={4} wrap="nowrap">
                <Text size="sm" flex={1} truncate>
                  {name}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Ring ${name} earlier`}
                  disabled={at === 0}
                  onClick={() => onChange(value.with(at, value[at - 1]!).with(at - 1, one))}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Do not ring ${name}`}
                  onClick={() => onChange(value.toSpliced(at, 1))}
                >
                  <IconX size={15} />
                </ActionIcon>
              </Group>
            );
          })}
        </Stack>
      )}
      <Select
        aria-label="Add an extension"
        placeholder={lists.extensions.length === 0 ? 'There are no extensions yet' : 'Add an extension'}
        searchable
        disabled={isFull || choices.length === 0}
        data={choices.map(({ id, name, number: own }) => ({ value: id, label: `${name} (${own})` }))}
        value={null}
        onChange={(id) => id && onChange([...value, { kind: 'extension', extensionId: id }])}
      />
      <Group gap={6} wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          type="tel"
          aria-label="Number to ring"
          placeholder="Or a number: (305) 555-0123"
          disabled={isFull}
          maxLength={40}
          value={number}
          error={error}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            addNumber();
          }}
        />
        <Button
          variant="default"
          px="xs"
          aria-label="Add the number"
          disabled={isFull || number.trim().length < 3}
          onClick={addNumber}
        >
          <IconPlus size={16} />
        </Button>
      </Group>
    </Stack>
  );
}
