import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Call, Handover } from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import styles from './Transfer.module.css';

/** What is told of a call that a colleague hands over, before it is answered and after; nothing of any other call. */
export function useHandover(call: Call | null): Handover | null {
  const { userId } = useSignedIn().user;
  const isHanded = call?.legs.some(({ agentId }) => agentId !== userId) ?? false;
  const { data } = useQuery(
    query.pbx.handoverOfCall.queryOptions({
      input: { id: call?.id ?? '' },
      enabled: isHanded,
      retry: false,
      // Notes may be written while it rings.
      refetchInterval: 10_000,
    }),
  );
  return isHanded && data?.from ? data : null;
}

/** Who the caller is and what is known, so that they need not begin anew. */
export function HandoverCard({ handover }: { handover: Handover }) {
  const { from, lead, callNotes } = handover;
  const known = [lead?.company !== lead?.name && lead?.company, lead?.place].filter(Boolean).join(', ');
  return (
    <Stack component="section" className="db-frame" gap={10} p="12px 14px" aria-label="Handed over">
      <div>
        <Text size="xs" c="dimmed">
          Handed over by {from?.name || 'a colleague'}
        </Text>
        {lead && (
          <Text fw={650}>
            <bdi>{lead.name || 'A lead without a name'}</bdi>
          </Text>
        )}
        {known && (
          <Text size="sm" c="dimmed">
            {known}
          </Text>
        )}
      </div>
      {callNotes && <div className={styles.note}>{callNotes}</div>}
      {lead && lead.notes.length > 0 && (
        <ul className="db-list db-rows" aria-label="Notes">
          {lead.notes.map(({ at, by, text }) => (
            <li key={`${at} ${text}`} className={styles.note}>
              {text}
              <Text size="xs" c="dimmed" mt={2}>
                {by && `${by}, `}
                <RelativeTime at={at} />
              </Text>
            </li>
          ))}
        </ul>
      )}
      {!callNotes && !lead?.notes.length && (
        <Text size="sm" c="dimmed">
          No notes yet.
        </Text>
      )}
    </Stack>
  );
}
