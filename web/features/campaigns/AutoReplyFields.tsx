import { Switch, TagsInput, Textarea } from '@mantine/core';
import { type AutoReply, campaignLimits } from '#shared/model/campaign.ts';
import { messageLimits } from '#shared/model/message.ts';

interface AutoReplyFieldsProps {
  value: AutoReply;
  error: string | undefined;
  onChange: (value: AutoReply) => void;
}

/** What replies to a campaign are answered with by itself, and which. */
export function AutoReplyFields({ value, error, onChange }: AutoReplyFieldsProps) {
  return (
    <>
      <Switch
        label="Answer replies by itself"
        description="Once a person, and never to STOP or HELP."
        checked={value.enabled}
        onChange={(event) => onChange({ ...value, enabled: event.currentTarget.checked })}
      />
      {value.enabled && (
        <>
          <Textarea
            label="Automatic reply"
            autosize
            minRows={2}
            maxLength={messageLimits.sms}
            error={error}
            value={value.message}
            onChange={(event) => onChange({ ...value, message: event.currentTarget.value })}
          />
          <TagsInput
            label="Only to replies with one of these words"
            description="Left empty, it answers every reply."
            maxTags={campaignLimits.keywords}
            value={[...value.keywords]}
            onChange={(keywords) => onChange({ ...value, keywords })}
          />
          <Switch
            label="Only to the first reply of a person"
            checked={value.onlyFirst}
            onChange={(event) => onChange({ ...value, onlyFirst: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
