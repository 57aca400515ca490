import { Alert, Button, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { KeyCard } from '../shared/KeyCard.tsx';

/** The platform's account by which cards are charged and shops paid out. For operators. */
export function PaymentProvider() {
  const list = useQuery(query.marketplace.paymentProviders.queryOptions({ input: {} }));
  return (
    <Stack component="section" aria-label="Payment provider" gap="sm" mt={28}>
      <Title order={2}>Payment provider</Title>
      <Text size="sm" c="dimmed" maw={720}>
        By this account of the platform, workspaces pay in by card, and shops that have connected an account
        are paid out once a day. Without it you record bank transfers by hand, as you may in any case.
      </Text>
      {list.error && !list.data && (
        <ErrorState
          title="The payment provider could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      <Stack maw={620} gap="md">
        {!list.data && !list.error && (
          <Surface>
            <FormSkeleton fields={3} />
          </Surface>
        )}
        {list.data?.providers.map((one) => (
          <KeyCard
            key={one.provider}
            config={one}
            save={(change) =>
              api.marketplace.setPaymentProvider({ ...change, provider: one.provider, version: one.version })
            }
            unconnected="Nobody can pay by card before you set your keys."
          >
            <Webhook url={one.webhookUrl} />
          </KeyCard>
        ))}
      </Stack>
    </Stack>
  );
}

function Webhook({ url }: { url: string }) {
  return (
    <Stack gap={8}>
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput label="Address of the webhook" value={url} readOnly flex={1} miw={0} />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
              aria-label="Copy the address of the webhook"
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Alert color="gray" variant="light">
        Enter it at the provider twice: for your account (checkout.session.*, payment_intent.payment_failed,
        charge.dispute.*, refund.*) and for connected accounts (account.updated). Each has a signing secret.
      </Alert>
    </Stack>
  );
}
