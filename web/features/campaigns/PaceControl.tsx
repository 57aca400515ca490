import { Button, Group, NumberInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, campaignRate } from '#shared/model/campaign.ts';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { attempts, inThreeAttempts } from './rate-limit.ts';

/** The pace of a campaign. A new one is shown at once, and taken back where the server does not have it. */
export function PaceControl({ campaign: { id, rateLimit } }: { campaign: Campaign }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<number | null>(null);
  const key = query.campaigns.get.queryKey({ input: { id } });
  const value = typed ?? rateLimit;
  async function save() {
    const before = client.getQueryData(key);
    setTyped(null);
    if (before) client.setQueryData(key, { ...before, rateLimit: value });
    try {
      const context = { timeoutMs: attempts.timeoutMs };
      const set = () => api.campaigns.setRateLimit({ id, rateLimit: value }, { context });
      client.setQueryData(key, await inThreeAttempts(set));
      toast.success(`It sends up to ${value} texts a minute`);
    } catch (error) {
      client.setQueryData(key, before);
      toast.error(error);
    }
  }
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group gap={10} align="flex-end" wrap="nowrap">
        <NumberInput
          label="Texts a minute"
          flex={1}
          min={rateLimits.campaign.least}
          max={rateLimits.campaign.most}
          allowDecimal={false}
          value={value}
          onChange={(next) => typeof next === 'number' && setTyped(next)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={value === rateLimit || !campaignRate.safeParse(value).success}
        >
          Set the pace
        </Button>
      </Group>
    </form>
  );
}
