import { Alert, Badge, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Did, spamLabels } from '#shared/model/did.ts';
import {
  isUnderWay,
  type NumberReputation,
  remedyPurpose,
  remedyResults,
  remedyStates,
  spamReports,
  spamRisks,
  worstLabel,
} from '#shared/model/number-reputation.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

const colors = { none: 'green', suspected: 'orange', flagged: 'red' } as const;
const sources = { staff: 'Your workspace', telnyx: 'Telnyx Number Reputation' } as const;

/** What each source says of how phones label calls from a number, and what was done about it. */
export function ReputationOfNumber({ number }: { number: Did }) {
  const { carrier, reputation } = number;
  const reports = spamReports(number);
  if (reports.length === 0 && !reputation) return null;
  return (
    <Stack component="section" gap={10} aria-label="Reputation">
      <Text size="sm" fw={600}>
        Reputation
      </Text>
      <Stack component="ul" className="db-list" gap={8}>
        {reports.map(({ source, label, at }) => (
          <Group component="li" key={source} gap={8} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{sources[source]}</Text>
              {at && (
                <Text size="xs" c="dimmed">
                  <RelativeTime at={at} />
                </Text>
              )}
            </div>
            <Badge variant="light" tt="none" color={colors[label]}>
              {spamLabels[label]}
            </Badge>
          </Group>
        ))}
      </Stack>
      {reputation && <Told reputation={reputation} />}
      {carrier === 'telnyx' && worstLabel(number) !== 'none' && <AskAgain number={number} />}
    </Stack>
  );
}

function Told({ reputation }: { reputation: NumberReputation }) {
  const { risk, category, maturity, connection, engagement, sentiment, remedy, readAt } = reputation;
  const scores = Object.entries({ maturity, connection, engagement, sentiment })
    .filter(([, score]) => score !== null)
    .map(([name, score]) => `${name} ${score}`);
  return (
    <>
      <Text size="xs" c="dimmed">
        {risk ? `${spamRisks[risk]} risk` : 'Too little is known of it'}
        {category && `, called “${category}”`}. {scores.length > 0 && `Of 100 points: ${scores.join(', ')}. `}
        Read <RelativeTime at={readAt} />; Sync asks again.
      </Text>
      {remedy && (
        <Alert color={isUnderWay(remedy) ? 'blue' : 'gray'} variant="light" p="xs">
          The networks were asked to look at it again: {remedyStates[remedy.state].toLowerCase()}
          {remedy.result && `, ${remedyResults[remedy.result]}`}.
        </Alert>
      )}
    </>
  );
}

/** Has the networks look at it again, which costs money. */
function AskAgain({ number: { id, reputation } }: { number: Did }) {
  const refresh = useRefresh(query.dids);
  const may = useMay();
  const [purpose, setPurpose] = useState('');
  if (isUnderWay(reputation?.remedy) || !may('dids.buy')) return null;
  const isReady = remedyPurpose.safeParse(purpose).success;
  return (
    <div>
      <AskButton
        label="Ask to take the label off"
        title="Ask the networks to look at this number again?"
        confirmLabel="Ask them"
        isReady={isReady}
        onConfirm={async () => {
          await api.carrierDids.telnyxRemedy({ id, purpose });
          await refresh();
          toast.success('The networks have been asked');
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Telnyx hands it to Hiya, First Orion and TNS and bills each time. Nobody promises that the label
            goes: rest the number meanwhile.
          </Text>
          <Textarea
            label="What it is used for"
            description="In a sentence at least; the networks read it."
            autosize
            minRows={2}
            maxLength={2_000}
            value={purpose}
            onChange={(event) => setPurpose(event.currentTarget.value)}
          />
        </Stack>
      </AskButton>
    </div>
  );
}
