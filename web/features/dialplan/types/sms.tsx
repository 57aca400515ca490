import { Anchor, Text } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ChoiceField } from '../builder/forms/ChoiceField.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { unknown } from '../name-of.ts';
import type { NodeScreen } from './screen.tsx';

function SmsForm({ form: { config, set }, lists: { templates, isLoading } }: FormProps<'sms'>) {
  const chosen = templates.find(({ id }) => id === config.templateId);
  return (
    <>
      <ChoiceField
        label="Template"
        placeholder={!isLoading && templates.length === 0 ? 'There is none for texts yet' : 'Choose one'}
        data={templates
          .filter(({ isActive, id }) => isActive || id === config.templateId)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={config.templateId}
        onChange={(templateId) => set({ templateId })}
      />
      {!isLoading && templates.length === 0 && (
        <Anchor component={Link} to="/templates" size="sm">
          Write a template first
        </Anchor>
      )}
      {chosen && (
        <Text size="sm" dir="auto">
          {chosen.body}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Sent to the caller’s number, from the number that they called where it can text, and once a call.
        “Failed” covers callers who hide their number, who may not be texted at that hour or have said STOP,
        and texts with a variable that has no value for them.
      </Text>
    </>
  );
}

export const sms: NodeScreen<'sms'> = {
  icon: IconMessage2,
  about: 'Texts the caller by a template: a link, an address, a confirmation.',
  Form: SmsForm,
  words: ({ templateId }, named) => ({
    name: templateId === null ? '' : (named.templates.get(templateId)?.name ?? unknown('A template', named)),
    detail: 'To the caller’s number',
  }),
};
