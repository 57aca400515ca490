import { List, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type RepPhotoFeature, type RepPhotoPeriod, repPhotoFeatures } from '#shared/model/rep-photo.ts';
import { query } from '#web/app/api.ts';
import { Definition, DefinitionList, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { Dialog } from './Dialog.tsx';

const periods: { value: RepPhotoPeriod; label: string }[] = [
  { value: 'day', label: 'Today' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'year', label: 'A year' },
];

/** How often photos were seen and taken. */
export default function UsageDialog({ onClose }: DialogProps) {
  const [period, setPeriod] = useState<RepPhotoPeriod>('month');
  const { data, error, refetch } = useQuery(query.repPhotos.usage.queryOptions({ input: { period } }));
  return (
    <Dialog title="Usage Statistics" onClose={onClose}>
      <SegmentedControl
        aria-label="Period"
        data={periods}
        value={period}
        onChange={(value) => setPeriod(value as RepPhotoPeriod)}
      />
      {error ? (
        <ErrorState title="The statistics could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={220} />
      ) : (
        <>
          <FigureList>
            <Definition term="Photos">{data.totalPhotos.toLocaleString()}</Definition>
            <Definition term="Views">{data.totalViews.toLocaleString()}</Definition>
            <Definition term="Downloads">{data.totalDownloads.toLocaleString()}</Definition>
          </FigureList>
          <Title order={3} size="sm">
            Most viewed
          </Title>
          {data.mostViewedPhotos.length === 0 ? (
            <Text size="sm" c="dimmed">
              No photo was viewed in this time.
            </Text>
          ) : (
            <List type="ordered" size="sm">
              {data.mostViewedPhotos.map(({ repEmail, repName, views }) => (
                <List.Item key={repEmail}>
                  {repName || repEmail}, {views.toLocaleString()}
                </List.Item>
              ))}
            </List>
          )}
          <Title order={3} size="sm">
            Where they were used
          </Title>
          <DefinitionList divided>
            {Object.entries(repPhotoFeatures).map(([feature, label]) => (
              <Definition key={feature} term={label}>
                {(data.usageByFeature[feature as RepPhotoFeature] ?? 0).toLocaleString()}
              </Definition>
            ))}
          </DefinitionList>
        </>
      )}
    </Dialog>
  );
}
