import { Alert, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { csv, download } from '../csv.ts';

/** A row of a file that was not taken. */
export interface RejectedRow {
  /** As a spreadsheet counts it, or the place in what was pasted. */
  row: number;
  /** What stood there; may be empty. */
  value: string;
  reason: string;
}

/** Rows that are named; all are in the file that one downloads, mends and sends again. */
const namedRows = 5;

/** The rows of an upload that were not taken, with the reason of each. Nothing where there are none. */
export function RejectedRows({ rows }: { rows: readonly RejectedRow[] }) {
  if (rows.length === 0) return null;
  const more = rows.length - namedRows;
  return (
    <Alert
      color="red"
      variant="light"
      title={`${rows.length.toLocaleString('en-US')} could not be taken`}
      mb="md"
    >
      {rows.slice(0, namedRows).map(({ row, value, reason }) => (
        <Text key={row} size="sm">
          Row {row}
          {value && ` (${value})`}: {reason}
        </Text>
      ))}
      {more > 0 && <Text size="sm">And {more.toLocaleString('en-US')} more.</Text>}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        onClick={() =>
          download(
            'rejected rows.csv',
            csv([['Row', 'Value', 'Reason'], ...rows.map(({ row, value, reason }) => [row, value, reason])]),
          )
        }
      >
        Download rejected rows
      </Button>
    </Alert>
  );
}
