import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MessageChannel } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';

/** Whether a text has variables or tags that are filled in when it is sent. */
export const hasVariables = (text: string) => /\{\{|\{%/.test(text);

/** A text as it would arrive, with its segments; asked for again as one types. */
export function useRendered(channel: MessageChannel, body: string, leadId: string | null, subject = '') {
  const [asked] = useDebouncedValue({ body, subject }, 250);
  const isEmpty = asked.body.trim() === '';
  const preview = useQuery(
    query.messageTemplates.preview.queryOptions({
      input: { channel, ...asked, ...(leadId ? { leadId } : {}) },
      enabled: !isEmpty && (channel === 'sms' || hasVariables(asked.body + asked.subject)),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
  return {
    rendered: isEmpty || body.trim() === '' || preview.error ? undefined : preview.data,
    error: isEmpty ? null : preview.error,
  };
}
