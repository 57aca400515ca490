import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isEverything } from '#web/features/leads/filter/tree.ts';
import { useFilterWords } from '#web/features/leads/filter/useFilterWords.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { addressText } from '../shared/words.ts';
import { estimateOf, filterOf } from './draft.ts';
import type { StepProps } from './NewBlast.tsx';
import { peopleText } from './useAudience.ts';
import { BlastPreview, useBlastText } from './WhatStep.tsx';

/** All of it once more, before the first text goes out. */
export function ReviewStep({ draft, audience }: StepProps) {
  const text = useBlastText(draft);
  const words = useFilterWords();
  const filter = filterOf(draft);
  const rows: [string, ReactNode][] = [
    ['Name', draft.name],
    [
      'For',
      draft.audience === 'file'
        ? draft.contacts?.file.name
        : draft.audience === 'chosen'
          ? 'The leads that were chosen'
          : isEverything(filter)
            ? 'Every lead'
            : words(filter),
    ],
    ['People', peopleText(audience)],
    ['Pace', `${draft.ratePerMinute} texts a minute`],
    ['Takes', estimateOf(audience.people, draft.ratePerMinute) ?? 'as long as there are people'],
    ...(draft.audience !== 'file'
      ? ([['From', draft.from ? addressText(draft.from) : 'the number that each person knows']] as [
          string,
          ReactNode,
        ][])
      : []),
  ];
  return (
    <Columns template="minmax(0, 1fr) 380px">
      <Surface component="section" aria-label="Review">
        <DefinitionList terms={110} divided>
          {rows.map(([label, value]) => (
            <Definition key={label} term={label}>
              <bdi>{value}</bdi>
            </Definition>
          ))}
        </DefinitionList>
        <Alert color="blue" variant="light" mt="md">
          Everybody is checked when it is their turn: who has opted out, or may not be texted at that hour,
          gets none.{' '}
          <Anchor component={Link} to="/compliance" inherit>
            The rules
          </Anchor>
        </Alert>
      </Surface>
      <BlastPreview text={text} audience={audience} />
    </Columns>
  );
}
