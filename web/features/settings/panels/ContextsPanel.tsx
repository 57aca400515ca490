import { ActionIcon, Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconBraces, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TenantContexts } from '#shared/model/tenant.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ContextDraft, contextsOf, draftsOf, newKey } from '../contexts.ts';
import { FormActions } from '../FormActions.tsx';
import styles from '../Settings.module.css';

/** The tenant's contexts, edited as rows and saved together. */
export function ContextsPanel() {
  const { data, error, refetch } = useQuery(query.tenants.contexts.queryOptions({ input: {} }));
  if (error)
    return <ErrorState title="The contexts could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={3} />;
  return <ContextsForm key={data.version} contexts={data.contexts} version={data.version} />;
}

function ContextsForm({ contexts, version }: { contexts: TenantContexts; version: number }) {
  const client = useQueryClient();
  const save = useMutation(
    query.tenants.setContexts.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: query.tenants.contexts.key() }),
    }),
  );
  const [drafts, setDrafts] = useState(() => draftsOf(contexts));
  const [problem, setProblem] = useState<string>();
  const dirty = JSON.stringify(contextsOf(drafts)) !== JSON.stringify(contextsOf(draftsOf(contexts)));
  const add = () =>
    setDrafts([...drafts, { key: newKey(), name: '', values: [{ key: newKey(), name: '', text: '' }] }]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const result = contextsOf(drafts);
    setProblem('problem' in result ? result.problem : undefined);
    if ('problem' in result) return;
    try {
      await save.mutateAsync({ contexts: result.contexts, version });
      toast.success('Contexts saved');
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <form data-changes onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        {drafts.length === 0 && (
          <EmptyState icon={IconBraces} title="No contexts yet">
            A context holds values such as a brand's name or its calling hours, for messages and calls to
            read.
          </EmptyState>
        )}
        {drafts.length > 0 && (
          <Text size="sm" c="dimmed">
            true, false, null and numbers are kept as such; put quotes around them to keep them as text.
          </Text>
        )}
        {drafts.map((draft) => (
          <ContextFields
            key={draft.key}
            draft={draft}
            onChange={(next) => setDrafts(drafts.map((other) => (other === draft ? next : other)))}
            onRemove={() => setDrafts(drafts.filter((other) => other !== draft))}
          />
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
            Add context
          </Button>
        </div>
        {dirty && <FormActions busy={save.isPending} onReset={() => setDrafts(draftsOf(contexts))} />}
      </Stack>
    </form>
  );
}

interface ContextFieldsProps {
  draft: ContextDraft;
  onChange: (draft: ContextDraft) => void;
  onRemove: () => void;
}

function ContextFields({ draft, onChange, onRemove }: ContextFieldsProps) {
  const title = draft.name || 'the new context';
  const setValue = (at: number, change: Partial<ContextDraft['values'][number]>) =>
    onChange({
      ...draft,
      values: draft.values.map((value, i) => (i === at ? { ...value, ...change } : value)),
    });

  return (
    <Box p={16} bd="1px solid var(--db-line)" bdrs="md">
      <Group align="flex-end" gap="xs" mb="md" wrap="nowrap">
        <TextInput
          flex={1}
          label="Context"
          placeholder="brand"
          maxLength={64}
          spellCheck={false}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        />
        <ActionIcon variant="subtle" color="red" size={36} aria-label={`Remove ${title}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Stack gap="xs">
        {draft.values.map((value, at) => (
          <div key={value.key} className={styles.value}>
            <TextInput
              aria-label={`Name of value ${at + 1} of ${title}`}
              placeholder="name"
              maxLength={64}
              spellCheck={false}
              value={value.name}
              onChange={(event) => setValue(at, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Value ${at + 1} of ${title}`}
              placeholder="value"
              maxLength={2000}
              value={value.text}
              onChange={(event) => setValue(at, { text: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove value ${at + 1} of ${title}`}
              onClick={() => onChange({ ...draft, values: draft.values.filter((_, i) => i !== at) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      <Button
        mt="xs"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          onChange({ ...draft, values: [...draft.values, { key: newKey(), name: '', text: '' }] })
        }
      >
        Add value
      </Button>
    </Box>
  );
}
