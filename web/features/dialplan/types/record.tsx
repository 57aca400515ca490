import { IconMicrophone } from '@tabler/icons-react';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { MailboxField } from '../builder/forms/MailboxField.tsx';
import { SoundFields } from '../builder/forms/SoundFields.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { extensionName } from '../name-of.ts';
import type { NodeScreen } from './screen.tsx';

function RecordForm({ form, capabilities, lists }: FormProps<'record'>) {
  const { config, set } = form;
  const { recordSeconds } = capabilities.ranges;
  return (
    <>
      <SoundFields form={form} capabilities={capabilities} lists={lists} />
      <MailboxField
        label="Kept in the mailbox of"
        extensions={lists.extensions}
        value={config.mailbox}
        onChange={(mailbox) => set({ mailbox })}
      />
      <NumberField
        label="Longest message, s (# ends early)"
        min={recordSeconds.min}
        max={recordSeconds.max}
        value={config.seconds}
        onChange={(seconds) => set({ seconds })}
      />
    </>
  );
}

export const record: NodeScreen<'record'> = {
  icon: IconMicrophone,
  about: 'Records what the caller says after a tone, keeps it in a mailbox, and goes on.',
  Form: RecordForm,
  words: ({ mailbox, seconds, type, text }, named) => ({
    name: mailbox === null ? '' : extensionName(mailbox, named),
    detail: `At most ${seconds} s${type === 'tts' && text ? `, “${text}”` : ''}`,
  }),
};
