import {
  Alert,
  Button,
  ColorInput,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { defaultStatuses, type LeadSettings, leadLimits } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { FormActions } from '#web/features/settings/FormActions.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { focusAdded } from '#web/ui/focus-added.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  draftOf,
  type FieldDraft,
  freeColor,
  nextRow,
  type SettingsDraft,
  type StatusDraft,
  settingsOf,
} from './drafts.ts';
import { SortableRows } from './SortableRows.tsx';
import styles from './settings-panel.module.css';

/** The tenant's rules for its leads, saved together. */
export function LeadSettingsPanel() {
  const { data, error, refetch } = useQuery(query.leads.settings.queryOptions({ input: {} }));
  if (error)
    return <ErrorState title="The settings could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={6} />;
  return <SettingsForm key={data.version} settings={data} />;
}

function SettingsForm({ settings }: { settings: LeadSettings }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<SettingsDraft>) => {
    setProblem(undefined);
    setDraft({ ...draft, ...part });
  };
  const result = settingsOf(draft, settings.version);
  const before = settingsOf(draftOf(settings), settings.version);
  const dirty = JSON.stringify(result) !== JSON.stringify(before);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem('problem' in result ? result.problem : undefined);
    if ('problem' in result) return;
    setBusy(true);
    try {
      await api.leads.updateSettings(result.settings);
      await client.invalidateQueries({ queryKey: query.leads.key() });
      toast.success('Lead settings saved');
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form data-changes onSubmit={submit} noValidate>
      <Stack gap="xl">
        {problem && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {problem}
          </Alert>
        )}
        <section aria-labelledby="statuses-title">
          <Title order={3} id="statuses-title">
            Statuses
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            In the order of the funnel. A new lead begins with the first.
          </Text>
          <SortableRows
            items={draft.statuses}
            what="status"
            onChange={(statuses) => set({ statuses })}
            minimum={1}
            render={(status, change) => (
              <>
                <ColorInput
                  aria-label={`Colour of ${status.label || 'the new status'}`}
                  w={118}
                  format="hex"
                  withEyeDropper={false}
                  value={status.color}
                  onChange={(color) => change({ color })}
                />
                <TextInput
                  className={styles.label}
                  flex="1 1 130px"
                  aria-label={`Name of ${status.label || 'the new status'}`}
                  maxLength={50}
                  value={status.label}
                  onChange={(event) => change({ label: event.currentTarget.value })}
                />
                <Select
                  className={styles.kind}
                  aria-label={`What ${status.label || 'the new status'} means`}
                  allowDeselect={false}
                  data={[
                    { value: 'open', label: 'Open' },
                    { value: 'won', label: 'Won' },
                    { value: 'lost', label: 'Lost' },
                  ]}
                  value={status.kind}
                  onChange={(kind) => change({ kind: kind as StatusDraft['kind'] })}
                />
              </>
            )}
          />
          <Button
            mt="xs"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={draft.statuses.length >= 50}
            onClick={({ currentTarget }) => {
              focusAdded(currentTarget);
              set({
                statuses: [
                  ...draft.statuses,
                  {
                    ...defaultStatuses[0]!,
                    color: freeColor(draft.statuses),
                    key: '',
                    label: '',
                    row: nextRow(),
                    isNew: true,
                  },
                ],
              });
            }}
          >
            Add status
          </Button>
        </section>

        <section aria-labelledby="fields-title">
          <Title order={3} id="fields-title">
            Custom fields
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            What you keep of leads besides the usual. They can be filtered, imported and put into messages.
          </Text>
          <SortableRows
            items={draft.customFields}
            what="field"
            onChange={(customFields) => set({ customFields })}
            minimum={0}
            render={(field, change) => (
              <>
                <TextInput
                  className={styles.label}
                  flex="1 1 130px"
                  aria-label={`Name of ${field.label || 'the new field'}`}
                  placeholder="Roof age"
                  maxLength={50}
                  value={field.label}
                  onChange={(event) => change({ label: event.currentTarget.value })}
                />
                <Select
                  className={styles.type}
                  aria-label={`Type of ${field.label || 'the new field'}`}
                  allowDeselect={false}
                  // Values that are there already have the type of then.
                  disabled={!field.isNew}
                  data={[
                    { value: 'text', label: 'Text' },
                    { value: 'number', label: 'Number' },
                    { value: 'boolean', label: 'Yes or no' },
                    { value: 'date', label: 'Date' },
                    { value: 'choice', label: 'Choice' },
                  ]}
                  value={field.type}
                  onChange={(type) => change({ type: type as FieldDraft['type'] })}
                />
                {field.type === 'choice' && (
                  <TagsInput
                    className={styles.choices}
                    aria-label={`Choices of ${field.label || 'the new field'}`}
                    placeholder={field.choices.length === 0 ? 'Type a choice and press Enter' : undefined}
                    acceptValueOnBlur
                    maxTags={100}
                    value={field.choices}
                    onChange={(choices) => change({ choices })}
                  />
                )}
              </>
            )}
          />
          <Button
            mt="xs"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={draft.customFields.length >= leadLimits.customFields}
            onClick={({ currentTarget }) => {
              focusAdded(currentTarget);
              set({
                customFields: [
                  ...draft.customFields,
                  { key: '', label: '', type: 'text', choices: [], row: nextRow(), isNew: true },
                ],
              });
            }}
          >
            Add field
          </Button>
        </section>

        <section aria-labelledby="rules-title">
          <Title order={3} id="rules-title" mb="sm">
            Rules
          </Title>
          <Stack gap="md">
            <Switch
              label="Several leads may have the same phone"
              description="Off: a phone belongs to at most one lead, by hand, by import and by webhook alike."
              checked={draft.allowDuplicatePhones}
              onChange={(event) => set({ allowDuplicatePhones: event.currentTarget.checked })}
            />
            <NumberInput
              label="Assignments grow old after"
              description="Leads that nobody has worked on for so long can be had back on the assignments page."
              suffix={draft.assignmentExpiryHours === 1 ? ' hour' : ' hours'}
              maw={260}
              min={1}
              max={8_760}
              clampBehavior="blur"
              allowDecimal={false}
              value={draft.assignmentExpiryHours}
              onChange={(hours) => set({ assignmentExpiryHours: Number(hours) })}
            />
          </Stack>
        </section>
        {dirty && (
          <FormActions
            busy={busy}
            onReset={() => {
              setProblem(undefined);
              setDraft(draftOf(settings));
            }}
          />
        )}
      </Stack>
    </form>
  );
}
