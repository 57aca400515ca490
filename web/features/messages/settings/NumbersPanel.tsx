import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { IconDeviceMobile, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SenderNumber } from '#shared/model/message.ts';
import {
  registrationSteps,
  registrationTrouble,
  stepStates,
  wantsRegistration,
} from '#shared/model/text-registration.ts';
import { api, query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { addressText } from '../shared/words.ts';
import { RentPanel } from './RentPanel.tsx';

const replyWords = {
  here: { label: 'Come in here', color: 'green' },
  elsewhere: { label: 'Go elsewhere', color: 'red' },
  unknown: { label: 'Not known', color: 'gray' },
} as const;

/** The steps where there is little room. */
const stepNames = { ...registrationSteps, number: 'Number' };

/** How far a number is with its 10DLC registration: the step that is missing. */
function registrationOf({ number, registration }: SenderNumber): { label: string; color: string } {
  if (!wantsRegistration(number)) return { label: 'Not needed', color: 'gray' };
  const trouble = registrationTrouble(number, registration);
  if (!trouble)
    return registration ? { label: 'Registered', color: 'green' } : { label: 'Not told', color: 'gray' };
  const { state } = registration![trouble.step];
  return {
    label: `${stepNames[trouble.step]}: ${stepStates[state].toLowerCase()}`,
    color: state === 'pending' ? 'blue' : 'red',
  };
}

/** The numbers that texts go out from: asked for again, rented and given back. */
export function NumbersPanel() {
  const client = useQueryClient();
  const list = useQuery(query.sms.numbers.queryOptions({ input: {} }));
  const [renting, setRenting] = useState(false);
  const [releasing, setReleasing] = useState<SenderNumber>();
  const [asked, setAsked] = useState(false);
  const [busy, run] = useBusy();
  const [trouble, setTrouble] = useState<{ provider: string; name: string; text: string }[]>([]);
  const refresh = () => client.invalidateQueries({ queryKey: query.sms.numbers.key() });

  async function sync() {
    await run(async () => {
      const { numbers, added, removed, trouble: found } = await api.sms.syncNumbers({});
      setTrouble(found);
      await refresh();
      toast.success(
        added + removed === 0
          ? `Nothing has changed: ${numbers.length} ${numbers.length === 1 ? 'number' : 'numbers'}`
          : `${added} added, ${removed} removed`,
      );
    });
  }

  const columns: Column<SenderNumber>[] = [
    {
      key: 'number',
      title: 'Number',
      render: ({ number, label }) => (
        <div>
          <Text size="sm" fw={550} className="db-figures">
            {addressText(number)}
          </Text>
          {label && label !== number && label !== addressText(number) && (
            <Text size="xs" c="dimmed" truncate>
              {label}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'provider',
      title: 'Provider',
      width: 170,
      hideBelow: 'sm',
      render: ({ providerName, sandbox }) => (
        <Group gap={6}>
          {providerName}
          {sandbox && (
            <Badge size="sm" variant="light" color="amber" tt="none">
              Sandbox
            </Badge>
          )}
        </Group>
      ),
    },
    stateColumn(({ replies }) => replyWords[replies], {
      key: 'replies',
      title: 'Replies',
      width: 140,
      hideBelow: 'sm',
    }),
    stateColumn(registrationOf, { key: 'registration', title: '10DLC', width: 170 }),
    {
      key: 'can',
      title: 'Takes',
      width: 180,
      hideBelow: 'md',
      render: ({ sms, mms, voice }) =>
        [sms && 'texts', mms && 'pictures', voice && 'calls'].filter(Boolean).join(', ') || '–',
    },
    {
      key: 'used',
      title: 'Texts sent',
      width: 110,
      align: 'end',
      hideBelow: 'md',
      render: ({ used }) => <span className="db-figures">{used.toLocaleString()}</span>,
    },
    {
      key: 'release',
      title: <span className="db-visually-hidden">Actions</span>,
      width: 110,
      align: 'end',
      render: (one) =>
        one.provider === 'twilio' && (
          <Button
            data-changes
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Give back ${addressText(one.number)}`}
            onClick={() => {
              setReleasing(one);
              setAsked(true);
            }}
          >
            Give back
          </Button>
        ),
    },
  ];
  const rent = (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setRenting(true)}>
      Rent a number
    </Button>
  );
  const syncButton = (
    <Button
      data-changes
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={busy}
      onClick={() => void sync()}
    >
      Sync
    </Button>
  );
  return (
    <>
      <Group gap="10px 20px" justify="space-between" mb={16}>
        <Text size="sm" c="dimmed">
          Everybody is texted from the number that they know; somebody new from the one that was used least.
        </Text>
        <Group gap="xs">
          {syncButton}
          {rent}
        </Group>
      </Group>
      {trouble.map(({ provider, name, text }) => (
        <Alert key={provider} color="red" variant="light" mb="md" role="alert">
          {name}: {text}
        </Alert>
      ))}
      <ResourceTable
        of={list}
        failed="The numbers could not be loaded"
        label="Numbers"
        columns={columns}
        rows={list.data?.numbers}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconDeviceMobile} title="No numbers yet" action={syncButton}>
            Texts go out from numbers that a provider rents to you. Sync asks the providers for those you
            have.
          </EmptyState>
        }
      />
      <RentPanel opened={renting} onClose={() => setRenting(false)} onRented={refresh} />
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`Give back ${releasing ? addressText(releasing.number) : ''}?`}
        confirmLabel="Give number back"
        danger
        onConfirm={async () => {
          await api.sms.releaseTwilioNumber({ id: releasing!.id });
          await refresh();
          toast.success(`${addressText(releasing!.number)} was given back`);
        }}
      >
        Replies to it reach nobody here any more, and somebody else may rent it. People who know it are texted
        from another number from then on.
      </ConfirmDialog>
    </>
  );
}
