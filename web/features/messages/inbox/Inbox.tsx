import { Box, Button, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { KeysDialog } from '#web/phone/KeysDialog.tsx';
import { useKeys } from '#web/phone/keys.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { LeadSelect } from '../shared/LeadSelect.tsx';
import { conversationOfLead } from '../shared/useInbox.ts';
import { ConversationList } from './ConversationList.tsx';
import styles from './inbox.module.css';
import { inboxKeys, press } from './keys.ts';
import { LeadCard } from './LeadCard.tsx';
import { Thread } from './Thread.tsx';

const idIn = (rest: string, kind: 'cnv' | 'led') => new RegExp(`(?:^|/)(${kind}_[^/]+)$`).exec(rest)?.[1];

/** Every thread of texts and mails: the list, the one that is open, and whom it is with. */
export default function Inbox() {
  const { '*': rest = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  useKeys({
    u: () => press('u'),
    '/': () => focus('#inbox-search'),
    '?': () => setHelp(true),
  });
  const isWide = useMediaQuery('(min-width: 75em)', window.innerWidth >= 1200, {
    getInitialValueInEffect: false,
  });
  const conversationId = idIn(rest, 'cnv');
  const leadId = idIn(rest, 'led');
  const isOpen = Boolean(conversationId ?? leadId);
  const open = (id: string) => void navigate(`/messages/${id}?${params}`);
  return (
    <div className={styles.inbox} data-open={isOpen || undefined} data-fills-window>
      <title>Inbox · Dealbell</title>
      <ConversationList
        openId={conversationId}
        onNew={() => setChoosing(true)}
        onHelp={() => setHelp(true)}
      />
      {conversationId ? (
        <Conversation key={conversationId} id={conversationId} isWide={isWide} />
      ) : leadId ? (
        <WithLead key={leadId} leadId={leadId} isWide={isWide} />
      ) : (
        <section className={styles.thread} aria-label="Thread">
          <EmptyState
            icon={IconMessages}
            title="No conversation is open"
            action={
              <Button data-changes variant="default" onClick={() => setChoosing(true)}>
                New message
              </Button>
            }
          >
            Choose one from the list, or write to a lead.
          </EmptyState>
        </section>
      )}
      <KeysDialog opened={isHelp} onClose={() => setHelp(false)} title="Keys of the inbox" keys={inboxKeys} />
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={<Text fw={650}>New message</Text>}>
        <LeadSelect
          label="To"
          onChoose={(id) => {
            setChoosing(false);
            open(`lead/${id}`);
          }}
        />
      </Modal>
    </div>
  );
}

function Conversation({ id, isWide }: { id: string; isWide: boolean }) {
  const [leadId, setLeadId] = useState<string | null>(null);
  return (
    <>
      <Thread conversationId={id} leadId={leadId} onLead={setLeadId} />
      {isWide && leadId && <LeadCard leadId={leadId} />}
    </>
  );
}

/** The thread with a lead: the one that is there, or a new one that begins with the first message. */
function WithLead({ leadId, isWide }: { leadId: string; isWide: boolean }) {
  const [params] = useSearchParams();
  const lead = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  const address = lead.data ? lead.data.phone || lead.data.email : '';
  const found = useQuery({
    queryKey: ['conversation-of-lead', leadId],
    queryFn: () => conversationOfLead(leadId, address),
    enabled: lead.data !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  if (found.data) return <Navigate to={`/messages/${found.data}?${params}`} replace />;
  const error = lead.error ?? found.error;
  if (error || found.data === undefined || !lead.data)
    return (
      <section className={styles.thread} aria-label="Thread">
        {error ? (
          <ErrorState
            title="The lead could not be loaded"
            error={error}
            onRetry={() => void (lead.error ? lead.refetch() : found.refetch())}
          />
        ) : (
          <Box p={24}>
            <LinesSkeleton lines={5} />
          </Box>
        )}
      </section>
    );
  return (
    <>
      <Thread leadId={leadId} name={leadName(lead.data)} />
      {isWide && <LeadCard leadId={leadId} />}
    </>
  );
}
