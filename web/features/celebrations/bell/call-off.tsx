import { Button, Group, Text } from '@mantine/core';
import type { Win } from '#shared/model/celebration.ts';
import { dollars } from '#shared/model/money.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';

/** As long as somebody may notice that it was the wrong button; ms. */
const undoMs = 60_000;

export const winsChanged = () => queryClient.invalidateQueries({ queryKey: query.celebrations.key() });

/** Calls a celebration off, on all displays. */
export async function callOff({ id }: Pick<Win, 'id'>): Promise<void> {
  try {
    await api.celebrations.undo({ id });
    await winsChanged();
    toast.success('Called off', 'It is off all displays, and counts no longer.');
  } catch (error) {
    toast.error(error);
  }
}

/** Tells that the office sees it, with a minute to call it off. */
export function tellCelebrated(win: Win): void {
  const { customer, amount, note } = win;
  toast.success(
    `Celebrated: ${[customer, dollars(amount)].filter(Boolean).join(', ')}`,
    <Group gap="xs" justify="space-between">
      <Text size="sm">{note}</Text>
      <Button data-changes size="compact-sm" variant="default" onClick={() => void callOff(win)}>
        Undo
      </Button>
    </Group>,
    undoMs,
  );
}
