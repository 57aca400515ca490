import { ActionIcon, Badge, Box, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { bytes, leads, pollMs } from './words.ts';

/** The files that lists were exported to; nothing where there are none. They are begun on the list of leads. */
export function ExportList() {
  const interval = usePollInterval('jobs', 2 * pollMs);
  const list = useInfiniteQuery(
    query.leads.listExports.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 10, ...(cursor ? { cursor } : {}) }),
      ...byCursor,
      // The addresses of the files hold for some minutes.
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ exports }) => exports.some(({ status }) => status === 'running'))
          ? interval
          : false,
    }),
  );
  const exports = list.data?.pages.flatMap((page) => page.exports) ?? [];
  if (list.error && !list.data)
    return (
      <Text size="sm" c="dimmed" mt="xl" role="status">
        The exports could not be loaded: {messageOf(list.error)}
      </Text>
    );
  if (exports.length === 0) return null;
  return (
    <Box component="section" mt={32} aria-labelledby="exports-title">
      <Title order={2} size="h3" id="exports-title">
        Exports
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Files of leads, kept for 30 days.
      </Text>
      <DataTable
        label="Exports"
        rows={exports}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'file',
            title: 'File',
            render: (one) => (
              <>
                <Text size="sm" fw={550} truncate title={one.filename}>
                  {one.filename}
                </Text>
                <Text size="xs" c="dimmed" className="db-figures">
                  {leads(one.leads)}
                  {one.fileSize === null ? '' : `, ${bytes(one.fileSize)}`}
                </Text>
              </>
            ),
          },
          {
            key: 'when',
            title: 'Started',
            width: 130,
            hideBelow: 'sm',
            render: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          {
            key: 'get',
            title: <span className="db-visually-hidden">Download</span>,
            width: 130,
            align: 'end',
            controls: true,
            render: (one) =>
              one.downloadUrl ? (
                <ActionIcon
                  component="a"
                  href={one.downloadUrl}
                  download={one.filename}
                  variant="default"
                  size={32}
                  aria-label={`Download ${one.filename}`}
                >
                  <IconDownload size={16} />
                </ActionIcon>
              ) : one.status === 'failed' ? (
                <Badge color="red" variant="light" tt="none" radius="sm" title={one.error ?? undefined}>
                  Failed
                </Badge>
              ) : (
                <Badge color="blue" variant="light" tt="none" radius="sm">
                  Being written
                </Badge>
              ),
          },
        ]}
      />
      <More of={list}>Show older exports</More>
    </Box>
  );
}
