import { Stack, Text } from '@mantine/core';
import type { PassedOver } from '#shared/model/did-pool.ts';
import { phoneText } from '#web/ui/lead-text.ts';

/** The numbers of a pool that could not be shown when one was drawn, each with its reason. */
export function PassedOverNumbers({ numbers }: { numbers: readonly PassedOver[] }) {
  return (
    <details>
      <Text component="summary" size="xs">
        {numbers.length === 1 ? '1 number was' : `${numbers.length} numbers were`} passed over
      </Text>
      <Stack component="ul" className="db-list" gap={4} mt={6} mah={220} style={{ overflow: 'auto' }}>
        {numbers.map(({ didId, phoneNumber, reason }) => (
          <Text component="li" key={didId} size="xs" c="dimmed">
            {phoneText(phoneNumber)}: {reason}
          </Text>
        ))}
      </Stack>
    </details>
  );
}
