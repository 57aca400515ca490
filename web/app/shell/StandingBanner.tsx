import { Box, Button } from '@mantine/core';
import { IconClock, IconLock, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '#web/ui/toast.ts';
import { query } from '../api.ts';
import { suspendedSentence, trialOverWords } from '../standing/standing.ts';
import { useStanding } from '../standing/use-standing.ts';
import styles from './StandingBanner.module.css';

/** Days before the end of a trial from which on it is said at the top of every page. */
const saidFrom = 7;
const dayMs = 86_400_000;

interface LineProps {
  icon: ReactNode;
  grave?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

function Line({ icon, grave, children, action }: LineProps) {
  return (
    <section
      className={styles.banner}
      data-grave={grave || undefined}
      aria-label="Your workspace"
      role="status"
    >
      <div className={styles.said}>
        <Box component="span" className="db-inline" flex="none" w={18} h="1lh">
          {icon}
        </Box>
        <span>{children}</span>
      </div>
      {action && <Box ms={30}>{action}</Box>}
    </section>
  );
}

function Resend() {
  const resend = useMutation(query.auth.resendVerification.mutationOptions());
  return (
    <Button
      data-changes="account"
      size="compact-sm"
      variant="default"
      loading={resend.isPending}
      onClick={() =>
        resend.mutate(
          {},
          {
            onSuccess: ({ message }) => toast.success(message),
            onError: (error) => toast.error(error),
          },
        )
      }
    >
      Send it again
    </Button>
  );
}

/** Over every page: what stands against the workspace, or is about to, and what to do about it. */
export default function StandingBanner() {
  const { tenant, known } = useStanding();
  const { data: me } = useQuery(query.users.me.queryOptions({ input: {}, staleTime: 60_000 }));
  const mail = <IconMail size={18} aria-hidden />;
  if (known?.standing === 'suspended')
    return (
      <Line icon={<IconLock size={18} aria-hidden />} grave>
        {known.sentence ?? suspendedSentence}
      </Line>
    );
  if (!tenant || !me) return null;
  if (tenant.standing === 'trialOver')
    return (
      <Line icon={<IconLock size={18} aria-hidden />} grave>
        <strong>{trialOverWords.title}</strong> {trialOverWords.text} Everything is kept: please write to the
        support of the platform.
      </Line>
    );
  if (!me.emailVerified)
    return (
      <Line icon={mail} action={<Resend />}>
        <strong>Confirm your e-mail address.</strong> We mailed a link to {me.pendingEmail ?? me.email}. Until
        it is opened,{' '}
        {tenant.standing === 'unverified' ? 'nothing leaves this workspace' : 'you can write to nobody'}.
      </Line>
    );
  if (tenant.standing === 'unverified')
    return (
      <Line icon={mail}>
        Nothing leaves this workspace until the admin who opened it has confirmed their e-mail address.
      </Line>
    );
  if (me.pendingEmail)
    return (
      <Line icon={mail} action={<Resend />}>
        Open the link that we mailed to {me.pendingEmail}, and it becomes your e-mail address.
      </Line>
    );
  const days =
    tenant.plan === 'trial' && tenant.trialEndsAt
      ? Math.ceil((Date.parse(tenant.trialEndsAt) - Date.now()) / dayMs)
      : undefined;
  if (days === undefined || days > saidFrom) return null;
  return (
    <Line icon={<IconClock size={18} aria-hidden />}>
      Your trial ends {days <= 1 ? 'within a day' : `in ${days} days`}. Then everything can be read, and
      nothing is sent.
    </Line>
  );
}
