import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, apiKeyLimits } from '#shared/model/api-key.ts';
import { query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';

interface RotateDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** Gives a key a new secret, with as many days in which the old one still works. */
export function RotateDialog({ apiKey, onClose, onMade }: RotateDialogProps) {
  const client = useQueryClient();
  const [days, setDays] = useState<number | string>(1);
  const rotate = useMutation(
    query.apiKeys.rotate.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: query.apiKeys.key() }),
      onSuccess: ({ secret }) => onMade(secret),
      onError: (error) => toast.error(error),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>Rotate {apiKey.name}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <NumberInput
          label="Days for which the old secret still works"
          description="With 0 it ends at once."
          min={0}
          max={apiKeyLimits.overlapDays}
          allowDecimal={false}
          clampBehavior="strict"
          value={days}
          onChange={setDays}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-changes
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ id: apiKey.id, overlapDays: Number(days) || 0 })}
          >
            Rotate key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
