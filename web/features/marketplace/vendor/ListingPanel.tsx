import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Listing } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { ListingFieldset } from './ListingFieldset.tsx';
import { blankListing, draftOf, listingChecks, listingInput } from './listing-form.ts';

interface ListingPanelProps {
  listing: Listing | undefined;
  categories: readonly string[];
  onClose: () => void;
}

/** Changes what is offered; open orders keep their price. */
export function ListingPanel({ listing, categories, onClose }: ListingPanelProps) {
  const refresh = useRefresh(query.marketplace);
  const form = useForm({ initialValues: { ...blankListing, version: 0 }, validate: listingChecks });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (listing) form.setValues({ ...draftOf(listing), version: listing.version });
  }, [listing?.id]);
  const submit = useSubmit(form, async ({ version, ...draft }) => {
    const saved = await api.marketplace.updateListing({ id: listing!.id, version, ...listingInput(draft) });
    await refresh();
    toast.success(`“${saved.title}” is saved`);
    onClose();
  });
  return (
    <FormPanel
      opened={listing !== undefined}
      title={listing?.title ?? ''}
      submitLabel="Save"
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <ListingFieldset form={form} categories={categories} />
    </FormPanel>
  );
}
