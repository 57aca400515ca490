import { Button, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marketLimits, type Provider } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { centsText } from '../shared/words.ts';
import { MoneyForm } from './MoneyForm.tsx';

interface ShopPanelProps {
  /** Undefined while none is open. */
  shop: Provider | undefined;
  onClose: () => void;
}

/** One shop as whoever runs the platform sees it. */
export function ShopPanel({ shop, onClose }: ShopPanelProps) {
  return (
    <SidePanel opened={shop !== undefined} onClose={onClose} title={shop?.name ?? ''}>
      {shop && (
        <Stack gap="lg">
          <Terms key={shop.id} shop={shop} />
          <Divider />
          <Money shop={shop} />
        </Stack>
      )}
    </SidePanel>
  );
}

function Terms({ shop }: { shop: Provider }) {
  const refresh = useRefresh(query.marketplace);
  const save = async (change: { status?: Provider['status']; commissionPercent?: number }) => {
    await api.marketplace.updateProvider({ id: shop.id, version: shop.version, ...change });
    await refresh();
    toast.success('The shop is saved');
  };
  const [percent, setPercent] = useState(shop.commissionPercent ?? 0);
  const [busy, run] = useBusy();
  const isActive = shop.status === 'active';
  return (
    <>
      <BoundedNumberInput
        label="Commission"
        description="Of orders to come."
        suffix="%"
        allowDecimal={false}
        min={0}
        max={marketLimits.maxCommission}
        value={percent}
        onChange={setPercent}
      />
      <Group gap={8}>
        <Button
          data-changes
          variant="default"
          loading={busy}
          disabled={percent === shop.commissionPercent}
          onClick={() => void run(() => save({ commissionPercent: percent }))}
        >
          Save the commission
        </Button>
        <AskButton
          label={isActive ? 'Suspend the shop' : 'Let it sell again'}
          title={isActive ? `Suspend “${shop.name}”?` : `Let “${shop.name}” sell again?`}
          confirmLabel={isActive ? 'Suspend' : 'Let it sell'}
          danger={isActive}
          onConfirm={() => save({ status: isActive ? 'suspended' : 'active' })}
        >
          {isActive
            ? 'Buyers do not see its listings any more. Open orders stay to be handed over.'
            : 'Buyers see its active listings again.'}
        </AskButton>
      </Group>
    </>
  );
}

function Money({ shop }: { shop: Provider }) {
  const { data, error, refetch } = useQuery(
    query.marketplace.payouts.queryOptions({ input: { providerId: shop.id, limit: 1 } }),
  );
  const due = data?.providers.find(({ providerId }) => providerId === shop.id);
  return (
    <>
      <Text fw={600}>Payouts</Text>
      {error && !data && (
        <ErrorState
          title="What the shop is owed could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton h={58} />}
      {due && (
        <DefinitionList terms={170}>
          <Definition term="Ready to be paid out" figures>
            {centsText(due.availableCents)}
          </Definition>
          <Definition term="Held for disputes" figures>
            {centsText(due.heldCents)}
          </Definition>
        </DefinitionList>
      )}
      <MoneyForm
        key={shop.id}
        action="Record payout"
        record={async (paid) => {
          await api.marketplace.recordPayout({ providerId: shop.id, ...paid });
          toast.success('The payout is recorded');
        }}
      />
    </>
  );
}
