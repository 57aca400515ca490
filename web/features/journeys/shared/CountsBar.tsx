import { Box, Flex, Stack } from '@mantine/core';
import { ShareBar } from '#web/ui/ShareBar.tsx';
import type { JourneySummary } from './types.ts';
import { count, countKinds } from './words.ts';

/** Active, completed, exited and parked of a journey: figures above a bar of their shares. */
export function CountsBar({ counts }: { counts: JourneySummary['counts'] }) {
  // Parked leads are among those that are active.
  const parts = { ...counts, active: counts.active - counts.parked };
  const shown = countKinds.filter(({ key }) => key !== 'parked' || counts.parked > 0);
  return (
    <Stack gap={6} miw={0}>
      <Flex className="db-figures" gap="2px 12px" wrap="wrap" c="dimmed" fz={13}>
        {shown.map(({ key, label, color }) => (
          <span key={key} className="db-nowrap">
            <Box
              component="i"
              display="inline-block"
              w={8}
              h={8}
              me={5}
              bdrs={2}
              bg={color}
              aria-hidden="true"
            />
            <Box component="b" c="var(--mantine-color-text)" fw={600}>
              {count(counts[key])}
            </Box>{' '}
            {label.toLowerCase()}
          </span>
        ))}
      </Flex>
      <ShareBar parts={countKinds.map(({ key, color }) => ({ key, color, value: parts[key] }))} height={6} />
    </Stack>
  );
}
