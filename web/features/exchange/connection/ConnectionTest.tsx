import { Box, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import {
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type Outcome, runSteps, type Step, stepNames, steps } from './steps.ts';

const signs = {
  waiting: { Sign: IconCircle, color: 'var(--mantine-color-dimmed)', label: 'Not tried yet' },
  ok: { Sign: IconCircleCheck, color: 'var(--mantine-color-green-text)', label: 'Works' },
  failed: { Sign: IconCircleX, color: 'var(--mantine-color-red-text)', label: 'Failed' },
  skipped: { Sign: IconCircleMinus, color: 'var(--mantine-color-dimmed)', label: 'Left out' },
} as const;

type Outcomes = Partial<Record<Step, Outcome>>;

const summaryOf = (outcomes: Outcomes, isRunning: boolean): string => {
  const failed = steps.find((step) => outcomes[step]?.result === 'failed');
  if (failed) return `It stops at “${stepNames[failed]}”.`;
  if (isRunning) return 'Trying the way to the exchange…';
  return outcomes.echo ? 'The exchange can be used.' : '';
};

/** Tries the way to the workspace's exchange, and shows each step as it goes. */
export function ConnectionTest({ isConnected }: { isConnected: boolean }) {
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [isRunning, setRunning] = useState(false);

  async function run() {
    setOutcomes({});
    setRunning(true);
    await runSteps((step, outcome) => setOutcomes((known) => ({ ...known, [step]: outcome })));
    setRunning(false);
  }

  return (
    <Box component="section" aria-labelledby="connection-test" mt="sm">
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <div>
          <Title order={3} fz="md" id="connection-test">
            Connection test
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {summaryOf(outcomes, isRunning) || 'From here to the exchange, and back with sound.'}
          </Text>
        </div>
        <Button
          data-changes
          variant="default"
          leftSection={<IconPlugConnected size={16} />}
          loading={isRunning}
          disabled={!isConnected}
          onClick={() => void run()}
        >
          Test the connection
        </Button>
      </Group>
      <ol className="db-list" aria-label="Steps of the test">
        {steps.map((step) => (
          <StepLine key={step} name={stepNames[step]} outcome={outcomes[step]} />
        ))}
      </ol>
    </Box>
  );
}

function StepLine({ name, outcome }: { name: string; outcome: Outcome | undefined }) {
  const { Sign, color, label } = signs[outcome && outcome.result !== 'running' ? outcome.result : 'waiting'];
  const isRunning = outcome?.result === 'running';
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" py={6}>
      <Box w={20} h={20} mt={1} c={color} aria-hidden="true">
        {isRunning ? <Loader size={18} /> : <Sign size={20} stroke={1.8} />}
      </Box>
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {name}
          <span className="db-visually-hidden">: {isRunning ? 'being tried' : label}</span>
        </Text>
        {outcome?.text && (
          <Text size="sm" c={outcome.result === 'failed' ? 'red' : 'dimmed'} className="db-wrap">
            {outcome.text}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
