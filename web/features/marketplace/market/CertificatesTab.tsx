import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { certificateLimits } from '#shared/model/certificate.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { KeyCard } from '../shared/KeyCard.tsx';

/** By which accounts of the workspace the certificates of bought leads are checked. */
export default function CertificatesTab() {
  const list = useQuery(query.marketplace.certificateProviders.queryOptions({ input: {} }));
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The providers could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        Bought leads may come with a certificate: a third party’s record of the form that the person filled
        in. Each is checked by your own account there, which the provider may bill. While a provider does not
        answer, it is asked again for {certificateLimits.checkHours} hours.
      </Text>
      <AutoGrid min={400} gap={20} align="start">
        {list.data ? (
          list.data.providers.map((one) => (
            <KeyCard
              key={one.provider}
              config={one}
              save={(change) =>
                api.marketplace.setCertificateProvider({
                  ...change,
                  provider: one.provider,
                  version: one.version,
                })
              }
              unconnected="No certificate is checked before you set your keys."
            />
          ))
        ) : (
          <Surface component="section" aria-label="Providers">
            <FormSkeleton fields={2} />
          </Surface>
        )}
      </AutoGrid>
    </Stack>
  );
}
