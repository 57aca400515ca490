import { Box, Button, Group, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, query } from '#web/app/api.ts';
import { portal } from '#web/app/navigation.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { FormProblem, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ListingFieldset } from './ListingFieldset.tsx';
import { blankListing, listingChecks, listingInput, offerChecks } from './listing-form.ts';
import { useShops } from './use-shop.ts';

/** Offers leads to buyers. */
export default function CreateListingPage() {
  const navigate = useNavigate();
  const refresh = useRefresh(query.marketplace);
  const shops = useShops();
  const own = useQuery(query.marketplace.listings.queryOptions({ input: { scope: 'own', limit: 1 } }));
  const [isActive, setActive] = useState(true);
  const form = useForm({
    initialValues: blankListing,
    validate: isActive ? offerChecks : listingChecks,
  });
  const providers = shops.data?.providers ?? [];
  const submit = useSubmit(form, async (draft) => {
    const providerId = draft.providerId || providers[0]!.id;
    const made = await api.marketplace.createListing({
      ...listingInput(draft),
      providerId,
      status: isActive ? 'active' : 'draft',
    });
    await refresh();
    toast.success(isActive ? `“${made.title}” is on offer` : `“${made.title}” is kept as a draft`);
    await navigate(`${portal}/listings`);
  });
  return (
    <>
      <PageHeader
        title="Create listing"
        documentTitle="Create listing, vendor portal"
        description="Offer leads to the buyers of all workspaces. You hand them over when somebody has bought."
      />
      <Surface maw={720}>
        {shops.error && !shops.data ? (
          <ErrorState
            title="Your shops could not be loaded"
            error={shops.error}
            onRetry={() => void shops.refetch()}
          />
        ) : !shops.data ? (
          <FormSkeleton fields={5} />
        ) : providers.length === 0 ? (
          <EmptyState icon={IconBuildingStore} title="You have no shop yet">
            An admin of your workspace opens one for you, under Marketplace, Shops.
          </EmptyState>
        ) : (
          <form data-changes onSubmit={submit.onSubmit} noValidate>
            <FormProblem>{submit.problem}</FormProblem>
            <ListingFieldset form={form} shops={providers} categories={own.data?.categories ?? []} />
            <Box mt="lg">
              <Switch
                label="Put it on offer at once"
                description="Else it is kept as a draft that only you see."
                checked={isActive}
                onChange={(event) => setActive(event.currentTarget.checked)}
              />
            </Box>
            <Group justify="flex-end" mt="lg" gap="xs">
              <Button variant="default" component={Link} to={`${portal}/listings`}>
                Cancel
              </Button>
              <Button type="submit" loading={submit.busy}>
                Create listing
              </Button>
            </Group>
          </form>
        )}
      </Surface>
    </>
  );
}
