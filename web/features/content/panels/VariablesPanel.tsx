import { Button, Flex, Group, Skeleton, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variable } from '#shared/model/content.ts';
import { variableToken } from '#shared/scene/variables.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RecordPicker } from '../data/RecordPicker.tsx';
import editorStyles from '../editor/Editor.module.css';
import { copyVariable } from './copy-variable.ts';
import styles from './panels.module.css';

/** Quick Insert offers this many categories with this many variables each (specification, section 2). */
const quick = { categories: 3, variables: 3 };

/** Merge fields: find one, and click it to copy it with its braces. */
export default function VariablesPanel() {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<string>();
  const { data, error, refetch } = useQuery(
    query.content.listVariables.queryOptions({ input: {}, staleTime: 5 * 60_000 }),
  );
  const variables = data?.variables ?? [];
  const categories = [...new Set(variables.map((variable) => variable.category))];
  const needle = search.trim().toLowerCase();
  const shown = variables.filter(
    (variable) =>
      (!category || variable.category === category) &&
      (!needle ||
        `${variable.name} ${variable.displayName} ${variable.description}`.toLowerCase().includes(needle)),
  );

  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Variables
        </Title>
      </div>
      <Stack gap={8} p="0 14px 8px">
        <RecordPicker />
        <TextInput
          size="xs"
          aria-label="Search variables"
          placeholder="Search variables"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {categories.length > 1 && (
          <Flex gap={4} wrap="wrap">
            <UnstyledButton
              className={styles.chip}
              aria-pressed={!category}
              onClick={() => setCategory(undefined)}
            >
              All
            </UnstyledButton>
            {categories.map((name) => (
              <UnstyledButton
                key={name}
                className={styles.chip}
                aria-pressed={category === name}
                onClick={() => setCategory(category === name ? undefined : name)}
              >
                {name}
              </UnstyledButton>
            ))}
          </Flex>
        )}
      </Stack>
      <div className={editorStyles.panelBody}>
        {error ? (
          <ErrorState
            title="The variables could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <Stack gap={8}>
            {['a', 'b', 'c', 'd', 'e'].map((key) => (
              <Skeleton key={key} h={58} />
            ))}
          </Stack>
        ) : (
          <>
            {!needle && !category && <QuickInsert variables={variables} categories={categories} />}
            <Stack gap={6}>
              {shown.map((variable) => (
                <VariableCard key={variable.name} variable={variable} />
              ))}
            </Stack>
            {shown.length === 0 && (
              <Stack gap={4} p="36px 12px" ta="center">
                <Text fw={600} size="sm">
                  No variables found
                </Text>
                <Text size="xs" c="dimmed">
                  Try adjusting your search or category filter
                </Text>
              </Stack>
            )}
            <Text size="xs" c="dimmed" mt="md">
              Paste a variable into any text, such as “Well done, {'{rep.name}'}!”; {'{{ rep.name }}'} is the
              same. It is filled in when the sign is shown or exported; without a value its default is used. A
              webhook’s own fields are {'{external.amount}'}, fields of your leads {'{lead.custom.plan}'}.
            </Text>
          </>
        )}
      </div>
    </>
  );
}

function QuickInsert({
  variables,
  categories,
}: {
  variables: readonly Variable[];
  categories: readonly string[];
}) {
  if (variables.length === 0) return null;
  const offered = categories
    .slice(0, quick.categories)
    .flatMap((name) => variables.filter(({ category }) => category === name).slice(0, quick.variables));
  return (
    <Stack gap={6} mb="md">
      <Text size="xs" fw={600} c="dimmed">
        Quick Insert
      </Text>
      <Group gap={4}>
        {offered.map(({ name, displayName }) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => void copyVariable(name)}>
            {displayName}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function VariableCard({ variable }: { variable: Variable }) {
  const { name, displayName, description, defaultValue } = variable;
  return (
    <UnstyledButton
      className="db-frame db-hover"
      display="block"
      w="100%"
      p="8px 10px"
      onClick={() => void copyVariable(name)}
    >
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Text size="sm" fw={550} truncate>
          <span className="db-visually-hidden">Copy </span>
          {displayName}
        </Text>
        <code className={styles.token}>{variableToken(name)}</code>
      </Group>
      <Text size="xs" c="dimmed">
        {description}
        {defaultValue ? ` Default: ${defaultValue}` : ''}
      </Text>
    </UnstyledButton>
  );
}
