import { ActionIcon, Table, Title, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
      {data.reasons.map((reason) => (
        <Reason key={reason.key} importId={item.id} headers={item.headers} reason={reason} />
      ))}
    </Surface>
  );
}

interface ReasonProps {
  importId: string;
  headers: readonly string[];
  reason: ImportReason;
}

function Reason({ importId, headers, reason: { key, reason, rows: many, examples } }: ReasonProps) {
  const columns = headers.slice(0, Math.max(0, ...examples.map(({ values }) => values.length)));
  const download = () => void downloadFrom(() => api.leads.rejectedRows({ id: importId, reason: key }));
  return (
    <details className={styles.reason}>
      <summary className={styles.head}>
        <span className={styles.words}>{reason}</span>
        <span className="db-figures">{rows(many)}</span>
        <Tooltip label="Download these rows">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Download ${rows(many)}: ${reason}`}
            onClick={(event) => {
              event.preventDefault();
              download();
            }}
          >
            <IconDownload size={17} />
          </ActionIcon>
        </Tooltip>
      </summary>
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
    </details>
  );
}
