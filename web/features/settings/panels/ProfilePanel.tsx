import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { email, type User } from '#shared/model/user.ts';
import { query } from '#web/app/api.ts';
import { fieldErrorsOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { FormActions } from '../FormActions.tsx';

/** Oneself. Names and e-mail are kept by the admins; they change their own here. */
export function ProfilePanel() {
  const { data, error, refetch } = useQuery(query.users.me.queryOptions({ input: {} }));
  if (error)
    return <ErrorState title="Your profile could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={4} />;
  return <ProfileForm key={data.version} user={data} />;
}

function ProfileForm({ user }: { user: User }) {
  const client = useQueryClient();
  const mayChange = useMay()('users.edit');
  const save = useMutation(
    query.users.update.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: query.users.key() }),
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { firstName: user.firstName, lastName: user.lastName, email: user.email },
    validate: { email: checkedBy(email) },
  });

  async function submit(values: typeof form.values) {
    try {
      await save.mutateAsync({ id: user.id, version: user.version, ...values });
      toast.success('Profile saved');
    } catch (error) {
      form.setErrors(fieldErrorsOf(error));
      toast.error(error);
    }
  }

  return (
    <form data-changes onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput label="Username" value={user.username} readOnly variant="filled" />
        <TextInput
          label="First name"
          autoComplete="given-name"
          readOnly={!mayChange}
          key={form.key('firstName')}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          readOnly={!mayChange}
          key={form.key('lastName')}
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          readOnly={!mayChange}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Text size="sm" c="dimmed">
          Your role is <b>{user.role}</b>
          {user.extension ? (
            <>
              {' '}
              and your extension <b className="db-figures">{user.extension}</b>
            </>
          ) : null}
          .{!mayChange && ' An admin can change what stands here.'}
        </Text>
        {mayChange && <FormActions busy={save.isPending} />}
      </Stack>
    </form>
  );
}
