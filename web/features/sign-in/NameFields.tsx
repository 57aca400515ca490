import { SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

interface NameFieldsProps {
  /** A form with `firstName` and `lastName`. */
  form: {
    key(field: 'firstName' | 'lastName'): string;
    getInputProps(field: 'firstName' | 'lastName'): GetInputPropsReturnType;
  };
}

/** First and last name side by side, of whoever gets an account. */
export const NameFields = ({ form }: NameFieldsProps) => (
  <SimpleGrid cols={2} spacing="sm">
    <TextInput
      label="First name"
      autoComplete="given-name"
      key={form.key('firstName')}
      {...form.getInputProps('firstName')}
    />
    <TextInput
      label="Last name"
      autoComplete="family-name"
      key={form.key('lastName')}
      {...form.getInputProps('lastName')}
    />
  </SimpleGrid>
);
