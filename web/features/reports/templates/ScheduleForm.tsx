import { Button, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { reportFormats } from '#shared/model/report.ts';
import {
  type Cadence,
  nextRuns,
  scheduleFields,
  scheduleLimits,
  weekdayName,
  weekdaysFromMonday,
} from '#shared/model/report-schedule.ts';
import type { ReportTemplate } from '#shared/model/report-template.ts';
import { isTimeZone } from '#shared/model/zone-time.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { FormProblem, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { useTenantDay } from '../useTenantDay.ts';

const cadenceWords: Record<Cadence, string> = {
  daily: 'Every day',
  weekdays: 'Monday to Friday',
  weekly: 'Every week',
  monthly: 'Every month',
};
const zones = Intl.supportedValuesOf('timeZone');
const weekdays = weekdaysFromMonday.map((day) => ({ value: String(day), label: weekdayName(day) }));
const { time, zone, recipients } = scheduleFields.shape;

const instantText = (at: number, timeZone: string) =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** When a template is made by itself, and who gets it. */
export function ScheduleForm({ template }: { template: ReportTemplate }) {
  const { user } = useSignedIn();
  const tenant = useTenantDay();
  if (!tenant && !template.schedule) return null;
  return <Fields template={template} zone={tenant?.timeZone ?? 'UTC'} email={user.email} />;
}

interface FieldsProps {
  template: ReportTemplate;
  /** The tenant's. */
  zone: string;
  email: string;
}

function Fields({ template, zone: tenantZone, email }: FieldsProps) {
  const { schedule } = template;
  const refresh = useRefresh(query.reportTemplates);
  const form = useForm({
    initialValues: {
      cadence: schedule?.cadence ?? ('weekdays' as Cadence),
      weekday: schedule?.weekday ?? 1,
      day: schedule?.day ?? 1,
      time: schedule?.time ?? '08:00',
      zone: schedule?.zone ?? tenantZone,
      recipients: schedule?.recipients ?? [email],
      format: schedule?.format ?? ('xlsx' as const),
      isActive: schedule?.isActive ?? true,
    },
    validate: { time: checkedBy(time), zone: checkedBy(zone), recipients: checkedBy(recipients) },
  });
  const submit = useSubmit(form, async (values) => {
    await api.reportTemplates.schedule({ id: template.id, ...values });
    await refresh();
    toast.success(
      values.isActive ? `“${template.name}” is mailed by itself` : `“${template.name}” is stopped`,
    );
  });
  const values = form.getValues();
  const isPlanned = values.isActive && time.safeParse(values.time).success && isTimeZone(values.zone);
  return (
    <form data-changes onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <FormProblem>{submit.problem}</FormProblem>
        <AutoGrid min={150}>
          <Select
            label="How often"
            allowDeselect={false}
            data={Object.entries(cadenceWords).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('cadence')}
          />
          {values.cadence === 'weekly' && (
            <Select
              label="On"
              allowDeselect={false}
              data={weekdays}
              value={String(values.weekday)}
              onChange={(day) => form.setFieldValue('weekday', Number(day))}
            />
          )}
          {values.cadence === 'monthly' && (
            <BoundedNumberInput
              label="On day"
              description="31 is the last day"
              min={1}
              max={31}
              value={values.day}
              onChange={(day) => form.setFieldValue('day', day)}
            />
          )}
          <TextInput label="At" type="time" {...form.getInputProps('time')} />
        </AutoGrid>
        <AutoGrid min={150}>
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            data={zones.includes(values.zone) ? zones : [values.zone, ...zones]}
            {...form.getInputProps('zone')}
          />
          <Select
            label="File"
            allowDeselect={false}
            data={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            {...form.getInputProps('format')}
          />
        </AutoGrid>
        <TagsInput
          label="Who gets it"
          description="E-mail addresses, with Enter after each. Outside the workspace an admin decides."
          maxTags={scheduleLimits.recipients}
          splitChars={[',', ';', ' ']}
          {...form.getInputProps('recipients')}
        />
        <Switch label="Mail it by itself" {...form.getInputProps('isActive', { type: 'checkbox' })} />
        {isPlanned && (
          <Text size="xs" c="dimmed" role="status">
            Next:{' '}
            {nextRuns(values, Date.now())
              .map((at) => instantText(at, values.zone))
              .join(' · ')}
          </Text>
        )}
        <Button type="submit" loading={submit.busy} style={{ alignSelf: 'start' }}>
          {schedule ? 'Save schedule' : 'Schedule'}
        </Button>
      </Stack>
    </form>
  );
}
