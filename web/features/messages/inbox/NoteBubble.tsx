import { ActionIcon } from '@mantine/core';
import { IconNote, IconX } from '@tabler/icons-react';
import type { ConversationNote } from '#shared/model/inbox.ts';
import { api } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';
import { useRefreshInbox } from '../shared/useInbox.ts';
import { timeText } from '../shared/words.ts';
import styles from './inbox.module.css';

/** A part of a note; what names somebody stands out. */
function partsOf({ text, mentions }: ConversationNote): { text: string; isName: boolean; at: number }[] {
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length);
  const parts: { text: string; isName: boolean; at: number }[] = [];
  let plainFrom = 0;
  for (let at = 0; at < text.length; at++) {
    const name = names.find((one) => text.startsWith(one, at));
    if (!name) continue;
    parts.push({ text: text.slice(plainFrom, at), isName: false, at: plainFrom });
    parts.push({ text: name, isName: true, at });
    plainFrom = at + name.length;
    at = plainFrom - 1;
  }
  return [...parts, { text: text.slice(plainFrom), isName: false, at: plainFrom }];
}

/** What a colleague noted: among the messages, and of another colour, because nobody outside reads it. */
export function NoteBubble({ conversationId, note }: { conversationId: string; note: ConversationNote }) {
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const refresh = useRefreshInbox();
  const remove = () =>
    api.conversations.removeNote({ id: conversationId, noteId: note.id }).catch(toast.error).finally(refresh);
  const isOwn = note.by === user.userId;
  return (
    <div className={styles.said} data-out data-note={note.id}>
      <div className={styles.bubble} data-internal>
        <bdi>
          {partsOf(note).map(({ text, isName, at }) =>
            isName ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>,
          )}
        </bdi>
      </div>
      <div className={styles.meta}>
        <span>
          <IconNote size={13} aria-hidden="true" /> Note by {isOwn ? 'you' : note.byName}
        </span>
        <time dateTime={note.at} title={new Date(note.at).toLocaleString()}>
          {timeText(note.at)}
        </time>
        {(isOwn || seesAll) && (
          <ActionIcon
            data-changes
            size={18}
            variant="subtle"
            color="gray"
            aria-label="Remove note"
            title="Remove note"
            onClick={() => void remove()}
          >
            <IconX size={13} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
