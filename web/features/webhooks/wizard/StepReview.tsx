import { Alert, Badge, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type WebhookFields,
  type WebhookTestResult,
  type WebhookType,
  webhookTypes,
} from '#shared/model/webhook.ts';
import { samplePayload } from '#shared/model/webhook-sample.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { Rows } from '../DeliveryPanel.tsx';
import { typeWords } from '../words.ts';
import { tokenWords } from './draft.ts';
import { testDetails } from './test-words.ts';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

const sampleOf = (type: WebhookType, fields: WebhookFields) =>
  JSON.stringify(samplePayload(type, fields.fieldMapping), null, 2);

function useSummary({ draft, sources }: StepProps): { term: string; words: string }[] {
  const { fields } = draft;
  const { webhookType, callConfig, pauseConfig, stopConfig, announcement, validationRules } = fields;
  const nameOf = (source: (typeof sources)['journeys'], id: string | null) =>
    source.options?.find(({ value }) => value === id)?.label ?? id ?? '';
  const list = (words: readonly string[], none: string) => (words.length > 0 ? words.join(', ') : none);
  const mapped = [
    ['Phone', fields.fieldMapping.phone],
    ['Name', fields.fieldMapping.name],
    ['E-mail', fields.fieldMapping.email],
  ].filter(([, path]) => path);
  const required = [
    validationRules.requirePhone ? 'phone' : '',
    validationRules.requireName ? 'name' : '',
    validationRules.requireEmail ? 'e-mail' : '',
  ].filter(Boolean);
  const { until } = pauseConfig;
  const untilWords =
    until.kind === 'manual'
      ? 'until somebody has them go on'
      : until.kind === 'date'
        ? `until ${new Date(until.at).toLocaleString()}`
        : `for ${until.minutes.toLocaleString()} minutes`;
  const calls = webhookType === 'call' || (webhookType === 'go' && callConfig.enabled);
  return [
    { term: 'Name', words: fields.name },
    { term: 'Brand and source', words: `${fields.brand}, ${fields.source}` },
    { term: 'Type', words: `${typeWords[webhookType].label}: ${typeWords[webhookType].about}` },
    { term: 'Security', words: tokenWords(draft.securityToken) },
    ...(draft.signingSecret !== null
      ? [
          {
            term: 'Signatures',
            words: draft.signingSecret === undefined ? 'Keep existing' : 'Secret configured',
          },
        ]
      : []),
    ...(fields.allowedNetworks.length > 0
      ? [{ term: 'Networks', words: fields.allowedNetworks.join(', ') }]
      : []),
    ...(webhookType === 'go'
      ? [
          {
            term: 'Journey',
            words: fields.autoEnrollJourneyId ? nameOf(sources.journeys, fields.autoEnrollJourneyId) : 'None',
          },
        ]
      : []),
    ...(webhookType === 'pause'
      ? [
          {
            term: 'Pause',
            words: `${
              pauseConfig.scope === 'all'
                ? 'All journeys'
                : pauseConfig.journeyIds.map((id) => nameOf(sources.journeys, id)).join(', ')
            }, ${untilWords}`,
          },
        ]
      : []),
    ...(webhookType === 'stop'
      ? [
          {
            term: 'Stop',
            words: [
              'Leave all journeys',
              stopConfig.markStatus ? `status ${stopConfig.markStatus}` : '',
              stopConfig.optOut.length > 0 ? `opt out of ${stopConfig.optOut.join(', ')}` : '',
            ]
              .filter(Boolean)
              .join(', '),
          },
        ]
      : []),
    ...(calls
      ? [
          {
            term: 'Calls',
            words: `${callConfig.maxAttempts} attempt${callConfig.maxAttempts === 1 ? '' : 's'}, ${callConfig.delayBetweenCalls} s apart`,
          },
        ]
      : []),
    {
      term: 'Tags',
      words: list(
        [
          ...fields.tags,
          ...(fields.tagRules.length > 0
            ? [`${fields.tagRules.length} rule${fields.tagRules.length === 1 ? '' : 's'}`]
            : []),
        ],
        'None',
      ),
    },
    {
      term: 'Fields',
      words: list(
        [
          ...mapped.map(([label, path]) => `${label} from ${path}`),
          ...(fields.fieldMapping.more.length > 0 ? [`${fields.fieldMapping.more.length} more`] : []),
        ],
        'None',
      ),
    },
    { term: 'Required', words: list(required, 'Nothing') },
    ...(announcement.enabled
      ? [
          {
            term: 'Announcement',
            words: `“${nameOf(sources.projects, announcement.projectId)}” on ${announcement.displayIds.length} display${announcement.displayIds.length === 1 ? '' : 's'} for ${announcement.minutes} min`,
          },
        ]
      : []),
  ];
}

/** Step 4: all of it at a glance, and what a payload would do; a test writes nothing. */
export function StepReview(props: StepProps) {
  const { draft } = props;
  const type = draft.fields.webhookType;
  const [payload, setPayload] = useState(sampleOf(type, draft.fields));
  const [result, setResult] = useState<WebhookTestResult>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const summary = useSummary(props);

  async function test() {
    setProblem(undefined);
    setResult(undefined);
    let value: unknown;
    try {
      value = JSON.parse(payload);
    } catch {
      setProblem('Please give a JSON payload.');
      return;
    }
    setBusy(true);
    try {
      const answer = await api.webhooks.testUnsaved({ webhook: draft.fields, payload: value });
      setResult(answer);
      if (answer.errorCount > 0) toast.error(`Test failed with ${answer.errorCount} errors`);
      else toast.success(`Successfully processed ${answer.validCount} leads`, testDetails(answer));
    } catch (error) {
      setProblem(messageOf(error));
      toast.error('Failed to test webhook');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Columns>
      <Surface component="section" aria-label="Review">
        <h3 className={styles.cardTitle}>Review</h3>
        <DefinitionList terms={150}>
          {summary.map(({ term, words }) => (
            <Definition key={term} term={term}>
              {words}
            </Definition>
          ))}
        </DefinitionList>
      </Surface>
      <Surface component="section" aria-label="Test">
        <Group justify="space-between" mb={10}>
          <h3 className={styles.cardTitle}>Test</h3>
          <Select
            aria-label="Sample payload"
            size="xs"
            w={170}
            placeholder="Sample payloads"
            data={webhookTypes.map((value) => ({ value, label: `Sample for ${typeWords[value].label}` }))}
            value={null}
            onChange={(next) => next && setPayload(sampleOf(next as WebhookType, draft.fields))}
          />
        </Group>
        <Textarea
          label="JSON payload"
          description="What would become of it is shown; nothing is written."
          autosize
          minRows={6}
          maxRows={16}
          classNames={{ input: styles.code! }}
          value={payload}
          onChange={(event) => setPayload(event.currentTarget.value)}
        />
        <Button
          data-changes
          mt={10}
          variant="default"
          loading={busy}
          leftSection={<IconFlask size={16} />}
          onClick={test}
        >
          Test Webhook
        </Button>
        {problem && (
          <Alert mt="md" color="red" role="alert">
            {problem}
          </Alert>
        )}
        {result && (
          <Stack gap={12} mt={16} role="status">
            <Group gap="xs">
              <Badge variant="light" color="green" tt="none">{`${result.validCount} valid`}</Badge>
              <Badge variant="light" color={result.errorCount ? 'red' : 'gray'} tt="none">
                {`${result.errorCount} with errors`}
              </Badge>
            </Group>
            {testDetails(result) && <Text size="sm">{testDetails(result)}</Text>}
            <Rows rows={result.rows} />
          </Stack>
        )}
      </Surface>
    </Columns>
  );
}
