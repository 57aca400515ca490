import { ActionIcon, Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AssignmentSettings } from '#shared/api/lead-assignments.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { TakersField } from '#web/features/agent-groups/TakersField.tsx';
import { FilterGroup } from '#web/features/leads/filter/FilterGroup.tsx';
import { filterFieldsOf } from '#web/features/leads/filter/fields.ts';
import { asGroup, finished } from '#web/features/leads/filter/tree.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { focusAdded } from '#web/ui/focus-added.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { strategyWords } from './AutoAssignDialog.tsx';
import type { Stats } from './useAssignments.ts';

interface RulesPanelProps {
  opened: boolean;
  stats: Stats;
  onClose: () => void;
}

type Rule = AssignmentSettings['rules'][number];

/** How leads are dealt out when nobody says otherwise: the way, who takes part, and the rules in their order. */
export function RulesPanel({ opened, stats, onClose }: RulesPanelProps) {
  const client = useQueryClient();
  const fields = filterFieldsOf(useLeadSettings());
  const settings = useQuery(query.leadAssignments.settings.queryOptions({ input: {}, enabled: opened }));
  const [draft, setDraft] = useState<AssignmentSettings | null>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (opened && settings.data) setDraft(settings.data);
  }, [opened, settings.data]);

  async function save() {
    const incomplete = draft!.rules.find(
      (rule) => !rule.name.trim() || [...rule.agentIds, ...rule.groupIds].length === 0,
    );
    if (incomplete) return setProblem('Every rule needs a name, and an agent or a group.');
    setBusy(true);
    setProblem(undefined);
    try {
      await api.leadAssignments.updateSettings({
        ...draft!,
        rules: draft!.rules.map((rule) => ({ ...rule, filter: finished(rule.filter) })),
      });
      await client.invalidateQueries({ queryKey: query.leadAssignments.settings.key() });
      toast.success('The rules are saved');
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  const setRules = (rules: Rule[]) => {
    setProblem(undefined);
    setDraft({ ...draft!, rules });
  };
  const change = (at: number, part: Partial<Rule>) =>
    setRules(draft!.rules.map((rule, i) => (i === at ? { ...rule, ...part } : rule)));
  const move = (at: number, by: -1 | 1) => {
    const rules = [...draft!.rules];
    const [rule] = rules.splice(at, 1);
    rules.splice(at + by, 0, rule!);
    setRules(rules);
  };

  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="How leads are dealt out"
      width={560}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-changes loading={busy} disabled={!draft} onClick={save}>
            Save rules
          </Button>
        </>
      }
    >
      {settings.error ? (
        <ErrorState
          title="The rules could not be loaded"
          error={settings.error}
          onRetry={() => settings.refetch()}
        />
      ) : !draft ? (
        <FormSkeleton fields={4} />
      ) : (
        <Stack gap="md">
          {problem && (
            <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
              {problem}
            </Alert>
          )}
          <Select
            label="Way"
            allowDeselect={false}
            description={strategyWords[draft.strategy].about}
            data={Object.entries(strategyWords).map(([value, { label }]) => ({ value, label }))}
            value={draft.strategy}
            onChange={(strategy) =>
              setDraft({ ...draft, strategy: strategy as AssignmentSettings['strategy'] })
            }
          />
          <TakersField
            label="Who takes part"
            placeholder="Every active agent"
            agents={stats.agents}
            value={draft}
            onChange={(takers) => setDraft({ ...draft, ...takers })}
          />
          <Text size="sm" fw={500}>
            Rules
          </Text>
          {draft.rules.length === 0 && (
            <Text size="sm" c="dimmed">
              A rule sends the leads that pass a filter to the agents or groups you name, such as Texas to
              those who are licensed there.
            </Text>
          )}
          {draft.rules.map((rule, at) => (
            <Stack
              component="fieldset"
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
              key={at}
              gap={12}
              m={0}
              p={14}
              bd="1px solid var(--db-line)"
              bdrs="md"
            >
              <legend className="db-visually-hidden">Rule {at + 1}</legend>
              <Group gap={6} wrap="nowrap" align="flex-end">
                <TextInput
                  flex={1}
                  label={`Rule ${at + 1}`}
                  placeholder="Texas"
                  maxLength={100}
                  value={rule.name}
                  onChange={(event) => change(at, { name: event.currentTarget.value })}
                />
                {draft.rules.length > 1 && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      disabled={at === 0}
                      aria-label="Earlier"
                      onClick={() => move(at, -1)}
                    >
                      <IconArrowUp size={16} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      disabled={at === draft.rules.length - 1}
                      aria-label="Later"
                      onClick={() => move(at, 1)}
                    >
                      <IconArrowDown size={16} />
                    </ActionIcon>
                  </>
                )}
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={36}
                  aria-label={`Remove rule ${at + 1}`}
                  onClick={() => setRules(draft.rules.filter((_, i) => i !== at))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
              <FilterGroup
                group={asGroup(rule.filter)}
                fields={fields}
                depth={1}
                onChange={(filter) => change(at, { filter })}
              />
              <TakersField
                label="Goes to"
                agents={stats.agents}
                value={rule}
                onChange={(takers) => change(at, takers)}
              />
            </Stack>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={draft.rules.length >= 50}
            onClick={({ currentTarget }) => {
              setRules([
                ...draft.rules,
                { name: '', filter: { all: [{ field: 'state', op: 'is' }] }, agentIds: [], groupIds: [] },
              ]);
              focusAdded(currentTarget);
            }}
          >
            Add rule
          </Button>
        </Stack>
      )}
    </SidePanel>
  );
}
