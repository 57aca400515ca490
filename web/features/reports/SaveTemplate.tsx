import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type TemplateFields, templateFields } from '#shared/model/report-template.ts';
import { api, query } from '#web/app/api.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';

interface SaveTemplateProps {
  template: Pick<TemplateFields, 'report' | 'parameters' | 'columns'>;
  /** The name that it is offered. */
  title: string;
}

/** Keeps the report that is open as a template. */
export function SaveTemplate({ template, title }: SaveTemplateProps) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button
        data-changes
        variant="default"
        leftSection={<IconDeviceFloppy size={17} />}
        onClick={() => setOpened(true)}
      >
        Save as template
      </Button>
      <ResourceForm
        thing={opened ? ('new' as const) : undefined}
        onClose={() => setOpened(false)}
        noun="template"
        blank={{ name: title, shared: false }}
        schema={{ name: templateFields.shape.name }}
        nameOf={({ name }) => name}
        fields={[
          { name: 'name', label: 'Name' },
          { name: 'shared', label: 'Everybody of the workspace sees it, each with their own rows' },
        ]}
        save={async (values) => {
          const made = await api.reportTemplates.create({ ...template, ...values });
          void navigate(`/reports/templates?template=${made.id}`);
          return made;
        }}
        stale={[query.reportTemplates]}
      />
    </>
  );
}
