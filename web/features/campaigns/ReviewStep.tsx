import { Alert, Anchor, Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { followUpWho } from '#shared/model/campaign.ts';
import { isEverything } from '#web/features/leads/filter/tree.ts';
import { useFilterWords } from '#web/features/leads/filter/useFilterWords.ts';
import { addressText, momentText } from '#web/features/messages/shared/words.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { type CampaignDraft, estimateOf, filterOf } from './draft.ts';
import type { StepProps } from './NewCampaign.tsx';
import { testWords } from './test-words.ts';
import { peopleText } from './useAudience.ts';
import { TextPreviews } from './WhatStep.tsx';

const fromText = (from: string) => (from.startsWith('+') ? addressText(from) : 'a pool of numbers');

/** Whom it is for. @param filtered the words of its filter */
function audienceWords({ audience, followUp, contacts }: CampaignDraft, filtered: ReactNode): ReactNode {
  switch (audience) {
    case 'kept':
      return 'Those whom it was written for';
    case 'followUp':
      return followUp && `${followUpWho[followUp.who]}, of “${followUp.name}”`;
    case 'file':
      return contacts?.file.name;
    case 'chosen':
      return 'The leads that were chosen';
    default:
      return filtered;
  }
}

/** All of it once more, before the first text goes out. */
export function ReviewStep({ draft, audience }: StepProps) {
  const words = useFilterWords();
  const filter = filterOf(draft);
  const rows: [string, ReactNode][] = [
    ['Name', draft.name],
    ['For', audienceWords(draft, isEverything(filter) ? 'Every lead' : words(filter))],
    ...(draft.audience === 'kept' && audience.people === null
      ? []
      : [['People', peopleText(audience)] as [string, ReactNode]]),
    ...(draft.text === 'test' ? [['Test', testWords(draft.test)] as [string, ReactNode]] : []),
    ['Pace', `${draft.ratePerMinute} texts a minute`],
    ['Takes', estimateOf(audience.people, draft.ratePerMinute) ?? 'as long as there are people'],
    ['From', draft.from ? fromText(draft.from) : 'the number that each person knows'],
    ['Begins', draft.startAt ? momentText(draft.startAt) : 'at once'],
    ['Replies', draft.autoReply.enabled ? 'are answered by itself' : 'wait for somebody'],
  ];
  const leftOut = audience.leftOut;
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
        {leftOut.length > 0 && (
          <section aria-label="Left out">
            <Text size="sm" fw={600} mt="md">
              Left out as things stand
            </Text>
            <ul className="db-list">
              {leftOut.map((one) => (
                <Group component="li" key={one.code} gap="6px 16px" justify="space-between" py={6} fz="sm">
                  <Box component="span" flex="1 1 0" miw={0}>
                    {one.text}
                  </Box>
                  <strong className="db-figures">{one.count.toLocaleString()}</strong>
                </Group>
              ))}
            </ul>
          </section>
        )}
        <Alert color="blue" variant="light" mt="md">
          Everybody is checked when it is their turn: who has opted out, or may not be texted at that hour,
          gets none.{' '}
          <Anchor component={Link} to="/compliance" inherit>
            The rules
          </Anchor>
        </Alert>
      </Surface>
      <TextPreviews draft={draft} audience={audience} />
    </Columns>
  );
}
