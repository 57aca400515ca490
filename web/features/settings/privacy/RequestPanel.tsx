import { Alert, Badge, Button, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type PrivacyDetails,
  privacyAskerLabels,
  privacyFilesNote,
  privacyKindLabels,
  privacyStatusLabels,
} from '#shared/model/privacy.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { useBusy } from '#web/ui/useBusy.ts';
import { dayOf, statusColors } from './words.ts';

interface RequestPanelProps {
  id: string | null;
  onClose: () => void;
}

/** Has the browser keep a page as a file. */
function saveAs(filename: string, html: string): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** One request: how far it is, what was found, and once it is done its certificate and its file. */
export function RequestPanel({ id, onClose }: RequestPanelProps) {
  const pollMs = usePollInterval('jobs', 2_000);
  const details = useQuery(
    query.privacy.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
    }),
  );
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={
        details.data ? `${privacyKindLabels[details.data.kind]}: ${details.data.person}` : 'Privacy request'
      }
      width={720}
      footer={details.data && <Footer request={details.data} />}
    >
      {details.error ? (
        <ErrorState
          title="The request could not be loaded"
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      ) : details.data ? (
        <Details request={details.data} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </SidePanel>
  );
}

function Footer({ request: { id, status, hasFile } }: { request: PrivacyDetails }) {
  const refresh = useRefresh(query.privacy);
  const [busy, run] = useBusy();
  if (status === 'failed')
    return (
      <Button data-changes loading={busy} onClick={() => run(() => api.privacy.resume({ id }).then(refresh))}>
        Resume
      </Button>
    );
  if (status !== 'completed') return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        loading={busy}
        onClick={() =>
          run(async () => {
            const { filename, html } = await api.privacy.certificate({ id });
            saveAs(filename, html);
          })
        }
      >
        Save certificate
      </Button>
      {hasFile && (
        <Button
          leftSection={<IconDownload size={16} />}
          loading={busy}
          onClick={() =>
            run(async () => {
              const { url } = await api.privacy.download({ id });
              window.location.assign(url);
            })
          }
        >
          Download the copy
        </Button>
      )}
    </>
  );
}

function Details({ request }: { request: PrivacyDetails }) {
  const { status, progress, error, askedBy, reason, createdAt, createdBy, dueBy, completedAt, shared } =
    request;
  return (
    // A long certificate is scrolled by the keyboard too: nothing else in it takes the focus.
    <Stack gap="lg" tabIndex={0} role="group" aria-label="The request, scrolling">
      {status === 'running' && (
        <Stack gap={4}>
          <Text size="sm" role="status">
            {Math.floor(progress * 100)} % done. You may leave this page.
          </Text>
          <Progress value={progress * 100} aria-label="How far it is" />
        </Stack>
      )}
      {status === 'failed' && (
        <Alert color="red" title="It was not finished">
          {error} What is done stays done; the person is due an answer by {dayOf(dueBy)}.
        </Alert>
      )}
      <DefinitionList terms={110} divided>
        <Definition term="State">
          <Badge variant="light" tt="none" color={statusColors[status]}>
            {privacyStatusLabels[status]}
          </Badge>
        </Definition>
        <Definition term="Asked by">{privacyAskerLabels[askedBy]}</Definition>
        <Definition term="How, and why">{reason}</Definition>
        <Definition term="Received">
          {dayOf(createdAt)}, taken up by {createdBy}
        </Definition>
        {completedAt ? (
          <Definition term="Done">{dayOf(completedAt)}</Definition>
        ) : (
          <Definition term="Due by">{dayOf(dueBy)}</Definition>
        )}
        {shared.length > 0 && (
          <Definition term="Left alone">{shared.join(', ')}: another lead has this too</Definition>
        )}
      </DefinitionList>
      <Steps request={request} />
    </Stack>
  );
}

/** What was found, kind by kind, and what became of it. */
function Steps({ request: { kind, status, steps } }: { request: PrivacyDetails }) {
  const isErasure = kind === 'erasure';
  const shown = steps.filter(({ found, left }) => found > 0 || left);
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {status === 'running' ? 'What is held of them is being looked for.' : 'Nothing was held of them.'}
      </Text>
    );
  const kept = shown.filter((step) => step.kept !== '');
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {isErasure ? 'Certificate' : 'What the copy holds'}
      </Title>
      <Table aria-label="Kinds of data" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind of data</Table.Th>
            <Table.Th ta="end">Found</Table.Th>
            {isErasure && <Table.Th ta="end">Erased</Table.Th>}
            {isErasure && <Table.Th ta="end">Kept</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ kind: key, title, found, left }) => (
            <Table.Tr key={key}>
              <Table.Td className="db-wrap">{title}</Table.Td>
              <Table.Td ta="end" className="db-figures">
                {found}
              </Table.Td>
              {isErasure && (
                <Table.Td ta="end" className="db-figures">
                  {left === null ? '–' : found - left}
                </Table.Td>
              )}
              {isErasure && (
                <Table.Td ta="end" className="db-figures">
                  {left ?? '–'}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isErasure && kept.length > 0 && (
        <>
          <Title order={3} size="h5">
            Why something stays
          </Title>
          {kept.map(({ kind: key, title, kept: why }) => (
            <div key={key}>
              <Text size="sm" fw={500}>
                {title}
              </Text>
              <Text size="sm" c="dimmed" className="db-wrap">
                {why}
              </Text>
            </div>
          ))}
        </>
      )}
      {isErasure && (
        <Text size="sm" c="dimmed">
          {privacyFilesNote}
        </Text>
      )}
    </Stack>
  );
}
