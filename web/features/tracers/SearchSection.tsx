import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type Purpose, personFields, personProblem, phoneQuery } from '#shared/model/tracer.ts';
import { api, query } from '#web/app/api.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { LeadSelect } from '#web/features/messages/shared/LeadSelect.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { AutoGrid, Columns, Surface } from '#web/ui/layout/layout.tsx';
import { FormProblem, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { PersonCard } from './Person.tsx';
import {
  BilledNotice,
  costText,
  mayBeBilledTwice,
  PurposeSelect,
  type TracerStatus,
  Unavailable,
  useTracing,
} from './shared.tsx';

type Found = Awaited<ReturnType<typeof api.tracers.search>>;
type Values = {
  by: 'person' | 'phone';
  phone: string;
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  state: string;
  postcode: string;
  email: string;
  purpose: Purpose | null;
  leadId: string;
};

const blank: Values = {
  by: 'person',
  phone: '',
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  state: '',
  postcode: '',
  email: '',
  purpose: null,
  leadId: '',
};

function problems(values: Values, needsLead: boolean): Record<string, string> {
  const { by, purpose, leadId, phone, ...person } = values;
  const found: Record<string, string> = {};
  if (needsLead && !leadId) found.leadId = 'Please choose one of your leads.';
  if (!purpose) found.purpose = 'Please say what the search is for.';
  if (by === 'phone') {
    const problem = checkedBy(phoneQuery.shape.phone)(phone);
    if (problem) found.phone = problem;
    return found;
  }
  const read = personFields.safeParse(person);
  if (!read.success) for (const { path, message } of read.error.issues) found[String(path[0])] ??= message;
  const problem = read.success && personProblem(read.data);
  if (problem) found[problem.field] = problem.text;
  return found;
}

/** Looks somebody up, by number or as a person. */
export function SearchSection() {
  const status = useTracing();
  if (status.error && !status.data)
    return (
      <ErrorState
        title="Skip tracing could not be loaded"
        error={status.error}
        onRetry={() => void status.refetch()}
      />
    );
  if (!status.data) return <LinesSkeleton lines={6} />;
  const { enabled, connected } = status.data;
  return enabled && connected ? <Search status={status.data} /> : <Unavailable status={status.data} />;
}

function Search({ status }: { status: TracerStatus }) {
  const seesAll = useSeesAllLeads();
  const refresh = useRefresh(query.tracers);
  const [found, setFound] = useState<Found>();
  const [asking, setAsking] = useState(false);
  const form = useForm<Values>({
    initialValues: blank,
    validate: (values) => problems(values, !seesAll),
  });
  const { by, leadId, purpose } = form.values;

  async function look(again = false) {
    const { phone, by: how, purpose: chosen, leadId: about, ...person } = form.getValues();
    const given = { purpose: chosen!, again, ...(about ? { leadId: about } : {}) };
    setFound(undefined);
    try {
      setFound(
        await (how === 'phone'
          ? api.tracers.searchPhone({ phone, ...given })
          : api.tracers.search({ ...person, ...given })),
      );
    } catch (error) {
      if (!mayBeBilledTwice(error)) throw error;
      setAsking(true);
    } finally {
      void refresh();
    }
  }
  const submit = useSubmit(form, () => look());

  return (
    <Columns template="minmax(320px, 4fr) minmax(0, 7fr)" gap={20}>
      <Surface component="section" aria-label="Search">
        <form data-changes onSubmit={submit.onSubmit} noValidate>
          <Stack gap="md">
            <FormProblem>{submit.problem}</FormProblem>
            <SegmentedControl
              fullWidth
              aria-label="Search by"
              data={[
                { value: 'person', label: 'By person' },
                { value: 'phone', label: 'By phone' },
              ]}
              value={by}
              onChange={(next) => form.setFieldValue('by', next as Values['by'])}
            />
            {by === 'phone' ? (
              <TextInput label="Phone number" type="tel" {...form.getInputProps('phone')} />
            ) : (
              <AutoGrid min={150} gap="12px 14px">
                <TextInput label="First name" {...form.getInputProps('firstName')} />
                <TextInput label="Last name" {...form.getInputProps('lastName')} />
                <TextInput label="Street and number" {...form.getInputProps('address')} />
                <TextInput label="City" {...form.getInputProps('city')} />
                <TextInput label="State" {...form.getInputProps('state')} />
                <TextInput label="Postcode" {...form.getInputProps('postcode')} />
                <TextInput label="E-mail" type="email" {...form.getInputProps('email')} />
              </AutoGrid>
            )}
            {leadId ? (
              <Group gap="xs">
                <Text size="sm">About a lead that you have chosen.</Text>
                <Button size="compact-xs" variant="subtle" onClick={() => form.setFieldValue('leadId', '')}>
                  Choose another
                </Button>
              </Group>
            ) : (
              <div>
                <LeadSelect
                  label={seesAll ? 'About a lead (optional)' : 'About which of your leads'}
                  onChoose={(id) => form.setFieldValue('leadId', id)}
                />
                {form.errors.leadId && (
                  <Text size="xs" c="red" role="alert" mt={4}>
                    {form.errors.leadId}
                  </Text>
                )}
              </div>
            )}
            <PurposeSelect
              value={purpose}
              error={form.errors.purpose as string | undefined}
              onChange={(next) => form.setFieldValue('purpose', next)}
            />
            <BilledNotice status={status} />
            <Button type="submit" loading={submit.busy} disabled={status.balance === 0}>
              Search
            </Button>
          </Stack>
        </form>
      </Surface>
      <Results found={found} busy={submit.busy} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Send this search again?"
        confirmLabel="Send it again"
        onConfirm={() => look(true)}
      >
        It was sent before, and its answer was lost. That search may have been billed; this one may be billed
        too.
      </ConfirmDialog>
    </Columns>
  );
}

function Results({ found, busy }: { found: Found | undefined; busy: boolean }) {
  if (busy)
    return (
      <Surface aria-label="Searching" role="status">
        <Text size="sm" c="dimmed" mb="sm">
          The provider is searching. This takes up to 20 seconds; it is sent once.
        </Text>
        <LinesSkeleton lines={5} />
      </Surface>
    );
  if (!found)
    return (
      <EmptyState icon={IconUserOff} title="Nobody searched for yet">
        Who is found stands here, with how sure the match is.
      </EmptyState>
    );
  const { matches } = found;
  return (
    <Stack gap="md">
      <Alert color={found.cached ? 'green' : 'gray'} p="xs" role="status">
        <Text size="sm">
          {matches.length === 0
            ? 'Nobody was found'
            : `${matches.length} ${matches.length === 1 ? 'person' : 'people'} found`}
          . {costText(found)}.
        </Text>
      </Alert>
      {matches.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: matches of one answer, which stay in their order
        <PersonCard key={at} person={person} />
      ))}
    </Stack>
  );
}
