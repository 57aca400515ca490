import { FileInput, type FileInputProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';

interface CsvFileFieldProps extends Pick<FileInputProps, 'mb'> {
  /** Which columns it has, and how many rows at most. */
  description: string;
  file: File | null;
  onChange: (file: File | null) => void;
}

/** Chooses a CSV file. */
export const CsvFileField = ({ file, ...props }: CsvFileFieldProps) => (
  <FileInput
    {...props}
    label="CSV file"
    placeholder="Choose a file"
    styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
    accept=".csv,.tsv,.txt,text/csv"
    leftSection={<IconUpload size={16} />}
    clearable
    clearButtonProps={{ 'aria-label': 'No file' }}
    value={file}
  />
);
