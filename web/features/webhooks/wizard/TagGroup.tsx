import { ActionIcon, Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type TagRule, tagRuleOperators } from '#shared/model/webhook.ts';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { focusAdded } from '#web/ui/focus-added.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

const words: Record<TagRule['op'], string> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  atLeast: 'is at least',
  atMost: 'is at most',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
};
const lower = (tags: string[]) => tags.map((tag) => tag.toLowerCase());

/** Tags that each lead gets, and those that rules give. */
export function TagGroup({ draft, change }: StepProps) {
  const { tags, tagRules } = draft.fields;
  const set = (at: number, part: Partial<TagRule>) =>
    change({ tagRules: tagRules.map((rule, i) => (i === at ? { ...rule, ...part } : rule)) });
  return (
    <Surface component="section" aria-label="Tags">
      <h3 className={styles.cardTitle}>Tags</h3>
      <Stack gap="md">
        <TagsInput
          label="Every lead gets"
          value={tags}
          maxTags={limits.tags}
          onChange={(next) => change({ tags: lower(next) })}
        />
        <div>
          <Text size="sm" fw={500}>
            Auto-tag rules
          </Text>
          <Text size="xs" c="dimmed">
            If a field of the payload holds a value, the lead gets these tags as well.
          </Text>
        </div>
        {tagRules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around one line
          <div key={at} className={styles.rule} role="group" aria-label={`Rule ${at + 1}`}>
            <TextInput
              aria-label="Field"
              placeholder="data.state"
              maxLength={limits.path}
              value={rule.field}
              onChange={(event) => set(at, { field: event.currentTarget.value })}
            />
            <Select
              aria-label="Comparison"
              allowDeselect={false}
              data={tagRuleOperators.map((value) => ({ value, label: words[value] }))}
              value={rule.op}
              onChange={(op) => op && set(at, { op: op as TagRule['op'] })}
            />
            {rule.op !== 'isEmpty' && rule.op !== 'isNotEmpty' && (
              <TextInput
                aria-label="Value"
                placeholder="FL"
                maxLength={200}
                value={rule.value}
                onChange={(event) => set(at, { value: event.currentTarget.value })}
              />
            )}
            <TagsInput
              aria-label="Tags of the rule"
              placeholder={rule.tags.length === 0 ? 'Tags' : ''}
              maxTags={limits.tags}
              value={rule.tags}
              onChange={(next) => set(at, { tags: lower(next) })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove rule ${at + 1}`}
              onClick={() => change({ tagRules: tagRules.filter((_, i) => i !== at) })}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </div>
        ))}
        {tagRules.length < limits.tagRules && (
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={15} />}
              onClick={({ currentTarget }) => {
                change({ tagRules: [...tagRules, { field: '', op: 'is', value: '', tags: [] }] });
                focusAdded(currentTarget);
              }}
            >
              Add rule
            </Button>
          </Group>
        )}
      </Stack>
    </Surface>
  );
}
