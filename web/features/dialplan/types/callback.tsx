import { Text } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { ChoiceField } from '../builder/forms/ChoiceField.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { queueName } from '../name-of.ts';
import type { NodeScreen } from './screen.tsx';

function CallbackForm({ form: { config, set }, lists: { queues } }: FormProps<'callback'>) {
  return (
    <>
      <ChoiceField
        label="Queue"
        placeholder={queues.length === 0 ? 'There are none yet' : 'Choose one'}
        data={queues.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        value={config.queueId}
        onChange={(queueId) => set({ queueId })}
      />
      <Text size="xs" c="dimmed">
        The caller keeps a place in the queue’s line and is called back by the next agent who is free, within
        a day. “Noted” also covers callers who wait for a callback already; “Failed” covers those who hide
        their number. Tell callers about it in a Playback before and after.
      </Text>
    </>
  );
}

export const callback: NodeScreen<'callback'> = {
  icon: IconPhoneOutgoing,
  about: 'Keeps the caller’s place in a queue’s line, to be called back.',
  Form: CallbackForm,
  words: ({ queueId }, named) => ({
    name: queueId === null ? '' : queueName(queueId, named),
    detail: 'By the next agent who is free',
  }),
};
