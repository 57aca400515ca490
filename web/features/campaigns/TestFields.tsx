import { ActionIcon, Button, Group, NumberInput, Select, Stack, Switch, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  type CampaignTest,
  campaignTestLimits,
  testConfidences,
  testMeasures,
  variantKey,
} from '#shared/model/campaign-test.ts';
import { messageLimits } from '#shared/model/message.ts';
import type { StepProps } from './NewCampaign.tsx';
import { measureWords } from './test-words.ts';

const { variants: bounds, weight, minimum, share, hours } = campaignTestLimits;

/** Several texts, and how the best of them is found. */
export function TestFields({ draft: { test }, change, problems }: Omit<StepProps, 'audience'>) {
  const set = (part: Partial<CampaignTest>) => change({ test: { ...test, ...part } });
  const setVariant = (at: number, part: Partial<CampaignTest['variants'][number]>) =>
    set({ variants: test.variants.map((one, n) => (n === at ? { ...one, ...part } : one)) });
  return (
    <Stack gap="md">
      {test.variants.map((one, at) => {
        const key = variantKey(at);
        return (
          <Group key={key} align="flex-start" gap={10} wrap="nowrap">
            <Textarea
              flex={1}
              label={`Text ${key}`}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={messageLimits.sms}
              error={problems[`variant${at}`]}
              value={one.message}
              onChange={(event) => setVariant(at, { message: event.currentTarget.value })}
            />
            <NumberInput
              label="Share"
              aria-label={`Share of ${key}`}
              w={76}
              min={1}
              max={weight}
              allowDecimal={false}
              value={one.weight}
              onChange={(value) => typeof value === 'number' && setVariant(at, { weight: value })}
            />
            {test.variants.length > bounds.least && (
              <ActionIcon
                mt={28}
                variant="subtle"
                color="gray"
                aria-label={`Remove text ${key}`}
                onClick={() => set({ variants: test.variants.filter((_, n) => n !== at) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {test.variants.length < bounds.most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set({ variants: [...test.variants, { message: '', weight: 1 }] })}
        >
          Another text
        </Button>
      )}
      <Group grow align="flex-start" gap={12}>
        <Select
          label="The best has the most"
          data={testMeasures.map((value) => ({ value, label: measureWords[value].toLowerCase() }))}
          allowDeselect={false}
          value={test.measure}
          onChange={(value) => value && set({ measure: value as CampaignTest['measure'] })}
        />
        <Select
          label="Confidence"
          data={testConfidences.map((value) => ({ value: String(value), label: `${value} %` }))}
          allowDeselect={false}
          value={String(test.confidence)}
          onChange={(value) => value && set({ confidence: Number(value) as CampaignTest['confidence'] })}
        />
      </Group>
      <Group grow align="flex-start" gap={12}>
        <NumberInput
          label="Texts of each, at least"
          description="With fewer, none has won."
          min={minimum.least}
          max={minimum.most}
          allowDecimal={false}
          value={test.minimum}
          onChange={(value) => typeof value === 'number' && set({ minimum: value })}
        />
        <NumberInput
          label="Hours for answers"
          description="Then the winner is called, once."
          min={hours.least}
          max={hours.most}
          allowDecimal={false}
          value={test.hours}
          onChange={(value) => typeof value === 'number' && set({ hours: value })}
        />
      </Group>
      <Switch
        label="Send the others what has won"
        description="Some of them get the test, and the others wait for it. Without a winner they get all texts."
        checked={test.rest === 'winner'}
        onChange={(event) => set({ rest: event.currentTarget.checked ? 'winner' : 'split' })}
      />
      {test.rest === 'winner' && (
        <NumberInput
          label="Percent who get the test"
          maw={220}
          min={share.least}
          max={share.most}
          allowDecimal={false}
          suffix=" %"
          value={test.share}
          onChange={(value) => typeof value === 'number' && set({ share: value })}
        />
      )}
    </Stack>
  );
}
