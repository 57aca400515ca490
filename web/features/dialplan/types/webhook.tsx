import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { ChoiceField } from '../builder/forms/ChoiceField.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { unknown } from '../name-of.ts';
import type { NodeScreen } from './screen.tsx';

function WebhookForm({
  form: { config, set },
  capabilities: { ranges },
  lists: { endpoints },
}: FormProps<'webhook'>) {
  return (
    <>
      <ChoiceField
        label="Endpoint"
        placeholder={endpoints.length === 0 ? 'There are none yet' : 'Choose one'}
        data={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
        value={config.endpointId}
        onChange={(endpointId) => set({ endpointId })}
      />
      <NumberField
        label="Waits at most, s"
        min={ranges.webhookTimeout.min}
        max={ranges.webhookTimeout.max}
        value={config.timeout}
        onChange={(timeout) => set({ timeout })}
      />
      <Text size="xs" c="dimmed">
        It is told the call, the lead and what the caller typed, and answers {'{"way": true}'} or{' '}
        {'{"way": false}'}. Anything else, and no answer in time, is “Failed”.
      </Text>
    </>
  );
}

export const webhook: NodeScreen<'webhook'> = {
  icon: IconWebhook,
  about: 'Asks one of your webhook endpoints, and goes on by its answer.',
  Form: WebhookForm,
  words: ({ endpointId, timeout }, named) => ({
    name: endpointId === null ? '' : (named.endpoints.get(endpointId)?.name ?? unknown('An endpoint', named)),
    detail: `Waits ${timeout} s`,
  }),
};
