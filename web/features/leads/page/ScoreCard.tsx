import { Box, Group, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPhoneCall } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ScoreExplanation, ScoreFactor } from '#shared/api/lead-scoring.ts';
import type { Lead } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Surface } from '#web/ui/layout/layout.tsx';

function Reason({ text, effect, won, total }: ScoreFactor) {
  const Arrow = effect > 0 ? IconArrowUp : IconArrowDown;
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start" py={4}>
      <Box c={effect > 0 ? 'green' : 'red'} pt={2} aria-hidden="true">
        <Arrow size={16} />
      </Box>
      <Text size="sm" className="db-wrap">
        {text}{' '}
        <Text span size="sm" c="dimmed" className="db-figures">
          ({won.toLocaleString()} of {total.toLocaleString()})
        </Text>
      </Text>
    </Group>
  );
}

function Reasons({ why: { enteredScore, reasons } }: { why: ScoreExplanation }) {
  return (
    <>
      {reasons.length === 0 ? (
        <Text size="sm">It has nothing that makes it more or less often won than usual.</Text>
      ) : (
        <ul className="db-list">
          {reasons.map((reason) => (
            <Reason key={reason.name} {...reason} />
          ))}
        </ul>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        Learned from your outcomes.
        {enteredScore !== null && enteredScore > 0 && ` The entered score, ${enteredScore}, is kept.`}
      </Text>
    </>
  );
}

/** Why the lead has its score, and when it is best called; nothing where neither is known. */
export function ScoreCard({ lead }: { lead: Lead }) {
  const { data, error } = useQuery(
    // Asked again when the lead has changed: the answer follows from it.
    query.leads.score.queryOptions({ input: { id: lead.id }, queryKey: scoreKey(lead) }),
  );
  const isLearned = lead.isScoreLearned === true;
  if (error && isLearned)
    return (
      <Surface component="section" aria-label="Score" role="alert">
        <Text size="sm" c="red">
          Why it has its score could not be loaded: {messageOf(error)}
        </Text>
      </Surface>
    );
  if (!data || !(isLearned || data.bestTime)) return null;
  return (
    <Surface component="section" aria-label={isLearned ? 'Why this score' : 'Best time to call'}>
      {isLearned && (
        <>
          <Title order={2} size="h3" mb={8}>
            Why {lead.score} of 100
          </Title>
          <Reasons why={data} />
        </>
      )}
      {data.bestTime && (
        <Group gap={8} wrap="nowrap" align="flex-start" mt={isLearned ? 10 : 0}>
          <Box c="dimmed" pt={2} aria-hidden="true">
            <IconPhoneCall size={16} />
          </Box>
          <Text size="sm">
            Best time to call: {data.bestTime.text}{' '}
            <Text span size="sm" c="dimmed" className="db-figures">
              ({data.bestTime.answered.toLocaleString()} of {data.bestTime.calls.toLocaleString()} answered)
            </Text>
          </Text>
        </Group>
      )}
    </Surface>
  );
}

const scoreKey = ({ id, version }: Lead) => [...query.leads.score.queryKey({ input: { id } }), version];
