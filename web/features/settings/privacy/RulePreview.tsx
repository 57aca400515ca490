import { Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isNameAsked,
  type RetentionKind,
  refusalOfTerm,
  type Term,
  takesMore,
  termWords,
} from '#shared/model/retention.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { capitalized } from '#web/ui/capitalized.ts';
import { countWords, nightOf, spareWords, sumOf } from './retention-words.ts';

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
export function Takes({ kind, term, timeZone }: Previewed) {
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
        {capitalized(countWords(data))} would go now.
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

interface QuestionProps extends Previewed {
  opened: boolean;
  onClose: () => void;
  /** @param typed the workspace's name where it was asked for */
  onConfirm: (typed: string | undefined) => Promise<unknown>;
}

/** Asks before a rule that takes something; of very many leads by the name of the workspace. */
export function Question({ opened, onClose, kind, term, timeZone, onConfirm }: QuestionProps) {
  const { user } = useSignedIn();
  const { data } = usePreview({ kind, term });
  const [typed, setTyped] = useState('');
  const isTyped = data !== undefined && isNameAsked(data);
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
      onConfirm={() => onConfirm(isTyped ? typed.trim() : undefined)}
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
