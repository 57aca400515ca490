import {
  Alert,
  Checkbox,
  List,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import {
  type PrivacyAsker,
  type PrivacyKind,
  type PrivacyPerson,
  type PrivacyRequest,
  privacyAskerLabels,
  privacyAskers,
  privacyKinds,
  privacyLimits,
} from '#shared/model/privacy.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { LeadSelect } from '#web/features/messages/shared/LeadSelect.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';

interface NewRequestProps {
  opened: boolean;
  onClose: () => void;
  onMade: (request: PrivacyRequest) => void;
}

type By = 'lead' | 'phone' | 'email';
const ways: { value: By; label: string }[] = [
  { value: 'lead', label: 'Lead' },
  { value: 'phone', label: 'Phone number' },
  { value: 'email', label: 'E-mail' },
];

const kindWords: Readonly<Record<PrivacyKind, { label: string; description: string }>> = {
  access: {
    label: 'Give a copy',
    description: 'One file with all that is held of them, to be read and for other programs.',
  },
  erasure: {
    label: 'Erase it all',
    description: 'Everything goes but what the law has you keep. It cannot be undone.',
  },
};

const blank = {
  by: 'lead' as By,
  leadId: '',
  phone: '',
  email: '',
  kind: 'access' as PrivacyKind,
  askedBy: 'person' as PrivacyAsker,
  reason: '',
  isSure: false,
};

const emailAddress = z.email();

/** What names the person as it is typed; undefined while nothing does. */
function whomOf({ by, leadId, phone, email }: typeof blank) {
  if (by === 'lead') return leadId ? { leadId } : undefined;
  if (by === 'phone') return phone.trim().length >= 7 ? { phone: phone.trim() } : undefined;
  return emailAddress.safeParse(email.trim()).success ? { email: email.trim() } : undefined;
}

/** Begins a request: who it is about, what is asked, by whom. */
export function NewRequest({ opened, onClose, onMade }: NewRequestProps) {
  const refresh = useRefresh(query.privacy);
  const form = useForm({
    initialValues: blank,
    validate: {
      reason: (reason) => (reason.trim() ? null : 'Please say how they asked, and why.'),
      isSure: (isSure, { kind }) =>
        kind === 'access' || isSure ? null : 'Please confirm that it may be erased for good.',
    },
  });
  const { values, setFieldValue } = form;
  const submit = useSubmit(form, async (given) => {
    const whom = whomOf(given);
    if (!whom) throw new Error('Please say whom it is about.');
    const { kind, askedBy, reason } = given;
    const made = await api.privacy.create({ ...whom, kind, askedBy, reason: reason.trim() });
    await refresh();
    onMade(made);
  });
  return (
    <FormPanel
      opened={opened}
      title="New privacy request"
      submitLabel={values.kind === 'erasure' ? 'Erase for good' : 'Make the copy'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <Stack gap={6}>
        <Text size="sm" fw={500}>
          Who is it about?
        </Text>
        <SegmentedControl
          aria-label="Find them by"
          data={ways}
          value={values.by}
          onChange={(by) => setFieldValue('by', by as By)}
        />
      </Stack>
      {values.by === 'lead' && (
        <LeadSelect label="Lead" onChoose={(leadId) => setFieldValue('leadId', leadId)} />
      )}
      {values.by === 'phone' && (
        <TextInput label="Phone number" type="tel" {...form.getInputProps('phone')} />
      )}
      {values.by === 'email' && (
        <TextInput label="E-mail address" type="email" {...form.getInputProps('email')} />
      )}
      <Meant values={values} />
      <Radio.Group label="What do they ask for?" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt={6}>
          {privacyKinds.map((kind) => (
            <Radio key={kind} value={kind} {...kindWords[kind]} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label="Who asked?"
        allowDeselect={false}
        data={privacyAskers.map((value) => ({ value, label: privacyAskerLabels[value] }))}
        {...form.getInputProps('askedBy')}
      />
      <Textarea
        label="How they asked, and why"
        description="It stands on the certificate, without their name and numbers. Note how you made sure that it is them."
        maxLength={privacyLimits.reason}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      {values.kind === 'erasure' && (
        <Checkbox
          label="I know that this cannot be undone"
          {...form.getInputProps('isSure', { type: 'checkbox' })}
        />
      )}
    </FormPanel>
  );
}

/** Whom the request would be about, looked up as it is typed. */
function Meant({ values }: { values: typeof blank }) {
  const [whom] = useDebouncedValue(JSON.stringify(whomOf(values) ?? null), 300);
  const input = JSON.parse(whom) as ReturnType<typeof whomOf> | null;
  const { data, error, isFetching } = useQuery(
    query.privacy.person.queryOptions({ input: input ?? {}, enabled: input !== null, retry: false }),
  );
  if (!input) return null;
  if (error)
    return (
      <Text size="sm" c="red">
        {messageOf(error)}
      </Text>
    );
  if (!data || isFetching) return <LinesSkeleton lines={2} />;
  return <Found person={data} />;
}

function Found({ person: { leads, phones, emails, shared } }: { person: PrivacyPerson }) {
  const [all, setAll] = useState(false);
  const shown = all ? leads : leads.slice(0, 5);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} role="status">
        {leads.length === 0
          ? 'No lead has this. What is held by it alone will be found.'
          : leads.length === 1
            ? 'This lead is meant:'
            : `All of these ${leads.length} leads are meant:`}
      </Text>
      {leads.length > 0 && (
        <List size="sm" spacing={2}>
          {shown.map(({ id, name, phones: own, emails: mails }) => (
            <List.Item key={id} className="db-wrap">
              {[name || 'Nameless', ...own.map(phoneText), ...mails].join(' · ')}
            </List.Item>
          ))}
        </List>
      )}
      {shown.length < leads.length && (
        <Text component="button" type="button" size="sm" c="dimmed" onClick={() => setAll(true)}>
          Show all
        </Text>
      )}
      {leads.length > 0 && phones.length + emails.length === 0 && (
        <Text size="sm" c="dimmed">
          No number or address is theirs alone: what hangs on the lead itself is found.
        </Text>
      )}
      {shared.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {shared.map((one) => phoneText(one)).join(', ')}: another lead has this too. What is held by it
          alone is left.
        </Alert>
      )}
    </Stack>
  );
}
