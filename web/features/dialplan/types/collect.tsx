import { TextInput } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { playbackTypes } from '#shared/model/dialplan/nodes.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { SoundFields } from '../builder/forms/SoundFields.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import type { NodeScreen } from './screen.tsx';

function CollectForm({ form, capabilities, lists }: FormProps<'collect'>) {
  const { config, set, errors } = form;
  const { collectDigits, collectTimeout, collectTries } = capabilities.ranges;
  return (
    <>
      <SoundFields form={form} capabilities={capabilities} lists={lists} />
      <NumberField
        label="Digits, at least"
        min={collectDigits.min}
        max={collectDigits.max}
        value={config.least}
        onChange={(least) => set({ least, ...(config.most < least ? { most: least } : {}) })}
      />
      <NumberField
        label="Digits, at most (# ends early)"
        min={collectDigits.min}
        max={collectDigits.max}
        value={config.most}
        onChange={(most) => set({ most, ...(config.least > most ? { least: most } : {}) })}
      />
      <NumberField
        label="Seconds to wait for each key"
        min={collectTimeout.min}
        max={collectTimeout.max}
        value={config.timeout}
        onChange={(timeout) => set({ timeout })}
      />
      <NumberField
        label="Tries"
        min={collectTries.min}
        max={collectTries.max}
        value={config.tries}
        onChange={(tries) => set({ tries })}
      />
      <TextInput
        label="Name of the digits"
        description="Conditions compare the digits by this name, also in plans the call jumps to."
        maxLength={20}
        value={config.variable}
        error={errors.variable}
        onChange={(event) => set({ variable: event.currentTarget.value })}
      />
    </>
  );
}

/** How many digits, in words. */
const amount = (least: number, most: number) => {
  if (least !== most) return `${least} to ${most} digits`;
  return least === 1 ? '1 digit' : `${least} digits`;
};

export const collect: NodeScreen<'collect'> = {
  icon: IconKeyboard,
  about: 'Asks for digits that the caller types, as a customer number, and keeps them for conditions.',
  Form: CollectForm,
  words: ({ type, text, variable, least, most }) => ({
    name: variable,
    detail: `${amount(least, most)}, ${type === 'tts' && text ? `“${text}”` : playbackTypes[type].toLowerCase()}`,
  }),
};
