import { Badge, Group, Loader, Stack, Text } from '@mantine/core';
import type { ImportReading } from '#shared/model/lead-import.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import styles from './import.module.css';

const looks = {
  create: { label: 'New lead', color: 'green' },
  update: { label: 'Updates a lead', color: 'blue' },
  skip: { label: 'Skipped', color: 'gray' },
  reject: { label: 'Cannot come in', color: 'red' },
} as const;

/** What would become of the first rows. */
export function PreviewRows({
  preview,
  refreshing,
}: {
  preview: ImportReading['preview'];
  refreshing: boolean;
}) {
  return (
    <Surface component="section" aria-label="Preview" aria-busy={refreshing}>
      <Group gap="xs" mb="sm">
        <Text fw={600} size="sm">
          What would become of the first rows
        </Text>
        {refreshing && <Loader size={14} aria-label="Looking again" role="status" />}
      </Group>
      <Stack component="ol" className={`db-list ${styles.preview}`} gap={12}>
        {preview.map(({ row, outcome, reason, fields }) => (
          <li key={row}>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Text size="xs" c="dimmed" className="db-figures">
                Row {row}
              </Text>
              <Badge color={looks[outcome].color} variant="light" tt="none" radius="sm">
                {looks[outcome].label}
              </Badge>
            </Group>
            {reason && (
              <Text size="sm" mt={4}>
                {reason}
              </Text>
            )}
            {fields.length > 0 && (
              <DefinitionList terms={104} m="6px 0 0" fz={13}>
                {fields.map(({ field, label, value }) => (
                  <Definition key={field} term={label}>
                    <bdi>{value}</bdi>
                  </Definition>
                ))}
              </DefinitionList>
            )}
          </li>
        ))}
      </Stack>
    </Surface>
  );
}
