import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApiKey, apiKeyFields, apiKeyLimits } from '#shared/model/api-key.ts';
import { isGrantable, isPermission } from '#shared/model/permissions.ts';
import { api, query } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { PermissionPicker } from './PermissionPicker.tsx';

interface KeyFormProps {
  /** The key to be changed; a new one where it is left out. */
  apiKey?: ApiKey;
  onClose: () => void;
  onMade: (secret: string) => void;
}

const blankValues = {
  name: '',
  permissions: [] as string[],
  perMinute: apiKeyLimits.perMinuteDefault as number | string,
  /** The last day, in UTC, as YYYY-MM-DD; empty: none. */
  validUntil: '',
};

/** Makes a key, or changes one. */
export function KeyForm({ apiKey, onClose, onMade }: KeyFormProps) {
  const refresh = useRefresh(query.apiKeys);
  const form = useForm({
    initialValues: apiKey
      ? {
          name: apiKey.name,
          permissions: apiKey.permissions.filter((known) => isPermission(known) && isGrantable(known)),
          perMinute: apiKey.perMinute as number | string,
          validUntil: utcDayOf(apiKey.validUntil),
        }
      : blankValues,
    validate: {
      name: checkedBy(apiKeyFields.name),
      permissions: checkedBy(apiKeyFields.permissions),
      perMinute: (rate) => checkedBy(apiKeyFields.perMinute)(Number(rate)),
    },
  });
  const submit = useSubmit(form, async ({ validUntil: day, perMinute, ...fields }) => {
    // A day means until its end, in UTC; the same day again leaves the instant as it is.
    const isSameDay = utcDayOf(apiKey?.validUntil) === day;
    const validUntil = isSameDay ? (apiKey?.validUntil ?? null) : day ? `${day}T23:59:59.999Z` : null;
    const sent = { ...fields, perMinute: Number(perMinute), validUntil };
    try {
      if (apiKey) {
        await api.apiKeys.update({ id: apiKey.id, version: apiKey.version, ...sent });
        toast.success('API key saved');
        onClose();
      } else onMade((await api.apiKeys.create(sent)).secret);
    } finally {
      await refresh();
    }
  });
  return (
    <FormPanel
      opened
      title={apiKey ? apiKey.name : 'Make an API key'}
      submitLabel={apiKey ? 'Save changes' : 'Make key'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <TextInput
        label="Name"
        description="What uses it, such as Website."
        maxLength={apiKeyLimits.name}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="date"
        label="Expires after"
        description="In UTC. Empty: works until you revoke it."
        {...form.getInputProps('validUntil')}
      />
      <NumberInput
        label="Calls a minute"
        min={1}
        max={apiKeyLimits.perMinuteMax}
        allowDecimal={false}
        {...form.getInputProps('perMinute')}
      />
      <PermissionPicker
        chosen={form.values.permissions}
        error={form.errors.permissions as string | undefined}
        onChange={(chosen) => form.setFieldValue('permissions', chosen)}
      />
    </FormPanel>
  );
}

const utcDayOf = (at: string | null | undefined): string => at?.slice(0, 10) ?? '';
