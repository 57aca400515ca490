import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';
import { useDrafting } from '../shared/useDrafting.ts';

interface DraftButtonProps {
  conversationId: string;
  disabled: boolean;
  /** Takes what was drafted; nothing is sent by it. */
  onDraft: (text: string) => void;
}

/** Has a model draft the next text; nothing where an admin has not switched that on. */
export function DraftButton({ conversationId, disabled, onDraft }: DraftButtonProps) {
  const { data } = useDrafting();
  const client = useQueryClient();
  const draft = useMutation({
    ...query.sms.draftReply.mutationOptions(),
    onSuccess: ({ text }) => {
      onDraft(text);
      void client.invalidateQueries({ queryKey: query.sms.drafting.key() });
    },
    onError: (error) => toast.error(error),
  });
  const may = useMay();
  if (!data?.enabled || !data.connected || !may('messages.send')) return null;
  return (
    <Button
      data-changes
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconSparkles size={16} aria-hidden="true" />}
      title={
        data.left > 0
          ? 'A model drafts a reply without seeing who they are. You read and send it.'
          : 'The drafts of this month are used up.'
      }
      disabled={disabled || data.left === 0}
      loading={draft.isPending}
      onClick={() => draft.mutate({ id: conversationId })}
    >
      Draft
    </Button>
  );
}
