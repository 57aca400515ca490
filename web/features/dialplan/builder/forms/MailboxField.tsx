import type { AllLists } from '../../resources.ts';
import { ChoiceField } from './ChoiceField.tsx';

interface MailboxFieldProps {
  label: string;
  extensions: AllLists['extensions'];
  value: string | null;
  onChange: (extensionId: string) => void;
}

/** The extension whose mailbox it is. */
export const MailboxField = ({ label, extensions, value, onChange }: MailboxFieldProps) => (
  <ChoiceField
    label={label}
    placeholder={extensions.length === 0 ? 'There are no extensions yet' : 'Choose an extension'}
    data={extensions.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
    value={value}
    onChange={onChange}
  />
);
