import { Button, Group, Pill, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';

interface TagsFieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  label?: string;
  size?: 'xs' | 'sm';
}

/** Tags, added by Enter or by the button; blanks around them and repetitions are dropped. */
export function TagsField({ value, onChange, label = 'Tags', size = 'sm' }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const full = value.length >= contentLimits.tags;
  const add = () => {
    const tag = typed.trim();
    if (tag && !full && !value.includes(tag)) onChange([...value, tag]);
    setTyped('');
  };
  return (
    <Stack gap={6}>
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput
          size={size}
          label={label}
          placeholder="Add a tag"
          style={{ flex: 1 }}
          maxLength={contentLimits.tagLength}
          disabled={full}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size={size} variant="default" disabled={!typed.trim() || full} onClick={add}>
          Add
        </Button>
      </Group>
      {value.length > 0 && (
        <Pill.Group>
          {value.map((tag) => (
            <Pill
              key={tag}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove tag ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(value.filter((one) => one !== tag))}
            >
              {tag}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </Stack>
  );
}
