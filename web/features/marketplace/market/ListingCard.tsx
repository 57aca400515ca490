import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import type { Listing } from '#shared/model/market.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { centsText, fieldWords, leadsText, promiseWords, shareText } from '../shared/words.ts';

/** What buyers see of a listing at a glance. */
export const ListingCard = ({ listing, onOpen }: { listing: Listing; onOpen: () => void }) => (
  <Surface component="article" aria-label={listing.title}>
    <Stack gap={10} h="100%">
      <div>
        <Text fw={620} lineClamp={2} className="db-wrap">
          {listing.title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {listing.category} · {listing.providerName}
        </Text>
      </div>
      {listing.description && (
        <Text size="sm" lineClamp={3} className="db-wrap">
          {listing.description}
        </Text>
      )}
      <Group gap={6}>
        {listing.isOwn && (
          <Badge variant="light" tt="none" color="blue">
            Your own
          </Badge>
        )}
        <Badge variant="light" tt="none" color={listing.exclusivity === 'exclusive' ? 'green' : 'gray'}>
          {listing.exclusivity === 'exclusive' ? 'Exclusive' : 'Shared'}
        </Badge>
        {listing.certificate !== 'none' && (
          <Badge variant="light" tt="none" color="green" leftSection={<IconCertificate size={13} />}>
            {promiseWords[listing.certificate]}
          </Badge>
        )}
        {listing.sampleFields.map((field) => (
          <Badge key={field} variant="light" tt="none" color="gray">
            {fieldWords[field]}
          </Badge>
        ))}
      </Group>
      {listing.quality && (
        <Text size="xs" c="dimmed" className="db-figures">
          {shareText(listing.quality.contactRate)} reached, {shareText(listing.quality.returnRate)} returned,
          of {leadsText(listing.quality.leads)} of this shop
        </Text>
      )}
      <Group justify="space-between" align="flex-end" mt="auto" wrap="nowrap">
        <div>
          <Text fw={650} fz="lg" className="db-figures">
            {centsText(listing.priceCents)}
          </Text>
          <Text size="xs" c="dimmed" className="db-figures">
            a lead, {leadsText(listing.leadCount)} on offer
          </Text>
        </div>
        <Button variant="default" onClick={onOpen} aria-label={`Open ${listing.title}`}>
          Open
        </Button>
      </Group>
    </Stack>
  </Surface>
);
