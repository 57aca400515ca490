import { Alert, Anchor } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';

const settingsPath = '/messages/settings/email';

/** true while mails are refused, because the workspace has not said its postal address; false while it is not known. */
export function useLacksPostalAddress(): boolean {
  const may = useMay();
  const { data } = useQuery(
    query.email.providers.queryOptions({ input: {}, enabled: may('messages.view'), staleTime: 30_000 }),
  );
  return data?.hasPostalAddress === false;
}

/** Says why no mail goes out, and where to mend it. */
export function PostalAddressNotice() {
  const may = useMay();
  const isThere = useLocation().pathname === settingsPath;
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<IconMailOff size={18} />}
      title="No mail goes out yet"
      role="status"
    >
      The law wants your postal address at the foot of each mail (CAN-SPAM, 16 CFR 316.5).{' '}
      {isThere ? (
        'Enter it below.'
      ) : may('messaging.manage') ? (
        <Anchor component={Link} to={settingsPath} inherit>
          Enter it in the settings
        </Anchor>
      ) : (
        'An admin can enter it under Messaging › Mails.'
      )}
    </Alert>
  );
}
