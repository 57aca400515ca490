import { NumberInput, Stack, TextInput } from '@mantine/core';
import { campaignLimits } from '#shared/model/campaign.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { AutoReplyFields } from './AutoReplyFields.tsx';
import type { StepProps } from './NewCampaign.tsx';

/** When it begins, and what replies are answered with. */
export function WhenStep({ draft, change, problems }: StepProps) {
  return (
    <Surface component="section" aria-label="When">
      <Stack gap="md" maw={520}>
        <TextInput
          type="datetime-local"
          label="Begins at"
          description="By the clock of this device. Left empty, it begins at once. Each person is texted within the hours of their own place."
          error={problems.startAt}
          value={draft.startAt}
          onChange={(event) => change({ startAt: event.currentTarget.value })}
        />
        <NumberInput
          label="Hours since another campaign"
          description="Who was texted by another campaign within so many hours is left out; 0 looks at no other."
          min={0}
          max={campaignLimits.onceWithinHours.most}
          allowDecimal={false}
          value={draft.onceWithinHours}
          onChange={(value) => typeof value === 'number' && change({ onceWithinHours: value })}
        />
        <AutoReplyFields
          value={draft.autoReply}
          error={problems.autoReply}
          onChange={(autoReply) => change({ autoReply })}
        />
      </Stack>
    </Surface>
  );
}
