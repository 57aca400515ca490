import { Textarea } from '@mantine/core';

interface DescriptionFieldProps {
  values: { description: string };
  readOnly: boolean;
  set: (change: { description: string }) => void;
  maxLength: number;
}

/** What a thing is for, in the form of a `DraftPanel`: a line that grows to four. */
export const DescriptionField = ({ values, readOnly, set, maxLength }: DescriptionFieldProps) => (
  <Textarea
    label="Description"
    autosize
    maxRows={4}
    readOnly={readOnly}
    maxLength={maxLength}
    value={values.description}
    onChange={(event) => set({ description: event.currentTarget.value })}
  />
);
