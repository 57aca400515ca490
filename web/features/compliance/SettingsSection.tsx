import { Alert, Button, Checkbox, Group, NumberInput, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { placeName } from '#shared/model/compliance/places.ts';
import type { ComplianceSettings } from '#shared/model/compliance/settings.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { dateText } from '#web/features/leads/shared/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ClosedDayFields } from './ClosedDayFields.tsx';
import { CountryFields, countryProblem } from './CountryFields.tsx';
import { EmergencyFields, emergencyProblem } from './EmergencyFields.tsx';
import { WeekFields } from './WeekFields.tsx';

/** What the tenant asks of itself beyond the law. */
export default function SettingsSection() {
  const { data, error, refetch } = useQuery(query.tcpa.settings.queryOptions({ input: {} }));
  if (error)
    return <ErrorState title="Your rules could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={6} />;
  return <Editor key={data.version} saved={data} />;
}

type Change = (change: Partial<ComplianceSettings>) => void;
const consents = [
  { channel: 'call', label: 'Calls' },
  { channel: 'sms', label: 'Texts' },
  { channel: 'email', label: 'E-mail' },
] as const;

/** What the platform's operator has declared for everybody. */
function DeclaredByPlatform() {
  const { data } = useQuery(query.tcpa.emergencies.queryOptions({ input: {} }));
  return data?.emergencies.map(({ state, name, from, until }) => (
    <Text key={`${state} ${from} ${name}`} size="sm" mb={4}>
      {placeName(state)}
      {name && `, ${name}`}: {dateText(from)} – {until ? dateText(until) : 'until further notice'}, declared
      for all workspaces
    </Text>
  ));
}

function problemOf({ week, closedDays, emergencies, countries }: ComplianceSettings): string | undefined {
  if (week.some((window) => window && window[0] >= window[1])) return 'A day ends before it begins.';
  if (closedDays.some(({ date }) => !date)) return 'A closed day has no date.';
  return emergencyProblem(emergencies) ?? countryProblem(countries);
}

function Editor({ saved }: { saved: ComplianceSettings }) {
  const may = useMay();
  const disabled = !may('compliance.manage');
  const [settings, setSettings] = useState(saved);
  const change: Change = (part) => setSettings((before) => ({ ...before, ...part }));
  const client = useQueryClient();
  const save = useMutation({
    ...query.tcpa.updateSettings.mutationOptions(),
    onSuccess: async () => {
      toast.success('Your rules are saved', 'They hold from now on.');
      await client.invalidateQueries({ queryKey: query.tcpa.key() });
    },
  });
  const problem = problemOf(settings);
  return (
    <Surface
      component="form"
      data-changes
      maw={760}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save.mutate(settings);
      }}
    >
      <Text size="sm" c="dimmed" mb="lg">
        These narrow what the law allows and never widen it: outside the law’s hours nobody is contacted,
        whatever stands here.
        {disabled && ' An admin can change them.'}
      </Text>
      <Title order={2} fz="h3" mb="sm">
        Hours by the other person’s clock
      </Title>
      <WeekFields
        week={settings.week}
        onChange={(week) => change({ week })}
        disabled={disabled}
        wholeDayText="All hours that the law allows"
        closedText="Nobody is contacted"
      />
      <Title order={2} fz="h3" mt="xl" mb="sm">
        Closed days
      </Title>
      <Switch
        label="Keep federal holidays everywhere"
        mb="sm"
        disabled={disabled}
        checked={settings.federalHolidays}
        onChange={(event) => change({ federalHolidays: event.currentTarget.checked })}
      />
      <ClosedDayFields
        days={settings.closedDays}
        onChange={(closedDays) => change({ closedDays })}
        disabled={disabled}
      />
      <Title order={2} fz="h3" mt="xl" mb={4}>
        States of emergency
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        New York and Louisiana forbid sales calls and texts while one is declared there. The last day may stay
        empty until it is known.
      </Text>
      <DeclaredByPlatform />
      <EmergencyFields
        emergencies={settings.emergencies}
        onChange={(emergencies) => change({ emergencies })}
        disabled={disabled}
      />
      <Title order={2} fz="h3" mt="xl" mb={4}>
        Other countries
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The law of the United States and Canada is built in. Numbers of other countries are refused until you
        add the hours that you keep there; ask your counsel what their law allows.
      </Text>
      <CountryFields
        countries={settings.countries}
        onChange={(countries) => change({ countries })}
        disabled={disabled}
      />
      <Title order={2} fz="h3" mt="xl" mb="sm">
        Attempts
      </Title>
      <Group align="end">
        <NumberInput
          label="At most"
          description="attempts for one person, on each channel"
          min={1}
          max={100}
          w={280}
          disabled={disabled}
          value={settings.attempts.max}
          onChange={(max) => change({ attempts: { ...settings.attempts, max: Number(max) || 1 } })}
        />
        <NumberInput
          label="Within"
          description="hours"
          min={1}
          max={720}
          w={160}
          disabled={disabled}
          value={settings.attempts.hours}
          onChange={(hours) => change({ attempts: { ...settings.attempts, hours: Number(hours) || 1 } })}
        />
      </Group>
      <Title order={2} fz="h3" mt="xl" mb="sm">
        Consent
      </Title>
      <Text size="sm" mb="xs">
        Contact only those who said yes, by
      </Text>
      <Group gap="lg">
        {consents.map(({ channel, label }) => (
          <Checkbox
            key={channel}
            label={label}
            disabled={disabled}
            checked={settings.consentNeeded[channel]}
            onChange={(event) =>
              change({ consentNeeded: { ...settings.consentNeeded, [channel]: event.currentTarget.checked } })
            }
          />
        ))}
      </Group>
      <Switch
        label="E-mail keeps the hours too"
        mt="md"
        disabled={disabled}
        checked={settings.emailKeepsHours}
        onChange={(event) => change({ emailKeepsHours: event.currentTarget.checked })}
      />
      {(problem || save.error) && (
        <Alert color="red" variant="light" mt="lg" role="alert">
          {problem ?? messageOf(save.error)}
        </Alert>
      )}
      {!disabled && (
        <Button
          type="submit"
          mt="lg"
          loading={save.isPending}
          disabled={settings === saved || Boolean(problem)}
        >
          Save rules
        </Button>
      )}
    </Surface>
  );
}
