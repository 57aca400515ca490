import { Text } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import type { NodeScreen } from './screen.tsx';

const LookupForm = () => (
  <Text size="sm" c="dimmed">
    The caller’s number is looked for among the phones of your leads. Conditions can ask for the lead’s status
    and tags.
  </Text>
);

export const lookup: NodeScreen<'lookup'> = {
  icon: IconUserSearch,
  about: 'Goes on by whether the caller is a lead.',
  Form: LookupForm,
  words: () => ({ name: '', detail: 'By the caller’s number' }),
};
