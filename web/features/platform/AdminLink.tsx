import { Alert, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { CopyField } from '#web/features/webhooks/CopyField.tsx';

/** The link by which a workspace gets its first admin: shown once, to be copied. */
export function AdminLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  return (
    <Alert color="blue" icon={<IconLink size={18} />} title="Send this link to the first admin">
      <Text size="sm" mb="xs">
        It works once, until{' '}
        {new Date(expiresAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}. It is
        shown only now; you can make a new one while the workspace has no admin.
      </Text>
      <CopyField label="Link" value={link} />
    </Alert>
  );
}
