import { Anchor, Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ReportTemplate, templateFields } from '#shared/model/report-template.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { addressOfTemplate } from '../address.ts';
import { RunList } from './RunList.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { periodText, reportText } from './words.ts';

interface TemplatePanelProps {
  /** Undefined while none is open. */
  template: ReportTemplate | undefined;
  onClose: () => void;
}

/** A template: its name, when and to whom it is mailed, and what became of that. */
export function TemplatePanel({ template, onClose }: TemplatePanelProps) {
  // It stays while the panel slides away.
  const last = useRef(template);
  if (template) last.current = template;
  const shown = template ?? last.current;
  return (
    <SidePanel
      opened={template !== undefined}
      onClose={onClose}
      title={shown?.name ?? 'Template'}
      width={620}
    >
      {shown && <Details key={shown.id} template={shown} />}
    </SidePanel>
  );
}

function Details({ template }: { template: ReportTemplate }) {
  const may = useMay();
  const { schedule, mayEdit } = template;
  return (
    <Stack gap="xl">
      <Group justify="space-between" gap={8}>
        <Text size="sm" c="dimmed">
          {reportText(template)}, {periodText(template.parameters.period)}
          {template.columns.length > 0 && `, ${template.columns.length} columns`}
        </Text>
        <Anchor component={Link} to={addressOfTemplate(template)} size="sm">
          Open the report
        </Anchor>
      </Group>
      {mayEdit && may('reports.save') && <NameForm template={template} />}
      {!mayEdit && (
        <Text size="sm">
          {template.ownerName || 'The workspace'} shares it with everybody. It shows you what you may see.
        </Text>
      )}
      {mayEdit && may('reports.schedule') && may('reports.export') && (
        <section aria-labelledby="schedule-title">
          <Title order={3} fz="h5" mb="sm" id="schedule-title">
            Schedule
          </Title>
          <ScheduleForm template={template} />
        </section>
      )}
      {schedule && (
        <section aria-labelledby="runs-title">
          <Title order={3} fz="h5" mb="sm" id="runs-title">
            Runs
          </Title>
          <RunList template={template} schedule={schedule} />
        </section>
      )}
    </Stack>
  );
}

function NameForm({ template }: { template: ReportTemplate }) {
  const [name, setName] = useState(template.name);
  const [shared, setShared] = useState(template.shared);
  const [busy, run] = useBusy();
  const refresh = useRefresh(query.reportTemplates);
  useEffect(() => {
    setName(template.name);
    setShared(template.shared);
  }, [template.name, template.shared]);
  const checked = templateFields.shape.name.safeParse(name);
  const isChanged = name !== template.name || shared !== template.shared;
  const save = () =>
    run(async () => {
      await api.reportTemplates.update({ id: template.id, version: template.version, name, shared });
      await refresh();
      toast.success(`“${name.trim()}” is saved`);
    });
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.success) void save();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={name}
          error={checked.success ? undefined : checked.error.issues[0]?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label="Everybody of the workspace sees it, each with their own rows"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {isChanged && (
          <Button type="submit" loading={busy} disabled={!checked.success} style={{ alignSelf: 'start' }}>
            Save
          </Button>
        )}
      </Stack>
    </form>
  );
}
