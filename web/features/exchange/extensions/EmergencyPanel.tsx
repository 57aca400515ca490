import { Alert, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { emergencyLimits } from '#shared/model/emergency-calls.ts';
import type { Extension } from '#shared/model/extension.ts';
import { api, query } from '#web/app/api.ts';
import { phoneOfCall } from '#web/phone/emergency/words.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';

interface EmergencyPanelProps {
  opened: boolean;
  onClose: () => void;
  extensions: readonly Extension[];
}

/** Who is told when a phone of the workspace calls 911, what the call shows, and which there were. */
export function EmergencyPanel({ opened, onClose, extensions }: EmergencyPanelProps) {
  const client = useQueryClient();
  const settings = useQuery(query.pbx.emergencySettings.queryOptions({ input: {}, enabled: opened })).data;
  const calls = useQuery(query.pbx.listEmergencyCalls.queryOptions({ input: {}, enabled: opened })).data
    ?.calls;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { contacts: [] as string[], callbackNumber: '', location: '' },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (settings) form.setValues({ ...settings, callbackNumber: settings.callbackNumber ?? '' });
  }, [settings !== undefined]);
  const submit = useSubmit(form, async ({ callbackNumber, ...fields }) => {
    await api.pbx.setEmergencySettings({ ...fields, callbackNumber: callbackNumber.trim() || null });
    await client.invalidateQueries({ queryKey: query.pbx.emergencySettings.key() });
    toast.success('What happens at emergency calls is saved');
    onClose();
  });
  const nowhere = settings?.location ? [] : extensions.filter(({ location }) => !location);
  return (
    <FormPanel
      opened={opened}
      title="Emergency calls"
      submitLabel="Save"
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <Text size="sm" c="dimmed">
        911 goes out from the phone itself, whatever queues and plans say, and your people are told here and
        by mail. The call says where its phone stands. Not every carrier passes that on, so please register an
        address with yours for the number shown, too.
      </Text>
      {nowhere.length > 0 && (
        <Alert color="amber" title="Some phones have no location">
          Extension{nowhere.length === 1 ? '' : 's'}{' '}
          {nowhere
            .slice(0, 10)
            .map(({ number }) => number)
            .join(', ')}
          {nowhere.length > 10 && ` and ${nowhere.length - 10} more`}. Name the place of each, or one for all
          below.
        </Alert>
      )}
      <TagsInput
        label="Who is told by mail"
        description="Left empty, all admins are"
        placeholder="front-desk@example.com"
        maxTags={emergencyLimits.contacts}
        key={form.key('contacts')}
        {...form.getInputProps('contacts')}
      />
      <TextInput
        label="Callback number"
        description="What 911 sees of phones without a caller ID of their own"
        placeholder="(305) 555-0123"
        key={form.key('callbackNumber')}
        {...form.getInputProps('callbackNumber')}
      />
      <TextInput
        label="Location"
        description="Of phones that have none of their own: street, floor, room"
        maxLength={emergencyLimits.location}
        key={form.key('location')}
        {...form.getInputProps('location')}
      />
      <section aria-label="Last emergency calls">
        <Title order={3} fz="sm" mb={6}>
          Last emergency calls
        </Title>
        {calls?.length === 0 && (
          <Text size="sm" c="dimmed">
            There were none. Dial 933 at a phone to test it.
          </Text>
        )}
        <Stack gap={6}>
          {calls?.map((call) => (
            <Text key={call.id} size="sm" className="db-wrap">
              <strong>{call.number === '933' ? '933 (test)' : call.number}</strong> from {phoneOfCall(call)},{' '}
              <RelativeTime at={call.at} />
              <Text span size="xs" c="dimmed" display="block">
                {call.location || 'No location'} ·{' '}
                {call.callbackNumber ? phoneText(call.callbackNumber) : 'no callback number'}
              </Text>
            </Text>
          ))}
        </Stack>
      </section>
    </FormPanel>
  );
}
