import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type GivenAnswer, type Script, stepAfter } from '#shared/model/script.ts';
import { Key } from '#web/phone/Key.tsx';
import { useKeys } from '#web/phone/keys.ts';

interface ScriptReaderProps {
  script: Pick<Script, 'steps'>;
  given: readonly GivenAnswer[];
  onChange: (given: readonly GivenAnswer[]) => void;
  /** Whether digits choose answers. */
  withKeys?: boolean;
}

/** The step of a script that is said now, and its answers. */
export function ScriptReader({ script, given, onChange, withKeys = false }: ScriptReaderProps) {
  const step = stepAfter(script, given);
  const choose = (answer: number) => step && onChange([...given, { step: step.key, answer }]);
  const back = given.length > 0 ? () => onChange(given.slice(0, -1)) : undefined;
  useKeys(
    withKeys
      ? {
          ...Object.fromEntries((step?.answers ?? []).map((_, at) => [String(at + 1), () => choose(at)])),
          '0': back,
        }
      : {},
  );
  const isOver = !step || step.answers.length === 0;
  return (
    <Stack gap={12}>
      <div role="status">
        {step ? (
          <>
            <Text fw={600} size="sm" mb={4}>
              {step.title}
            </Text>
            <Box
              component="p"
              className="db-wrap"
              m={0}
              fz="1.0625rem"
              lh={1.55}
              style={{ whiteSpace: 'pre-line' }}
            >
              {step.text}
            </Box>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            The script is through.
          </Text>
        )}
      </div>
      {(!isOver || back) && (
        <Group gap={8}>
          {step?.answers.map(({ label }, at) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are known by their place
              key={at}
              data-changes={withKeys || undefined}
              variant="default"
              onClick={() => choose(at)}
            >
              {label}
              {withKeys && <Key>{String(at + 1)}</Key>}
            </Button>
          ))}
          {back && (
            <Button
              data-changes={withKeys || undefined}
              variant="subtle"
              color="gray"
              leftSection={<IconArrowBackUp size={17} />}
              onClick={back}
            >
              Back
              {withKeys && <Key>0</Key>}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
