import { Alert, Badge, Stack, Table, Text, Title } from '@mantine/core';
import { type RetentionRun, retentionRunLabels, termWords } from '#shared/model/retention.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { nightOf, runColors, spareWords, sumOf } from './retention-words.ts';

interface RunPanelProps {
  run: RetentionRun | undefined;
  timeZone: string;
  onClose: () => void;
}

/** The certificate of a run: kind by kind what was old enough, what was erased, and what stayed and why. */
export function RunPanel({ run, timeZone, onClose }: RunPanelProps) {
  return (
    <SidePanel
      opened={run !== undefined}
      onClose={onClose}
      title={run ? `Run of ${nightOf(run.startedAt, timeZone)}` : 'Run'}
      width={720}
    >
      {run && <Details run={run} timeZone={timeZone} />}
    </SidePanel>
  );
}

function Details({ run, timeZone }: { run: RetentionRun; timeZone: string }) {
  const { status, startedAt, endedAt, error, results } = run;
  return (
    // A long certificate is scrolled by the keyboard too: nothing else in it takes the focus.
    <Stack gap="lg" tabIndex={0} role="group" aria-label="The run, scrolling">
      {error && (
        <Alert color="red" title="It was not finished">
          {error}
        </Alert>
      )}
      <DefinitionList terms={110} divided>
        <Definition term="State">
          <Badge variant="light" tt="none" color={runColors[status]}>
            {retentionRunLabels[status]}
          </Badge>
        </Definition>
        <Definition term="Began">{nightOf(startedAt, timeZone)}</Definition>
        {endedAt && <Definition term="Ended">{nightOf(endedAt, timeZone)}</Definition>}
      </DefinitionList>
      <Table aria-label="Kinds of data" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind of data</Table.Th>
            <Table.Th ta="end">Old enough</Table.Th>
            <Table.Th ta="end">Erased</Table.Th>
            <Table.Th ta="end">Passed over</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map(({ kind, title, term, found, erased, spared }) => (
            <Table.Tr key={kind}>
              <Table.Td className="db-wrap">
                {title}
                <Text size="xs" c="dimmed">
                  {termWords(term)}
                </Text>
              </Table.Td>
              <Table.Td ta="end" className="db-figures">
                {found.toLocaleString('en-US')}
              </Table.Td>
              <Table.Td ta="end" className="db-figures">
                {erased.toLocaleString('en-US')}
              </Table.Td>
              <Table.Td ta="end" className="db-figures">
                {sumOf(spared).toLocaleString('en-US')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Notes results={results} />
    </Stack>
  );
}

/** What a figure alone does not tell. */
function Notes({ results }: Pick<RetentionRun, 'results'>) {
  const told = results.filter(({ spared, failed, goesOn }) => spared.length > 0 || failed > 0 || goesOn);
  if (told.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Why something stays
      </Title>
      {told.map(({ kind, title, spared, failed, goesOn }) => (
        <div key={kind}>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="sm" c="dimmed" className="db-wrap">
            {[
              spared.length > 0 && `Passed over: ${spareWords(spared)}.`,
              failed > 0 &&
                `${failed.toLocaleString('en-US')} could not be erased; the next run tries again.`,
              goesOn && 'There was more than one run takes; the next one goes on.',
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
