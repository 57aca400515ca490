import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageLimits, rateLimits } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { addressText } from '#web/features/messages/shared/words.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { estimateOf } from './draft.ts';
import type { StepProps } from './NewCampaign.tsx';

/** The name, the pace and the number. */
export function HowStep({ draft, change, problems, audience }: StepProps) {
  const { data } = useQuery(query.sms.numbers.queryOptions({ input: {} }));
  const pools = useQuery(query.didPools.list.queryOptions({ input: {}, enabled: useMay()('didPools.view') }));
  const numbers = data?.numbers.filter(({ sms, isActive }) => sms && isActive) ?? [];
  const estimate = estimateOf(audience.people, draft.ratePerMinute);
  return (
    <Surface component="section" aria-label="How">
      <Stack gap="md" maw={520}>
        <TextInput
          label="Name"
          description="For you and your colleagues; nobody else sees it."
          placeholder="Spring offer"
          maxLength={messageLimits.name}
          error={problems.name}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NumberInput
          label="Texts a minute"
          description={
            estimate
              ? `It takes ${estimate}, more where a number’s own limit is lower.`
              : 'At most what the settings allow.'
          }
          min={rateLimits.campaign.least}
          max={rateLimits.campaign.most}
          allowDecimal={false}
          value={draft.ratePerMinute}
          onChange={(value) => typeof value === 'number' && change({ ratePerMinute: value })}
        />
        <Select
          label="From"
          description="Somebody who knows a number of yours is always texted from that one."
          placeholder="The number that each person knows"
          clearable
          clearButtonProps={{ 'aria-label': 'Back to the number that each person knows' }}
          data={[
            ...numbers.map(({ number, label, providerName }) => ({
              value: number,
              label: [addressText(number), label !== number && label, providerName]
                .filter(Boolean)
                .join(' · '),
            })),
            ...(pools.data?.pools ?? [])
              .filter(({ isActive }) => isActive)
              .map(({ id, name, dids }) => ({
                value: id,
                label: `Pool: ${name}${dids.length === 0 ? ' · no numbers' : ''}`,
                // Whoever would be texted from it would wait forever.
                disabled: dids.length === 0,
              })),
          ]}
          value={draft.from}
          onChange={(from) => change({ from })}
        />
      </Stack>
    </Surface>
  );
}
