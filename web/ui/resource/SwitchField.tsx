import { Switch } from '@mantine/core';

interface SwitchFieldProps<Name extends string> {
  label: string;
  description?: string;
  /** Which of the values it switches. */
  name: Name;
  values: Record<Name, boolean>;
  readOnly: boolean;
  set: (change: Record<Name, boolean>) => void;
}

/** Something of a thing that is so or not, in the form of a `DraftPanel`. */
export const SwitchField = <Name extends string>({
  label,
  description,
  name,
  values,
  readOnly,
  set,
}: SwitchFieldProps<Name>) => (
  <Switch
    label={label}
    description={description}
    disabled={readOnly}
    checked={values[name]}
    onChange={(event) => set({ [name]: event.currentTarget.checked } as Record<Name, boolean>)}
  />
);
