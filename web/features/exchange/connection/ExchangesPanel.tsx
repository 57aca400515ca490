import { Button, Stack } from '@mantine/core';
import { IconPhoneOff, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelephoneExchange } from '#shared/model/telephone-exchange.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { EnrolmentDialog } from './EnrolmentDialog.tsx';
import { type Act, ExchangeCard } from './ExchangeCard.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';

/** A bridge says that it lives every 15 s; ms. */
const askAgainMs = 5_000;

type Asking = { act: Act; exchange: TelephoneExchange } | { act: 'add' } | null;

/** The exchanges that calls may go through: added, enrolled, chosen, tried and removed. */
export default function ExchangesPanel() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(
    query.telephony.exchanges.queryOptions({ input: {}, refetchInterval: askAgainMs }),
  );
  const refreshed = { onSettled: () => client.invalidateQueries({ queryKey: query.telephony.key() }) };
  const move = useMutation(query.telephony.moveToExchange.mutationOptions(refreshed));
  const revoke = useMutation(query.telephony.revokeExchange.mutationOptions(refreshed));
  const remove = useMutation(query.telephony.removeExchange.mutationOptions(refreshed));
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);

  if (error) return <ErrorState title="The exchanges could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <FormSkeleton fields={3} />;
  const chosen = asking && asking.act !== 'add' ? asking.exchange : undefined;
  const name = chosen?.name ?? '';
  const isAsked = (act: Act) => asking?.act === act;
  return (
    <Stack gap="md">
      {data.exchanges.length === 0 && (
        <EmptyState icon={IconPhoneOff} title="No exchange yet">
          Calls need a telephone exchange. Add yours, and connect its bridge.
        </EmptyState>
      )}
      {data.exchanges.map((exchange) => (
        <ExchangeCard key={exchange.id} exchange={exchange} onAct={(act) => setAsking({ act, exchange })} />
      ))}
      <div>
        <Button
          data-changes
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setAsking({ act: 'add' })}
        >
          Add exchange
        </Button>
      </div>
      <ConnectionTest isConnected={data.exchanges.some(({ isOurs }) => isOurs)} />
      {(asking?.act === 'add' || isAsked('change')) && <ExchangeForm exchange={chosen} onClose={close} />}
      {isAsked('enrol') && chosen && <EnrolmentDialog exchange={chosen} onClose={close} />}
      <ConfirmDialog
        opened={isAsked('use')}
        onClose={close}
        title={`Have your calls go through ${name}?`}
        confirmLabel="Use this exchange"
        onConfirm={async () => {
          await move.mutateAsync({ exchangeId: chosen!.id });
          toast.success(`Your calls go through ${name} now`);
        }}
      >
        Queues and phones are set up there within a minute. Everybody signs in to the phone again. Calls that
        go on stay where they are.
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsked('revoke')}
        onClose={close}
        title={`Shut the bridge of ${name} out?`}
        confirmLabel="Revoke"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ id: chosen!.id });
          toast.success(`The bridge of ${name} is shut out`);
        }}
      >
        It takes no more calls, and needs a new enrolment token to come back. A token that waits ends too.
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsked('remove')}
        onClose={close}
        title={`Remove ${name}?`}
        confirmLabel="Remove exchange"
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id: chosen!.id });
          toast.success(`${name} is removed`);
        }}
      >
        Its bridge is shut out. This cannot be undone.
      </ConfirmDialog>
    </Stack>
  );
}
