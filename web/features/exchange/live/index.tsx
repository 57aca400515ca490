import { Box, Select, Stack, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import { type FloorState, floorStateNames, floorStates } from '#shared/model/floor-states.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Toolbar } from '#web/ui/layout/layout.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { AgentTable } from './AgentTable.tsx';
import { countsOf, floorRows, waitingIn } from './floor.ts';
import { ListGauges } from './ListGauges.tsx';
import styles from './Live.module.css';
import { LiveCalls } from './LiveCalls.tsx';
import { QueueStrip } from './QueueStrip.tsx';
import { SupervisionBar } from './SupervisionBar.tsx';
import { useFloorPhones } from './useFloorPhones.ts';
import { useSupervise } from './useSupervise.ts';

/** How often the floor is asked for while no hints come; ms. */
const pollMs = 3_000;

const floorFilters = { search: field.text(), state: field.oneOf(floorStateNames), queue: field.id };

/** The queues that somebody is in, by name. */
const queuesOf = (agents: readonly FloorAgent[]) =>
  [...new Map(agents.flatMap(({ queues }) => queues).map(({ id, name }) => [id, name]))]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));

/** The floor as it is now: agents by state and since when, and the calls that go on. */
export default function LiveTab() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(floorFilters);
  const agentsInterval = usePollInterval('agents', pollMs);
  const callsInterval = usePollInterval('calls', pollMs);
  const refetchInterval = Math.min(agentsInterval, callsInterval);
  const floor = useQuery(query.system.agentStatus.queryOptions({ input: {}, refetchInterval }));
  const calls = useQuery(query.calls.active.queryOptions({ input: {}, refetchInterval: callsInterval }));
  const mayQueues = useMay()('queues.view');
  const queueList = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled: mayQueues }));
  const phones = useFloorPhones();
  const ongoing = calls.data?.calls ?? [];
  const supervise = useSupervise(ongoing, phones);
  const agents = floor.data?.agents;
  if (floor.error && !agents)
    return (
      <ErrorState
        title="The floor could not be loaded"
        error={floor.error}
        onRetry={() => void floor.refetch()}
      />
    );
  const queues = queuesOf(agents ?? []);
  return (
    <Stack gap={16}>
      {supervise && <SupervisionBar supervise={supervise} />}
      <StateCounts
        agents={agents}
        chosen={filters.state}
        onChoose={(state) => setFilters({ state: state === filters.state ? undefined : state })}
      />
      <QueueStrip
        queues={queueList.isLoading ? undefined : (queueList.data?.queues ?? [])}
        waiting={waitingIn(ongoing)}
        chosen={filters.queue}
        onChoose={(queue) => setFilters({ queue: queue === filters.queue ? undefined : queue })}
      />
      <ListGauges />
      <Columns template="minmax(0, 1fr) minmax(320px, 420px)">
        <Box component="section" aria-labelledby="floor-agents" miw={0}>
          <Title order={2} fz="h3" id="floor-agents" mb={10}>
            Agents
          </Title>
          <Toolbar>
            <SearchField
              aria-label="Search agents"
              placeholder="Search by name or extension"
              value={filters.search}
              onSearch={(search) => setFilters({ search })}
            />
            {queues.length > 0 && (
              <Select
                aria-label="Queue"
                placeholder="All queues"
                clearable
                data={queues}
                value={filters.queue ?? null}
                onChange={(queue) => setFilters({ queue: queue ?? undefined })}
              />
            )}
          </Toolbar>
          <AgentTable
            agents={agents && floorRows(agents, filters)}
            calls={ongoing}
            phones={phones}
            supervise={supervise}
            filtered={filtered}
            onClear={clearFilters}
          />
        </Box>
        <Box component="section" aria-labelledby="floor-calls" miw={0}>
          <Title order={2} fz="h3" id="floor-calls" mb={10}>
            Calls
          </Title>
          <LiveCalls calls={calls.data?.calls} supervise={supervise} />
        </Box>
      </Columns>
    </Stack>
  );
}

interface StateCountsProps {
  agents: readonly FloorAgent[] | undefined;
  chosen: FloorState | undefined;
  onChoose: (state: FloorState) => void;
}

/** How many are in each state; one is chosen to see those alone. */
function StateCounts({ agents, chosen, onChoose }: StateCountsProps) {
  const counts = countsOf(agents ?? []);
  return (
    <ul className={styles.counts}>
      {floorStateNames.map((state) => (
        <li key={state}>
          <UnstyledButton
            className={styles.count}
            data-state={state}
            data-some={counts[state] > 0 || undefined}
            aria-pressed={chosen === state}
            onClick={() => onChoose(state)}
          >
            <span className={styles.figure}>{agents ? counts[state] : '–'}</span>
            <span className="db-small">{floorStates[state]}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
