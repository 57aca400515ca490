import { Select, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import {
  isAsLongAs,
  mostDays,
  offeredTerms,
  type Retention,
  type RetentionKind,
  refusalOfTerm,
  retentionLimits,
  type Term,
  takesMore,
  termWords,
} from '#shared/model/retention.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { Question, Takes } from './RulePreview.tsx';

const forGood = 'for-good';
const own = 'own';
const keyOf = ({ unit, count }: Term): string => `${unit}-${count}`;
const offered = new Map(offeredTerms.map((term) => [keyOf(term), term]));

/** What the select shows for a term: one of those that are offered, or a number of days of its own. */
const choiceOf = (term: Term | null): string =>
  term === null ? forGood : offered.has(keyOf(term)) ? keyOf(term) : own;

interface Values extends Record<string, unknown> {
  choice: string;
  days: number;
  isPaused: boolean;
}

const termOf = ({ choice, days }: Values): Term | null =>
  choice === forGood ? null : (offered.get(choice) ?? { unit: 'days', count: days });

/** The fewest days that may be chosen. */
const leastDaysOf = ({ least }: Pick<RetentionKind, 'least'>): number =>
  least ? mostDays(least.term) : retentionLimits.shortestDays;

const valuesOf = ({ term, isPaused, least }: RetentionKind): Values => ({
  choice: choiceOf(term),
  days: term?.unit === 'days' ? term.count : Math.max(365, leastDaysOf({ least })),
  isPaused,
});

interface RulePanelProps {
  of: Retention | undefined;
  kind: RetentionKind | undefined;
  onClose: () => void;
}

/** How long one kind of data is kept, with what that would take now. */
export function RulePanel({ of, kind, onClose }: RulePanelProps) {
  const refresh = useRefresh(query.privacy);
  const form = useForm<Values>({ initialValues: { choice: forGood, days: 365, isPaused: false } });
  const [asking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (kind) form.setValues(valuesOf(kind));
  }, [kind?.kind]);
  const term = termOf(form.values);
  const { isPaused } = form.values;
  async function save(confirmName?: string): Promise<void> {
    if (!kind) return;
    await api.privacy.setRetention({
      kind: kind.kind,
      term,
      isPaused: term !== null && isPaused,
      version: of?.version,
      confirmName,
    });
    await refresh();
    toast.success('The term is saved');
    onClose();
  }
  const submit = useSubmit(form, async () => {
    const refusal = term && refusalOfTerm(term, kind?.least ?? null);
    if (refusal) throw new Error(refusal);
    if (kind && takesMore(kind, { term, isPaused })) setAsking(true);
    else await save();
  });
  const least = kind?.least;
  const choices = [
    { value: forGood, label: 'For good' },
    ...offeredTerms
      .filter((one) => !least || isAsLongAs(one, least.term))
      .map((one) => ({ value: keyOf(one), label: termWords(one) })),
    { value: own, label: 'Another number of days' },
  ];
  return (
    <>
      <FormPanel
        opened={kind !== undefined}
        title={kind?.title ?? 'How long it is kept'}
        submitLabel="Save"
        onClose={onClose}
        form={form}
        submit={submit}
      >
        <Text size="sm">{kind?.goes}</Text>
        <Select
          label="Kept for"
          allowDeselect={false}
          data={choices}
          {...form.getInputProps('choice')}
          onChange={(choice) => form.setFieldValue('choice', choice ?? forGood)}
        />
        {form.values.choice === own && (
          <BoundedNumberInput
            label="Days"
            min={kind ? leastDaysOf(kind) : retentionLimits.shortestDays}
            max={retentionLimits.longestDays}
            value={form.values.days}
            onChange={(days) => form.setFieldValue('days', days)}
          />
        )}
        {least && (
          <Text size="sm" c="dimmed">
            {termWords(least.term)} at least: {least.why}
          </Text>
        )}
        {term !== null && (
          <Switch
            label="Paused"
            description="Nothing goes while it is paused."
            {...form.getInputProps('isPaused', { type: 'checkbox' })}
          />
        )}
        {kind && term !== null && !isPaused && (
          <Takes kind={kind} term={term} timeZone={of?.timeZone ?? 'UTC'} />
        )}
      </FormPanel>
      {kind && term && (
        <Question
          opened={asking}
          onClose={() => setAsking(false)}
          kind={kind}
          term={term}
          timeZone={of?.timeZone ?? 'UTC'}
          onConfirm={save}
        />
      )}
    </>
  );
}
