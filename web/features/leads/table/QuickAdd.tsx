import { Alert, Anchor, Button, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Lead, leadFields } from '#shared/model/lead.ts';
import { api } from '#web/app/api.ts';
import { ApiError, fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAgents, useLeadSettings, useTags } from '../shared/lookups.ts';
import { useLeadActions } from '../shared/useLeadActions.ts';

interface QuickAddProps {
  opened: boolean;
  onClose: () => void;
}

const formId = 'quick-add';

/** Adds a lead beside the list. */
export function QuickAdd({ opened, onClose }: QuickAddProps) {
  const [busy, setBusy] = useState(false);
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Add lead"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            Add lead
          </Button>
        </>
      }
    >
      {opened && <AddForm onBusy={setBusy} onDone={onClose} />}
    </SidePanel>
  );
}

/** The live lead that has a number, where the caller may see it. */
async function holderOf(number: string): Promise<Lead | undefined> {
  const found = await api.leads.search({ query: number, limit: 5 }).catch(() => undefined);
  return found?.leads.find(({ phones }) => phones.some((phone) => phone.number === number));
}

/** A way to a lead that works in a toast too, which stands outside of the router. */
function LeadLink({ id, onGo, children }: { id: string; onGo: (to: string) => void; children: ReactNode }) {
  const to = `/leads/${id}`;
  return (
    <Anchor
      href={to}
      size="sm"
      c="inherit"
      onClick={(event) => {
        event.preventDefault();
        onGo(to);
      }}
    >
      {children}
    </Anchor>
  );
}

/** Why a number is refused, with the way to the lead that has it. */
export async function duplicateMessage(error: unknown, onGo: (to: string) => void): Promise<ReactNode> {
  if (!(error instanceof ApiError) || error.code !== 'phone_taken') return undefined;
  const { number } = error.details as { number: string };
  const holder = await holderOf(number);
  return (
    <>
      {phoneText(number)} belongs to another lead already
      {holder ? (
        <>
          {': '}
          <LeadLink id={holder.id} onGo={onGo}>
            {leadName(holder)}
          </LeadLink>
          .
        </>
      ) : (
        ', which is somebody else’s. An admin can hand it over to you.'
      )}
    </>
  );
}

interface AddFormProps {
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

const emailRule = checkedBy(leadFields.shape.emails.unwrap().element);

function AddForm({ onBusy, onDone }: AddFormProps) {
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const tags = useTags();
  const { create } = useLeadActions();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<ReactNode>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      firstName: '',
      lastName: '',
      company: '',
      phone: '',
      email: '',
      source: '',
      status: statuses[0]!.key,
      ownerId: seesAll ? null : user.userId,
      tags: [] as string[],
    },
    validate: {
      email: (value) => (value ? emailRule(value) : null),
      firstName: (value, all) =>
        value || all.lastName || all.company || all.phone || all.email
          ? null
          : 'Please enter a name, a company, a phone or an e-mail.',
    },
  });

  async function submit({ phone, email, ...values }: typeof form.values) {
    setProblem(undefined);
    onBusy(true);
    try {
      const lead = await create({
        ...values,
        phones: phone.trim() ? [phone.trim()] : [],
        emails: email.trim() ? [email.trim()] : [],
      });
      toast.success(
        `${leadName(lead)} was added`,
        <LeadLink id={lead.id} onGo={navigate}>
          Open
        </LeadLink>,
      );
      onDone();
    } catch (error) {
      const fields = fieldErrorsOf(error);
      const { phones, emails, ...rest } = fields;
      const field = (error as ApiError).details as { field?: string } | undefined;
      form.setErrors({
        ...rest,
        ...(phones ? { phone: phones } : field?.field === 'phones' ? { phone: messageOf(error) } : {}),
        ...(emails ? { email: emails } : {}),
      });
      setProblem(
        (await duplicateMessage(error, navigate)) ??
          (Object.keys(fields).length === 0 ? messageOf(error) : undefined),
      );
    } finally {
      onBusy(false);
    }
  }

  return (
    <form data-changes id={formId} onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label="First name"
            maxLength={100}
            data-autofocus
            key={form.key('firstName')}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            key={form.key('lastName')}
            {...form.getInputProps('lastName')}
          />
        </SimpleGrid>
        <TextInput
          label="Company"
          maxLength={100}
          key={form.key('company')}
          {...form.getInputProps('company')}
        />
        <TextInput
          label="Phone"
          type="tel"
          maxLength={40}
          placeholder="(212) 555-0123"
          key={form.key('phone')}
          {...form.getInputProps('phone')}
        />
        <TextInput
          label="E-mail"
          type="email"
          maxLength={254}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SimpleGrid cols={2} spacing="sm">
          <Select
            label="Status"
            allowDeselect={false}
            data={statuses.map(({ key, label }) => ({ value: key, label }))}
            key={form.key('status')}
            {...form.getInputProps('status')}
          />
          <Select
            label="Owner"
            placeholder="Nobody"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the owner' }}
            data={agents
              .filter(({ id, isActive }) => isActive && (seesAll || id === user.userId))
              .map(({ id, name }) => ({ value: id, label: name }))}
            key={form.key('ownerId')}
            {...form.getInputProps('ownerId')}
          />
        </SimpleGrid>
        <TextInput
          label="Source"
          maxLength={100}
          placeholder="Website"
          key={form.key('source')}
          {...form.getInputProps('source')}
        />
        <TagsInput
          label="Tags"
          data={tags}
          acceptValueOnBlur
          key={form.key('tags')}
          {...form.getInputProps('tags')}
        />
      </Stack>
    </form>
  );
}
