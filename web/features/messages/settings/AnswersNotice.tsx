import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';

/** Says that answers do not go yet to the address that is set for them, and has its link mailed. */
export function AnswersNotice({ address }: { address: string }) {
  const link = useMutation(query.email.sendReplyToLink.mutationOptions());
  return (
    <Alert
      color="amber"
      icon={<IconMail size={18} />}
      title="Address for answers not confirmed"
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          Answers do not go to {address} until the link is opened that is mailed there.
        </Text>
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          loading={link.isPending}
          onClick={() =>
            link.mutate(
              {},
              {
                onSuccess: ({ message }) => toast.success(message),
                onError: (error) => toast.error(error),
              },
            )
          }
        >
          Mail the link
        </Button>
      </Group>
    </Alert>
  );
}
