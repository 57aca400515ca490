import { Button, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutoReply, Campaign } from '#shared/model/campaign.ts';
import { api, query } from '#web/app/api.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { AutoReplyFields } from './AutoReplyFields.tsx';

/** The automatic reply of a campaign, to be changed at any time: replies come in for days. */
export function AutoReplyPanel({ campaign: { id, autoReply } }: { campaign: Campaign }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<AutoReply>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const value = typed ?? autoReply;
  async function save() {
    const message = value.message.trim();
    if (value.enabled && !message) return setError('Please write what replies are answered with.');
    setError(undefined);
    setBusy(true);
    try {
      const after = await api.campaigns.setAutoReply({ id, ...value, message });
      client.setQueryData(query.campaigns.get.queryKey({ input: { id } }), after);
      setTyped(undefined);
      toast.success(after.autoReply.enabled ? 'Replies are answered by itself' : 'Replies wait for somebody');
    } catch (failure) {
      toast.error(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Surface component="section" aria-label="Automatic reply">
      <Title order={2} size="h3" mb={10}>
        Automatic reply
      </Title>
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <AutoReplyFields value={value} error={error} onChange={setTyped} />
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={typed === undefined}
            style={{ alignSelf: 'flex-end' }}
          >
            Save
          </Button>
        </Stack>
      </form>
    </Surface>
  );
}
