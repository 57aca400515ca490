import { ActionIcon, Collapse, Group, Table, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ImportReason, LeadImport } from '#shared/model/lead-import.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { downloadFrom } from '../content/data/download.ts';
import styles from './reasons.module.css';
import { isAtWork, pollMs, rows } from './words.ts';

/** Why rows did not come in: each reason with how many, some of them, and a file of its rows. */
export function Reasons({ item }: { item: LeadImport }) {
  const interval = usePollInterval('jobs', 2 * pollMs);
  const leftOut = item.skipped + item.failed;
  const { data, error, refetch } = useQuery({
    // What was asked while it ran is asked again once it has ended.
    ...query.leads.importReasons.queryOptions({
      input: { id: item.id },
      enabled: leftOut > 0 || item.status === 'failed',
    }),
    queryKey: [...query.leads.importReasons.queryKey({ input: { id: item.id } }), item.status],
    placeholderData: (before) => before,
    refetchInterval: isAtWork(item.status) ? interval : false,
  });
  if (error && !data)
    return (
      <ErrorState title="The reasons could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data?.reasons.length) return null;
  return (
    <Surface component="section" aria-label="Why rows were left out">
      <Title order={2} size="h3" mb={4}>
        Why rows were left out
      </Title>
      <ul className="db-list">
        {data.reasons.map((reason) => (
          <Reason key={reason.key} importId={item.id} headers={item.headers} reason={reason} />
        ))}
      </ul>
    </Surface>
  );
}

interface ReasonProps {
  importId: string;
  headers: readonly string[];
  reason: ImportReason;
}

function Reason({ importId, headers, reason: { key, reason, rows: many, examples } }: ReasonProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const columns = headers.slice(0, Math.max(0, ...examples.map(({ values }) => values.length)));
  const download = () => void downloadFrom(() => api.leads.rejectedRows({ id: importId, reason: key }));
  return (
    <li className={styles.reason}>
      <Group gap={12} wrap="nowrap">
        <UnstyledButton
          className={styles.head}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={16} aria-hidden="true" className={styles.sign} />
          <span className="db-grow">{reason}</span>
          <span className="db-figures">{rows(many)}</span>
        </UnstyledButton>
        <Tooltip label="Download these rows">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Download ${rows(many)}: ${reason}`}
            onClick={download}
          >
            <IconDownload size={17} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Collapse expanded={opened} id={id}>
        <Table.ScrollContainer minWidth={320}>
          <Table fz="sm" aria-label={`Examples: ${reason}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                {columns.map((header, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file may name two columns alike
                  <Table.Th key={at}>{header}</Table.Th>
                ))}
                <Table.Th>Reason</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {examples.map(({ row, reason: own, values }) => (
                <Table.Tr key={row}>
                  <Table.Td className="db-figures">{row}</Table.Td>
                  {columns.map((_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row keep their places
                    <Table.Td key={at}>
                      <bdi>{values[at]}</bdi>
                    </Table.Td>
                  ))}
                  <Table.Td>{own}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Collapse>
    </li>
  );
}
