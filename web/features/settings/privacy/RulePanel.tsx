import { Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
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
  termWords,
} from '#shared/model/retention.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { countWords, isMany, nightOf, spareWords, sumOf } from './retention-words.ts';

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

/** A rule that takes more than it did, or anything again: it is asked about first. */
const takesMore = (before: RetentionKind, { term, isPaused }: { term: Term | null; isPaused: boolean }) =>
  term !== null && !isPaused && (before.term === null || before.isPaused || !isAsLongAs(term, before.term));

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
  async function save(): Promise<void> {
    if (!kind) return;
    await api.privacy.setRetention({
      kind: kind.kind,
      term,
      isPaused: term !== null && isPaused,
      version: of?.version,
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
        title={kind?.title ?? ''}
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

interface Previewed {
  kind: RetentionKind;
  term: Term;
  timeZone: string;
}

function usePreview({ kind, term }: Pick<Previewed, 'kind' | 'term'>) {
  const [asked] = useDebouncedValue(JSON.stringify(term), 300);
  return useQuery(
    query.privacy.previewRetention.queryOptions({
      input: { kind: kind.kind, term: JSON.parse(asked) as Term },
      enabled: refusalOfTerm(term, kind.least) === undefined,
      retry: false,
    }),
  );
}

/** What the term would take at this moment, counted as it is chosen. */
function Takes({ kind, term, timeZone }: Previewed) {
  const refusal = refusalOfTerm(term, kind.least);
  const { data, error } = usePreview({ kind, term });
  const message = refusal ?? (error && messageOf(error));
  if (message)
    return (
      <Text size="sm" c="red" role="alert">
        {message}
      </Text>
    );
  if (!data)
    return (
      <Text size="sm" c="dimmed" role="status">
        What would go is being counted…
      </Text>
    );
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {data.count === 0 ? 'Nothing is old enough now.' : `${capital(countWords(data))} would go now.`}
      </Text>
      {data.oldest && (
        <Text size="sm" c="dimmed">
          The oldest is of {new Date(data.oldest).toLocaleDateString(undefined, { dateStyle: 'medium' })}.
        </Text>
      )}
      {data.spared.length > 0 && (
        <Text size="sm" c="dimmed">
          {sumOf(data.spared).toLocaleString('en-US')} old enough would stay: {spareWords(data.spared)}.
        </Text>
      )}
      {takesMore(kind, { term, isPaused: false }) && (
        <Text size="sm" c="dimmed">
          First run on {nightOf(data.firstRunAt, timeZone)}.
        </Text>
      )}
    </Stack>
  );
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

interface QuestionProps extends Previewed {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Asks before a rule that takes something; of very many leads by the name of the workspace. */
function Question({ opened, onClose, kind, term, timeZone, onConfirm }: QuestionProps) {
  const { user } = useSignedIn();
  const { data } = usePreview({ kind, term });
  const [typed, setTyped] = useState('');
  const isTyped = kind.kind === 'leads' && data !== undefined && isMany(data);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        setTyped('');
        onClose();
      }}
      title={`Erase after ${termWords(term)}?`}
      confirmLabel="Set the term"
      danger
      isReady={data !== undefined && (!isTyped || typed.trim() === user.tenantName)}
      onConfirm={onConfirm}
    >
      <Stack gap="sm">
        <span>
          {kind.title}: {data ? `${countWords(data)} would go now` : 'what would go now is being counted'}
          {data?.oldest
            ? `, the oldest of ${new Date(data.oldest).toLocaleDateString(undefined, { dateStyle: 'medium' })}`
            : ''}
          , and each night what has become older.{' '}
          {data
            ? `The first run is on ${nightOf(data.firstRunAt, timeZone)}; until then you can take it back. `
            : ''}
          What has gone cannot be had back.
        </span>
        {isTyped && (
          <TextInput
            label={`Type “${user.tenantName}” to go on`}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
