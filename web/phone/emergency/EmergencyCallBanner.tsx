import { Box, Button } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { callsToShow, dismissCall, dismissedCalls } from './dismissed.ts';
import styles from './EmergencyCallBanner.module.css';

/** Over every page for an hour: who has called 911, and where they are. Each browser takes it away for itself. */
export default function EmergencyCallBanner() {
  const { data } = useQuery(
    query.pbx.listEmergencyCalls.queryOptions({ input: {}, refetchInterval: 60_000 }),
  );
  const [dismissed, setDismissed] = useState(dismissedCalls);
  const shown = callsToShow(data?.calls ?? [], dismissed, Date.now());
  if (shown.length === 0) return null;
  return (
    <section aria-label="Emergency calls">
      {shown.map(({ id, number, extension, userName, name, location, callbackNumber, at }) => (
        <div key={id} className={styles.line} role="alert">
          <IconUrgent size={18} aria-hidden />
          <Box component="span" className="db-wrap" flex={1} miw={0}>
            <strong>{number === '933' ? 'Test of 911 (933)' : '911 was called'}</strong> from extension{' '}
            {extension}
            {(userName || name) && `, ${userName || name}`}, <RelativeTime at={at} />.{' '}
            {location ? `Location: ${location}.` : 'No location is stated.'}
            {callbackNumber && ` Callback: ${phoneText(callbackNumber)}.`}
          </Box>
          <Button size="compact-sm" variant="white" color="red" onClick={() => setDismissed(dismissCall(id))}>
            Understood
          </Button>
        </div>
      ))}
    </section>
  );
}
