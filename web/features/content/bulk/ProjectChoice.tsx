import { Button, Checkbox, Group, ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatAgo } from '../panels/format.ts';
import styles from './bulk.module.css';

const searchDelay = 250;

interface ProjectChoiceProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The projects of the workspace, newest change first, each to be ticked. */
export function ProjectChoice({ chosen, onChange }: ProjectChoiceProps) {
  const [search, setSearch] = useState('');
  const [needle] = useDebouncedValue(search.trim(), searchDelay);
  const { data, error, refetch } = useQuery({
    ...query.content.list.queryOptions({
      input: { limit: contentLimits.bulkProjects, ...(needle ? { search: needle } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  const shown = data?.projects.map(({ id }) => id) ?? [];
  const missing = shown.filter((id) => !chosen.includes(id));
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const full = chosen.length >= contentLimits.bulkProjects;

  if (error && !data)
    return (
      <ErrorState title="The projects could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap={8}>
      <Group gap={8} wrap="nowrap">
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label="Search projects"
          placeholder="Search projects"
          leftSection={<IconSearch size={14} />}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={shown.length === 0}
          onClick={() =>
            onChange(
              missing.length > 0
                ? [...chosen, ...missing].slice(0, contentLimits.bulkProjects)
                : chosen.filter((id) => !shown.includes(id)),
            )
          }
        >
          {missing.length > 0 || shown.length === 0 ? 'Select all' : 'Select none'}
        </Button>
      </Group>
      {!data ? (
        <Skeleton h={180} />
      ) : data.projects.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="lg">
          {needle ? `Nothing is called “${needle}”.` : 'There are no projects yet.'}
        </Text>
      ) : (
        <ScrollArea.Autosize mah={230} type="auto" className="db-frame" viewportProps={{ tabIndex: 0 }}>
          {data.projects.map(({ id, name, canvasSize, updatedAt }) => (
            <Checkbox
              key={id}
              className={styles.project!}
              checked={chosen.includes(id)}
              disabled={full && !chosen.includes(id)}
              onChange={() => toggle(id)}
              label={name}
              description={`${canvasSize.width} × ${canvasSize.height}, ${formatAgo(updatedAt)}`}
            />
          ))}
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}
