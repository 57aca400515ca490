import { Box, Button, Group, Textarea } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { inboxLimits } from '#shared/model/inbox.ts';
import { api } from '#web/app/api.ts';
import { useDraft } from '#web/app/drafts.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { toast } from '#web/ui/toast.ts';
import { type Desk, useRefreshInbox } from '../shared/useInbox.ts';
import { TypedList, useTypedList } from './TypedList.tsx';
import { namedIn, typedBehind, withTyped } from './typed-list.ts';

interface NoteComposerProps {
  conversationId: string;
  store: string;
  people: Desk['people'];
}

/** Where one notes something for colleagues; `@` names one, who is told. */
export function NoteComposer({ conversationId, store, people }: NoteComposerProps) {
  const [text, setText] = useDraft(`${store} note`);
  const [caret, setCaret] = useState(0);
  const [isShut, setShut] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const place = useRef<number | null>(null);
  const refresh = useRefreshInbox();
  const readOnlyReason = useReadOnlyReason();
  const typed = isShut ? undefined : typedBehind('@', text, caret);
  const needle = typed?.search.toLowerCase() ?? '';
  const list = useTypedList({
    choices: typed && people.filter(({ name }) => name.toLowerCase().includes(needle)).slice(0, 8),
    onChoose: ({ name }) => {
      const result = withTyped(text, typed!, `@${name} `);
      place.current = result.caret;
      setText(result.text);
    },
    onClose: () => setShut(true),
  });
  useEffect(() => {
    if (place.current === null) return;
    box.current?.setSelectionRange(place.current, place.current);
    setCaret(place.current);
    place.current = null;
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '' || isSaving) return;
    setSaving(true);
    try {
      const mentions = namedIn(text, people).map(({ id }) => id);
      await api.conversations.addNote({ id: conversationId, text, mentions });
      setText('');
      await refresh();
    } catch (error) {
      toast.error(error);
    } finally {
      setSaving(false);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (list.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  }

  return (
    <form data-changes className="db-rows" aria-label="Write a note" onSubmit={(event) => void save(event)}>
      <TypedList label="People" list={list}>
        <Textarea
          ref={box}
          id="inbox-note"
          aria-label="Note"
          placeholder={readOnlyReason ?? 'Note something for colleagues: @ names one'}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={inboxLimits.note}
          disabled={readOnlyReason !== undefined}
          value={text}
          onChange={(event) => {
            setShut(false);
            setText(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setShut(true)}
          onKeyDown={onKeyDown}
          {...list.fieldProps}
        />
      </TypedList>
      <Group gap={8} justify="space-between">
        <Box className="db-note">Only your team reads it. Ctrl+Enter adds it.</Box>
        <Button
          type="submit"
          size="compact-sm"
          leftSection={<IconNote size={15} />}
          loading={isSaving}
          disabled={text.trim() === '' || readOnlyReason !== undefined}
        >
          Add note
        </Button>
      </Group>
    </form>
  );
}
