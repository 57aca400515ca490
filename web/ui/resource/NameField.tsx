import { TextInput } from '@mantine/core';

interface NameFieldProps {
  values: { name: string };
  readOnly: boolean;
  set: (change: { name: string }) => void;
  maxLength: number;
}

/** What a thing is called, in the form of a `DraftPanel`. */
export const NameField = ({ values, readOnly, set, maxLength }: NameFieldProps) => (
  <TextInput
    label="Name"
    required
    readOnly={readOnly}
    maxLength={maxLength}
    value={values.name}
    onChange={(event) => set({ name: event.currentTarget.value })}
  />
);
