import { Box, Button } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { callsToShow, dismissCall, dismissedCalls } from './dismissed.ts';
import styles from './EmergencyCallBanner.module.css';
import { phoneOfCall } from './words.ts';

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
      {shown.map((call) => (
        <div key={call.id} className={styles.line} role="alert">
          <IconUrgent size={18} aria-hidden />
          <Box component="span" className="db-wrap" flex={1} miw={0}>
            <strong>{call.number === '933' ? 'Test of 911 (933)' : '911 was called'}</strong> from extension{' '}
            {phoneOfCall(call)}, <RelativeTime at={call.at} />.{' '}
            {call.location ? `Location: ${call.location}.` : 'No location is stated.'}
            {call.callbackNumber && ` Callback: ${phoneText(call.callbackNumber)}.`}
          </Box>
          <Button
            size="compact-sm"
            variant="white"
            color="red"
            onClick={() => setDismissed(dismissCall(call.id))}
          >
            Understood
          </Button>
        </div>
      ))}
    </section>
  );
}
