import { ColorInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { companyName, type Tenant } from '#shared/model/tenant.ts';
import { query } from '#web/app/api.ts';
import { fieldErrorsOf } from '#web/app/api-error.ts';
import { session, useSignedIn } from '#web/app/session.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { FormActions } from '../FormActions.tsx';

/** The tenant's own settings, for its admins. */
export function WorkspacePanel() {
  const { tenantId } = useSignedIn();
  const { data, error, refetch } = useQuery(query.tenants.get.queryOptions({ input: { id: tenantId } }));
  if (error)
    return <ErrorState title="The workspace could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={4} />;
  return <WorkspaceForm key={data.version} tenant={data} />;
}

const timeZones = Intl.supportedValuesOf('timeZone');

function WorkspaceForm({ tenant }: { tenant: Tenant }) {
  const client = useQueryClient();
  const save = useMutation(
    query.tenants.update.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: query.tenants.key() }),
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: tenant.name,
      timeZone: tenant.timeZone,
      brandColor: tenant.brandColor,
      registrationOpen: tenant.registrationOpen,
      secondFactorRequired: tenant.secondFactorRequired,
    },
    validate: {
      name: checkedBy(companyName),
      brandColor: (value) => (/^#[0-9a-f]{6}$/i.test(value) ? null : 'A colour is # and 6 hex digits.'),
    },
  });

  async function submit(values: typeof form.values) {
    try {
      const changed = await save.mutateAsync({ id: tenant.id, version: tenant.version, ...values });
      session.updateUser({ tenantName: changed.name });
      toast.success('Workspace saved');
    } catch (error) {
      form.setErrors(fieldErrorsOf(error));
      toast.error(error);
    }
  }

  return (
    <form data-changes onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="lg">
        <TextInput label="Name" maxLength={120} key={form.key('name')} {...form.getInputProps('name')} />
        <Select
          label="Time zone"
          description="Reports and schedules of the workspace use it."
          searchable
          allowDeselect={false}
          data={timeZones.includes(tenant.timeZone) ? timeZones : [tenant.timeZone, ...timeZones]}
          nothingFoundMessage="No such time zone."
          maxDropdownHeight={280}
          key={form.key('timeZone')}
          {...form.getInputProps('timeZone')}
        />
        <ColorInput
          label="Brand colour"
          description="Signs and templates start with it."
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          key={form.key('brandColor')}
          {...form.getInputProps('brandColor')}
        />
        <Switch
          label="Open for registration"
          description="Anybody who knows the workspace number can create an account as an agent."
          key={form.key('registrationOpen')}
          {...form.getInputProps('registrationOpen', { type: 'checkbox' })}
        />
        <Switch
          label="Everybody needs a second step"
          description="An app's code or a passkey. Who has none sets one up at their next sign-in, before anything else."
          key={form.key('secondFactorRequired')}
          {...form.getInputProps('secondFactorRequired', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          The workspace number is <b className="db-figures">{tenant.id}</b>; people name it when they sign in.
        </Text>
        <FormActions busy={save.isPending} onReset={form.isDirty() ? form.reset : undefined} />
      </Stack>
    </form>
  );
}
