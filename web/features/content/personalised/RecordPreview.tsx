import { ActionIcon, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { type CsvMapping, recordOfRow } from '#shared/model/records-csv.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { query } from '#web/app/api.ts';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './personalised.module.css';
import type { UploadedRecords } from './RecordsUpload.tsx';

interface RecordPreviewProps {
  project: ProjectWithElements;
  records: UploadedRecords;
  mapping: CsvMapping;
  children: ReactNode;
}

/** The picture of one record, and the way to the next; beside it what the caller asks further. */
export function RecordPreview({ project, records, mapping, children }: RecordPreviewProps) {
  const [at, setAt] = useState(0);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { preview, rows } = records.reading;
  const { data: given } = useQuery(
    query.content.preview.queryOptions({ input: { id: project.id, data: {} } }),
  );
  const record = useMemo(() => recordOfRow(preview[at] ?? [], mapping), [preview, at, mapping]);
  const scene = useMemo(() => {
    const { canvasSize, canvasBackground, pages, elements } = project;
    return { canvasSize, canvasBackground, pages, elements };
  }, [project]);
  // As the renderer puts them together: a source that the record brings stands in place of the whole source.
  const data = useMemo(
    () => ({ system: sampleData.system, ...given?.data, ...record.data }) as SceneData,
    [given, record],
  );
  const { canvasSize } = project;
  const scale = width > 0 ? Math.min(width / canvasSize.width, 420 / canvasSize.height) : 0;
  const name = record.name ?? `Row ${at + 1}`;
  return (
    <Columns>
      <Surface component="section" aria-label="Preview">
        <Group justify="space-between" mb="sm" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={600} truncate title={name}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" className="db-figures" role="status">
              Row {at + 1} of {rows.toLocaleString()}
              {rows > preview.length ? `; the first ${preview.length} can be looked at` : ''}
            </Text>
          </div>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="default"
              aria-label="Row before"
              disabled={at === 0}
              onClick={() => setAt(at - 1)}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label="Next row"
              disabled={at >= preview.length - 1}
              onClick={() => setAt(at + 1)}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </Group>
        </Group>
        <div ref={ref} className={styles.stage}>
          {scale > 0 && (
            <SceneCanvas
              scene={scene}
              data={data}
              width={Math.round(canvasSize.width * scale)}
              height={Math.round(canvasSize.height * scale)}
              label={`Picture for ${name}`}
            />
          )}
        </div>
      </Surface>
      {children}
    </Columns>
  );
}
