import { Badge, Text } from '@mantine/core';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';

interface Words {
  name: string;
  below: string;
  state: { label: string; color: string };
}

/** The first column of a list: a title that may be long, what it is of, and in a narrow table the state as well. */
export const titleColumn = <Row,>(title: string, wordsOf: (row: Row) => Words): Column<Row> => ({
  key: 'title',
  title,
  render: (row) => {
    const { name, below, state } = wordsOf(row);
    return (
      <>
        <Text size="sm" fw={550} lineClamp={2} className="db-wrap">
          {name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1} className="db-wrap">
          {below}
        </Text>
        <Narrow mt={4}>
          <Badge variant="light" tt="none" color={state.color}>
            {state.label}
          </Badge>
        </Narrow>
      </>
    );
  },
});
