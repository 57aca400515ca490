import { Alert, List, Text } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { ApiError, messageOf } from '#web/app/api-error.ts';

interface Refusal {
  reasons: { text: string; citation: string | null }[];
  nextAllowedAt: string | null;
}

/** Why a call may not be made now, each reason with where it is written. */
export function Refused({ error }: { error: unknown }) {
  const refusal = error instanceof ApiError && error.code === 'contact_refused';
  if (!refusal)
    return (
      <Alert color="red" variant="light" role="alert" mb="md">
        {messageOf(error)}
      </Alert>
    );
  const { reasons, nextAllowedAt } = error.details as Refusal;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="md"
      icon={<IconShieldX size={18} />}
      title="This number may not be called now"
    >
      <List size="sm" spacing={4}>
        {reasons.map(({ text, citation }) => (
          <List.Item key={`${text} ${citation}`}>
            {text}
            {citation && (
              <Text component="span" size="xs" display="block">
                {citation}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt={6}>
        {nextAllowedAt
          ? `Allowed again ${new Date(nextAllowedAt).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })} your time.`
          : 'No hour would allow it, as things stand.'}
      </Text>
    </Alert>
  );
}
