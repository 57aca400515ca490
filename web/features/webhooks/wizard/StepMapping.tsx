import {
  ActionIcon,
  Autocomplete,
  Badge,
  Button,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { IconPlus, IconTrash, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importFields } from '#shared/model/lead-import.ts';
import type { FieldMapping, ValidationRules } from '#shared/model/webhook.ts';
import { type SeenPath, suggestionsOf } from '#shared/model/webhook-guess.ts';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { query } from '#web/app/api.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { focusAdded } from '#web/ui/focus-added.ts';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

const main = { phone: 'Phone', name: 'Name', email: 'E-mail' } as const;
type Main = keyof typeof main;

const rules: readonly { key: Exclude<keyof ValidationRules, 'onDuplicate'>; label: string; about: string }[] =
  [
    { key: 'requirePhone', label: 'Require a phone', about: 'Leads without one are refused.' },
    { key: 'requireName', label: 'Require a name', about: 'Leads without one are refused.' },
    { key: 'requireEmail', label: 'Require an e-mail', about: 'Leads without one are refused.' },
    {
      key: 'allowDuplicatePhone',
      label: 'Allow duplicate phones',
      about: 'Where the workspace allows several leads with one phone.',
    },
  ];

/** A path with what was seen there. */
function PathField({
  label,
  value,
  paths,
  error,
  onChange,
}: {
  label: string;
  value: string;
  paths: readonly SeenPath[];
  error: string | undefined;
  onChange: (path: string) => void;
}) {
  const seen = paths.find(({ path }) => path === value);
  return (
    <Autocomplete
      label={label}
      placeholder="Not mapped"
      data={paths.map(({ path }) => path)}
      description={seen ? `Such as ${seen.sample}` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      maxLength={limits.path}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <Stack gap={0} miw={0}>
          <code>{option.value}</code>
          <span className="db-cut db-note">{paths.find(({ path }) => path === option.value)?.sample}</span>
        </Stack>
      )}
    />
  );
}

/** Step 3: where the values stand in the payload, and which leads are taken. */
export function StepMapping({ draft, change, problems, existing }: StepProps) {
  const { fieldMapping, validationRules } = draft.fields;
  const settings = useLeadSettings();
  const [pasted, setPasted] = useState('');
  const [sample, setSample] = useState<SeenPath[]>([]);
  const past = useQuery(
    query.webhooks.fields.queryOptions({ input: { id: existing?.id ?? '' }, enabled: Boolean(existing) }),
  );
  const paths = sample.length > 0 ? sample : (past.data?.fields ?? []);
  const set = (part: Partial<FieldMapping>) => change({ fieldMapping: { ...fieldMapping, ...part } });
  const setRules = (part: Partial<ValidationRules>) =>
    change({ validationRules: { ...validationRules, ...part } });
  const targets = [
    ...Object.entries(importFields).map(([value, label]) => ({ value, label })),
    ...(settings?.customFields ?? []).map(({ key, label }) => ({ value: `custom.${key}`, label })),
  ];

  function read() {
    try {
      const value: unknown = JSON.parse(pasted);
      const found = suggestionsOf(Array.isArray(value) ? value.slice(0, 20) : [value]);
      if (found.length === 0) return toast.warning('No values were found in it');
      setSample(found);
      guess(found);
    } catch {
      toast.error('This is not valid JSON.');
    }
  }

  /** Fills in what the paths look like; what is mapped already to a path that is there stays. */
  function guess(from: readonly SeenPath[]) {
    const guessOf = (field: string) => from.find((one) => one.guess === field)?.path;
    const isThere = (path: string) => from.some((one) => one.path === path);
    const next = { ...fieldMapping };
    for (const field of Object.keys(main) as Main[])
      if (!isThere(next[field])) next[field] = guessOf(field) ?? (isThere(next[field]) ? next[field] : '');
    const used = new Set([next.phone, next.name, next.email, ...next.more.map(({ path }) => path)]);
    const known = new Set(next.more.map(({ field }) => field));
    const more = from.flatMap(({ path, guess: field }) =>
      field && !(field in main) && field in importFields && !used.has(path) && !known.has(field as never)
        ? [{ path, field: field as keyof typeof importFields }]
        : [],
    );
    set({ ...next, more: [...next.more, ...more].slice(0, limits.moreFields) });
    const filled = [next.phone, next.name, next.email].filter(Boolean).length + more.length;
    toast.success(`${filled} field${filled === 1 ? '' : 's'} mapped`, 'Look at each before you go on.');
  }

  return (
    <Columns>
      <Surface component="section" aria-label="Field mapping">
        <h3 className={styles.cardTitle}>Field mapping</h3>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Where each value stands, such as <code>data.contact.phone_number</code> or <code>emails[0]</code>.
          </Text>
          {past.data && past.data.payloads > 0 && sample.length === 0 && (
            <Group
              justify="space-between"
              p="10px 12px"
              bg="var(--mantine-color-ink-light)"
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            >
              <Text size="sm">
                {`${past.data.fields.length} paths were seen in the last ${past.data.payloads} payload${past.data.payloads === 1 ? '' : 's'}.`}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconWand size={15} />}
                onClick={() => guess(past.data.fields)}
              >
                Suggest
              </Button>
            </Group>
          )}
          {(Object.keys(main) as Main[]).map((field) => (
            <PathField
              key={field}
              label={main[field]}
              value={fieldMapping[field]}
              paths={paths}
              error={problems[field]}
              onChange={(path) => set({ [field]: path })}
            />
          ))}
          {fieldMapping.more.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: mappings have no other name
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around one line
            <div key={at} className={styles.mapped} role="group" aria-label={`Further field ${at + 1}`}>
              <Select
                aria-label="Field of the lead"
                searchable
                allowDeselect={false}
                data={targets}
                value={one.field}
                onChange={(field) =>
                  field &&
                  set({
                    more: fieldMapping.more.map((two, i) =>
                      i === at ? { ...two, field: field as never } : two,
                    ),
                  })
                }
              />
              <Autocomplete
                aria-label="Path"
                data={paths.map(({ path }) => path)}
                maxLength={limits.path}
                value={one.path}
                onChange={(path) =>
                  set({ more: fieldMapping.more.map((two, i) => (i === at ? { ...two, path } : two)) })
                }
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove further field ${at + 1}`}
                onClick={() => set({ more: fieldMapping.more.filter((_, i) => i !== at) })}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </div>
          ))}
          {problems.more && (
            <Text size="sm" c="red" role="alert" tabIndex={-1}>
              {problems.more}
            </Text>
          )}
          {fieldMapping.more.length < limits.moreFields && (
            <Group>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={15} />}
                onClick={({ currentTarget }) => {
                  set({ more: [...fieldMapping.more, { path: '', field: 'company' }] });
                  focusAdded(currentTarget);
                }}
              >
                Add field
              </Button>
            </Group>
          )}
        </Stack>
      </Surface>
      <Stack gap={20} miw={0}>
        <Surface component="section" aria-label="Validation">
          <h3 className={styles.cardTitle}>Validation</h3>
          <Stack gap="md">
            {rules.map(({ key, label, about }) => (
              <Switch
                key={key}
                label={label}
                description={about}
                checked={validationRules[key]}
                onChange={(event) => setRules({ [key]: event.currentTarget.checked })}
              />
            ))}
            <Select
              label="A lead with this phone is there"
              allowDeselect={false}
              data={[
                { value: 'update', label: 'Bring it up to date' },
                { value: 'skip', label: 'Leave it as it is' },
              ]}
              value={validationRules.onDuplicate}
              onChange={(onDuplicate) => onDuplicate && setRules({ onDuplicate: onDuplicate as 'update' })}
            />
          </Stack>
        </Surface>
        <Surface component="section" aria-label="From a sample">
          <Group justify="space-between" mb={10}>
            <h3 className={styles.cardTitle}>From a sample</h3>
            {sample.length > 0 && <Badge variant="light" tt="none">{`${sample.length} paths`}</Badge>}
          </Group>
          <Textarea
            aria-label="Sample payload"
            description="Paste what the sender posts: its paths are found and guessed."
            autosize
            minRows={5}
            maxRows={14}
            classNames={{ input: styles.code! }}
            placeholder='{ "data": { "contact": { "phone_number": "+13055550142" } } }'
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Button
            mt={10}
            variant="default"
            leftSection={<IconWand size={16} />}
            disabled={!pasted.trim()}
            onClick={read}
          >
            Map from the sample
          </Button>
        </Surface>
      </Stack>
    </Columns>
  );
}
