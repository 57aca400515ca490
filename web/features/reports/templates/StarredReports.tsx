import { Button, Group } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { addressOfTemplate } from '../address.ts';

/** Those with a star come first, so a page holds as many as have room. */
const mostShown = 8;

/** The templates that have one's star, a click away. Nothing while there is none. */
export function StarredReports() {
  const { data } = useQuery(
    query.reportTemplates.list.queryOptions({ input: { page: 1, limit: mostShown } }),
  );
  const starred = data?.templates.filter(({ isStarred }) => isStarred) ?? [];
  if (starred.length === 0) return null;
  return (
    <Group component="nav" aria-label="Reports with your star" gap={8} mb="sm">
      {starred.map((template) => (
        <Button
          key={template.id}
          component={Link}
          to={addressOfTemplate(template)}
          size="compact-sm"
          variant="light"
          color="gray"
          leftSection={<IconStarFilled size={13} color="var(--mantine-color-amber-5)" />}
        >
          {template.name}
        </Button>
      ))}
    </Group>
  );
}
