import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { type Did, didCarriers } from '#shared/model/did.ts';
import {
  missingStep,
  type RegistrationStep,
  registrationSteps,
  type StepState,
  stepStates,
  type TextRegistration,
  wantsRegistration,
} from '#shared/model/text-registration.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

const marks = {
  approved: { Icon: IconCircleCheck, color: 'green' },
  pending: { Icon: IconClockHour4, color: 'blue' },
  rejected: { Icon: IconCircleX, color: 'red' },
  missing: { Icon: IconCircleDashed, color: 'gray' },
} as const satisfies Record<StepState, object>;

/** MIXED_LOW_VOLUME as people read it: Mixed low volume. */
const wordsOfUseCase = (useCase: string): string => {
  const words = useCase.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function takenText({ campaignId, useCase, attTextsAMinute, tmobileSegmentsADay }: TextRegistration): string {
  return [
    campaignId && `Campaign ${campaignId}.`,
    useCase && `Use case: ${wordsOfUseCase(useCase)}.`,
    attTextsAMinute !== null && `AT&T takes ${attTextsAMinute.toLocaleString()} texts a minute.`,
    tmobileSegmentsADay !== null && `T-Mobile takes ${tmobileSegmentsADay.toLocaleString()} segments a day.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Step({ step, registration }: { step: RegistrationStep; registration: TextRegistration }) {
  const { state, reason } = registration[step];
  const { Icon, color } = marks[state];
  return (
    <Group component="li" gap={10} wrap="nowrap" align="flex-start">
      <Icon
        size={20}
        aria-hidden
        style={{ flex: 'none', color: `var(--mantine-color-${color}-text)`, marginTop: 1 }}
      />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={550}>
          {registrationSteps[step]}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {stepStates[state]}
          {reason && `: ${reason}`}
        </Text>
      </div>
    </Group>
  );
}

/** Of a number that texts, how far its 10DLC registration is; nothing of one that 10DLC is not about. */
export function RegistrationOfNumber({ number }: { number: Did }) {
  const { phoneNumber, capabilities, carrier, registration, registrationAt } = number;
  if (!capabilities.sms || !wantsRegistration(phoneNumber)) return null;
  const trouble = registration && missingStep(registration);
  return (
    <Stack component="section" gap={10} aria-label="Registration for texts">
      <Text size="sm" fw={600}>
        Registration for texts (10DLC)
      </Text>
      {trouble && (
        <Alert color="amber" variant="light" p="xs">
          {trouble.sentence}
        </Alert>
      )}
      {registration && (
        <Stack component="ul" gap={10} m={0} p={0} style={{ listStyle: 'none' }}>
          {(Object.keys(registrationSteps) as RegistrationStep[]).map((step) => (
            <Step key={step} step={step} registration={registration} />
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        {registration && `${takenText(registration)} `}
        {registrationAt === null ? (
          `${didCarriers[carrier]} was not asked yet. Sync asks it.`
        ) : registration ? (
          <>
            {didCarriers[carrier]} said so <RelativeTime at={registrationAt} />. Sync asks it again.
          </>
        ) : (
          `${didCarriers[carrier]} does not tell how this number is registered.`
        )}
      </Text>
    </Stack>
  );
}
