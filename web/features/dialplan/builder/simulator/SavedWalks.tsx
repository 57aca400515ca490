import { ActionIcon, Button, Group, Stack, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import { partedWords, runWalk, type SavedWalk } from '#shared/model/dialplan/saved-walk.ts';
import { stepsById } from '#shared/model/flow.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NameForm } from '#web/ui/NameForm.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { usePlan, usePlanState } from '../../draft.ts';
import type { AllLists } from '../../resources.ts';
import type { Simulator } from './useSimulator.ts';

interface SavedWalksProps {
  simulator: Simulator;
  lists: AllLists;
}

/** Walks that are kept as the plan's tests: how each ends in the drawing as it is now. They are walked before each deploy. */
export function SavedWalks({ simulator, lists }: SavedWalksProps) {
  const draft = usePlan();
  const { graph, kind } = usePlanState();
  const refresh = useRefresh(query.dialplans.walks);
  const [naming, setNaming] = useState(false);
  const { data, error, refetch } = useQuery(
    query.dialplans.walks.queryOptions({ input: { id: draft.id }, enabled: !draft.isNew }),
  );
  const byId = stepsById(graph.steps);
  const nameOf = (id: string) => {
    const node = byId.get(id);
    return node ? kind.nameOf(node) : id.startsWith('start') ? kind.words.start : undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing is that of the graph
  const results = useMemo(
    () =>
      (data?.walks ?? []).map((walk) => ({ walk, parted: runWalk(draft.config(), lists.resources, walk) })),
    [data, draft, graph, lists.resources],
  );
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await refresh();
      setNaming(false);
    } catch (error) {
      toast.error(error);
    }
  };
  if (draft.isNew) return null;
  const { id } = draft;
  const walked = simulator.walked();
  return (
    <section aria-label="Saved walks">
      <Title order={3} fz="sm" mb={4}>
        Saved walks
      </Title>
      <Text size="xs" c="dimmed" mb={8}>
        Each is walked before the plan is deployed; one that ends otherwise stops it.
      </Text>
      {error && !data && (
        <ErrorState
          title="The saved walks could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <Stack component="ul" className="db-list" gap={6} mb={8}>
        {results.map(({ walk, parted }) => (
          <Group component="li" key={walk.id} gap={6} wrap="nowrap" align="flex-start">
            {parted ? (
              <IconCircleX size={17} color="var(--mantine-color-error)" aria-label="Ends otherwise" />
            ) : (
              <IconCircleCheck
                size={17}
                color="var(--mantine-color-green-light-color)"
                aria-label="Ends as expected"
              />
            )}
            <UnstyledButton flex={1} miw={0} onClick={() => simulator.load(walk)}>
              <Text size="sm" fw={550} dir="auto">
                <span className="db-visually-hidden">Walk </span>
                {walk.name}
              </Text>
              {parted && <Text size="xs">{partedWords(parted, nameOf)}</Text>}
            </UnstyledButton>
            {!draft.readOnly && (
              <Tooltip label="Remove">
                <ActionIcon
                  data-changes
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove ${walk.name}`}
                  onClick={() => void change(() => api.dialplans.removeWalk({ id, walkId: walk.id }))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
        ))}
      </Stack>
      {!draft.readOnly && !naming && (
        <Group gap="xs">
          <Button
            data-changes
            variant="default"
            size="compact-sm"
            leftSection={<IconDeviceFloppy size={15} />}
            disabled={!walked}
            title={walked ? undefined : 'Walk a call to its end first.'}
            onClick={() => setNaming(true)}
          >
            Save this walk
          </Button>
          {simulator.loaded && walked && isOther(simulator.loaded, results) && (
            <Button
              data-changes
              variant="default"
              size="compact-sm"
              onClick={() =>
                void change(() => api.dialplans.changeWalk({ id, walkId: simulator.loaded!, ...walked }))
              }
            >
              Expect this end
            </Button>
          )}
        </Group>
      )}
      {naming && walked && (
        <NameForm
          label="Name of the walk"
          maxLength={dialPlanLimits.name}
          onName={(name) => change(() => api.dialplans.addWalk({ id, name, ...walked }))}
          onCancel={() => setNaming(false)}
        />
      )}
    </section>
  );
}

/** Whether the walk that was loaded ends otherwise at present. */
const isOther = (walkId: string, results: readonly { walk: SavedWalk; parted: unknown }[]) =>
  results.some(({ walk, parted }) => walk.id === walkId && parted !== undefined);
