import { NumberInput, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { campaignLimits } from '#shared/model/campaign.ts';
import { messageLimits } from '#shared/model/message.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
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
        <Switch
          label="Answer replies by itself"
          description="Once a person, and never to STOP or HELP."
          checked={draft.autoReply.enabled}
          onChange={(event) =>
            change({ autoReply: { ...draft.autoReply, enabled: event.currentTarget.checked } })
          }
        />
        {draft.autoReply.enabled && (
          <>
            <Textarea
              label="Automatic reply"
              autosize
              minRows={2}
              maxLength={messageLimits.sms}
              error={problems.autoReply}
              value={draft.autoReply.message}
              onChange={(event) =>
                change({ autoReply: { ...draft.autoReply, message: event.currentTarget.value } })
              }
            />
            <TagsInput
              label="Only to replies with one of these words"
              description="Left empty, it answers every reply."
              maxTags={campaignLimits.keywords}
              value={[...draft.autoReply.keywords]}
              onChange={(keywords) => change({ autoReply: { ...draft.autoReply, keywords } })}
            />
            <Switch
              label="Only to the first reply of a person"
              checked={draft.autoReply.onlyFirst}
              onChange={(event) =>
                change({ autoReply: { ...draft.autoReply, onlyFirst: event.currentTarget.checked } })
              }
            />
          </>
        )}
      </Stack>
    </Surface>
  );
}
