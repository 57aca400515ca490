import { Anchor, Badge, Text } from '@mantine/core';
import {
  type IconCertificate,
  IconCertificateOff,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  ageText,
  type CertificateOutcome,
  type LeadCertificate,
  outcomeWords,
} from '#shared/model/certificate.ts';
import { query } from '#web/app/api.ts';
import { capitalized } from '#web/ui/capitalized.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { dateText } from '../shared/format.ts';
import styles from './page.module.css';

const looks: Readonly<Record<CertificateOutcome, { Icon: typeof IconCertificate; color: string }>> = {
  checking: { Icon: IconClock, color: 'gray' },
  valid: { Icon: IconCircleCheck, color: 'green' },
  mismatch: { Icon: IconCertificateOff, color: 'red' },
  expired: { Icon: IconCertificateOff, color: 'red' },
  unchecked: { Icon: IconHelpCircle, color: 'amber' },
};

/** So often one that is being checked is asked for again; ms. */
const pollMs = 15_000;

/** The certificates of consent that a bought lead came with; nothing where it came with none. */
export function Certificates({ leadId }: { leadId: string }) {
  const { data, error, refetch } = useQuery(
    query.marketplace.leadCertificates.queryOptions({
      input: { id: leadId },
      refetchInterval: ({ state }) =>
        state.data?.certificates.some(({ outcome }) => outcome === 'checking') ? pollMs : false,
    }),
  );
  if (error && !data)
    return (
      <ErrorState title="The certificates could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  return data?.certificates.map((one) => <Certificate key={one.id} certificate={one} />);
}

function Certificate({ certificate: one }: { certificate: LeadCertificate }) {
  const { Icon, color } = looks[one.outcome];
  const when = one.checkedAt ? `checked ${dateText(one.checkedAt)}` : `came ${dateText(one.receivedAt)}`;
  const age = one.ageSeconds !== null && one.checkedAt ? `, when it was ${ageText(one.ageSeconds)} old` : '';
  return (
    <div className={styles.consent}>
      <span>{one.providerName} certificate</span>
      <Badge variant="light" tt="none" size="lg" radius="sm" color={color} leftSection={<Icon size={14} />}>
        {capitalized(outcomeWords[one.outcome])}
      </Badge>
      <Text size="xs" c="dimmed" className={styles.consentHow}>
        {`From ${one.from} · ${when}${age}`}
        {one.provider === 'trustedform' && (
          <>
            {' · '}
            <Anchor href={one.certificate} target="_blank" rel="noreferrer" inherit>
              Open it
            </Anchor>
          </>
        )}
      </Text>
      {one.provider === 'jornaya' && (
        <Text size="xs" c="dimmed" ff="monospace" className={styles.consentHow}>
          {one.certificate}
        </Text>
      )}
      {one.detail && (
        <Text size="xs" c="dimmed" className={styles.consentHow}>
          {one.detail}
        </Text>
      )}
    </div>
  );
}
