import { Box, Stack } from '@mantine/core';
import { ShareBar } from '#web/ui/ShareBar.tsx';
import { count } from '../shared/words.ts';

interface OutcomeBarProps {
  parts: readonly { key: string; label: string; value: number; color: string }[];
}

/** Parts of a whole as one bar, with their figures under it. */
export function OutcomeBar({ parts }: OutcomeBarProps) {
  const shown = parts.filter(({ value }) => value > 0);
  if (shown.length === 0)
    return (
      <Box component="span" c="dimmed">
        –
      </Box>
    );
  return (
    <Stack gap={4}>
      <ShareBar parts={shown} />
      <Box component="span" className="db-figures" c="dimmed" fz="xs">
        {shown.map(({ label, value }) => `${label} ${count(value)}`).join(' · ')}
      </Box>
    </Stack>
  );
}
