import { Button, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiKey, apiKeyFields, apiKeyLimits } from '#shared/model/api-key.ts';
import { isGrantable, isPermission } from '#shared/model/permissions.ts';
import { query } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { PermissionPicker } from './PermissionPicker.tsx';

interface KeyFormProps {
  /** The key to be changed; a new one where it is left out. */
  apiKey?: ApiKey;
  onClose: () => void;
  onMade: (secret: string) => void;
}

const formId = 'api-key-form';

/** Makes a key, or changes one. */
export function KeyForm({ apiKey, onClose, onMade }: KeyFormProps) {
  const client = useQueryClient();
  const refreshed = { onSettled: () => client.invalidateQueries({ queryKey: query.apiKeys.key() }) };
  const create = useMutation(query.apiKeys.create.mutationOptions(refreshed));
  const update = useMutation(query.apiKeys.update.mutationOptions(refreshed));
  const [name, setName] = useState(apiKey?.name ?? '');
  const [permissions, setPermissions] = useState<string[]>(
    () => apiKey?.permissions.filter((known) => isPermission(known) && isGrantable(known)) ?? [],
  );
  const [perMinute, setPerMinute] = useState<number | string>(
    apiKey?.perMinute ?? apiKeyLimits.perMinuteDefault,
  );
  const [until, setUntil] = useState(apiKey?.validUntil?.slice(0, 10) ?? '');
  const [problems, setProblems] = useState<Record<string, string | null>>({});

  async function submit(event: FormEvent) {
    event.preventDefault();
    const rate = Number(perMinute);
    const found = {
      name: checkedBy(apiKeyFields.name)(name),
      permissions: checkedBy(apiKeyFields.permissions)(permissions),
      perMinute: checkedBy(apiKeyFields.perMinute)(rate),
    };
    setProblems(found);
    if (Object.values(found).some(Boolean)) return;
    // A day means until its end, in UTC; the same day again leaves the instant as it is.
    const isSameDay = apiKey?.validUntil?.slice(0, 10) === until;
    const validUntil = isSameDay ? apiKey!.validUntil : until ? `${until}T23:59:59.999Z` : null;
    const fields = { name, permissions, perMinute: rate, validUntil };
    try {
      if (apiKey) {
        await update.mutateAsync({ id: apiKey.id, version: apiKey.version, ...fields });
        toast.success('API key saved');
        onClose();
      } else onMade((await create.mutateAsync(fields)).secret);
    } catch (error) {
      toast.error(error);
    }
  }

  return (
    <SidePanel
      opened
      onClose={onClose}
      title={apiKey ? apiKey.name : 'Make an API key'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={create.isPending || update.isPending}>
            {apiKey ? 'Save changes' : 'Make key'}
          </Button>
        </>
      }
    >
      <form data-changes id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="What uses it, such as Website."
            value={name}
            error={problems.name}
            maxLength={apiKeyLimits.name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblems({ ...problems, name: null });
            }}
          />
          <TextInput
            type="date"
            label="Expires after"
            description="In UTC. Empty: works until you revoke it."
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <NumberInput
            label="Calls a minute"
            min={1}
            max={apiKeyLimits.perMinuteMax}
            allowDecimal={false}
            value={perMinute}
            error={problems.perMinute}
            onChange={setPerMinute}
          />
          <PermissionPicker
            chosen={permissions}
            error={problems.permissions}
            onChange={(chosen) => {
              setPermissions(chosen);
              setProblems({ ...problems, permissions: null });
            }}
          />
        </Stack>
      </form>
    </SidePanel>
  );
}
