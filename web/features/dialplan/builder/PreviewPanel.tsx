import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';

interface PreviewPanelProps {
  planId: string;
  opened: boolean;
  onClose: () => void;
}

/** The plan as the exchange reads it. */
export function PreviewPanel({ planId, opened, onClose }: PreviewPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['dialplan-preview', planId],
    queryFn: () => api.dialplans.preview({ id: planId }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <SidePanel opened={opened} onClose={onClose} title="Preview" width={760}>
      {error ? (
        <ErrorState title="There is no preview yet" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            The plan as the exchange’s extensions.conf has it: one context for each node.
          </Text>
          <Code block aria-label="The compiled plan" tabIndex={0}>
            {data.text}
          </Code>
        </Stack>
      ) : (
        <FormSkeleton fields={4} />
      )}
    </SidePanel>
  );
}
