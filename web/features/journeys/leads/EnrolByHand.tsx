import { Box, Button, Checkbox, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { api, query } from '#web/app/api.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { leadsText } from '../shared/words.ts';

interface EnrolByHandProps {
  journeyId: string;
  onDone: () => void;
}

/** What came of an enrolment, in a sentence; empty where all went in. */
function leftOut(results: readonly { outcome: string }[]): string {
  const of = (outcome: string) => results.filter((one) => one.outcome === outcome).length;
  const parts = [
    [of('already'), 'on it already'],
    [of('not_again'), 'may not come again'],
    [of('no_lead'), 'not there any more'],
    [of('day_cap'), 'came in too often today'],
    [of('not_live'), 'not taken, as it is not live'],
  ] as const;
  return parts.flatMap(([n, words]) => (n > 0 ? [`${n} ${words}`] : [])).join(', ');
}

/** Leads that could come in, to be ticked. */
export function EnrolByHand({ journeyId, onDone }: EnrolByHandProps) {
  const { statuses } = useLeadSettings();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery(
    query.journeys.availableLeads.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: journeyId,
        limit: 50,
        ...(search ? { search } : {}),
        ...(cursor ? { cursor } : {}),
      }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const enrol = useMutation({
    mutationFn: () => api.journeys.enroll({ id: journeyId, leadIds: [...chosen] }),
    onSuccess: ({ enrolled, results }) => {
      const rest = leftOut(results);
      if (enrolled === 0) toast.warning('Nobody was enrolled', rest);
      else toast.success(`${leadsText(enrolled)} enrolled`, rest);
      onDone();
    },
    onError: (error) => toast.error(error),
  });
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? [];
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <TextInput
        aria-label="Search leads"
        placeholder="Name, part of a phone, or e-mail"
        leftSection={<IconSearch size={16} />}
        rightSection={
          typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
        }
        maxLength={100}
        mb="sm"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {list.error && !list.data ? (
        <ErrorState
          title="The leads could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <LinesSkeleton lines={6} />
      ) : leads.length === 0 ? (
        <Text size="sm" c="dimmed" py="lg" ta="center">
          {search ? 'No lead matches.' : 'Every lead is on it already, or may not come again.'}
        </Text>
      ) : (
        <Box
          component="ul"
          className="db-list db-frame db-divided db-scroll"
          mah={340}
          aria-label="Leads that can be enrolled"
          tabIndex={0}
        >
          {leads.map(({ id, name, phone, email, status }) => (
            <Box component="li" key={id} p="8px 12px">
              <Checkbox
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                label={
                  <Stack component="span" gap={0}>
                    <Box component="b" fw={550} dir="auto">
                      {name || 'Without a name'}
                    </Box>
                    <span className="db-small">
                      {[phone && phoneText(phone), email, statusOf(statuses, status).label]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </Stack>
                }
              />
            </Box>
          ))}
          {list.hasNextPage && (
            <Box component="li" p="8px 12px">
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Show more
              </Button>
            </Box>
          )}
        </Box>
      )}
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" role="status">
          {chosen.size > 0 ? `${leadsText(chosen.size)} chosen` : 'Nobody is chosen yet'}
        </Text>
        <Button
          data-changes
          disabled={chosen.size === 0 || chosen.size > journeyLimits.enrol}
          loading={enrol.isPending}
          onClick={() => enrol.mutate()}
        >
          {chosen.size > 0 ? `Enrol ${leadsText(chosen.size)}` : 'Enrol'}
        </Button>
      </Group>
    </>
  );
}
