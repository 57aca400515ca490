import { Text } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { callLanguages } from '#shared/model/dialplan/languages.ts';
import { ChoiceField } from '../builder/forms/ChoiceField.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import type { NodeScreen } from './screen.tsx';

function LanguageForm({ form: { config, set }, capabilities: { languages } }: FormProps<'language'>) {
  return (
    <>
      <ChoiceField
        label="The call goes on in"
        data={languages}
        value={config.language}
        onChange={(language) => set({ language: language as typeof config.language })}
      />
      <Text size="xs" c="dimmed">
        From here on the exchange speaks it: places in a queue, its words before a message, and its own sounds
        where it has them. Texts are read by the voice that you choose for each: Lupe reads Spanish, Gabrielle
        French. A condition can ask for the language.
      </Text>
    </>
  );
}

export const language: NodeScreen<'language'> = {
  icon: IconLanguage,
  about: 'Has the exchange speak another language from here on.',
  Form: LanguageForm,
  words: ({ language: chosen }) => ({ name: callLanguages[chosen].label, detail: 'From here on' }),
};
