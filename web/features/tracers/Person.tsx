import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconHome, IconMail, IconPhone, IconUsers, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { applyConfidence, type TracedPerson } from '#shared/model/tracer.ts';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { phoneText } from '#web/ui/lead-text.ts';

const phoneTypes = { mobile: 'mobile', landline: 'landline', voip: 'internet', unknown: '' } as const;

/** How sure a match is, in a word and a number. */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const [color, word] =
    confidence >= applyConfidence
      ? ['green', 'Sure']
      : confidence >= 50
        ? ['amber', 'Likely']
        : ['gray', 'Unsure'];
  return (
    <Badge variant="light" tt="none" color={color}>
      {word}, {confidence} %
    </Badge>
  );
}

interface PartProps {
  icon: TablerIcon;
  title: string;
  none: string;
  children: ReactNode[];
}

const Part = ({ icon: Icon, title, none, children }: PartProps) => (
  <Stack gap={4} component="section" aria-label={title}>
    <Group gap={6}>
      <Icon size={15} aria-hidden="true" />
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
    </Group>
    {children.length > 0 ? children : <Text size="sm">{none}</Text>}
  </Stack>
);

const Line = ({ text, note, figures }: { text: string; note: string; figures?: boolean }) => (
  <Text size="sm" className={figures ? 'db-figures' : 'db-wrap'}>
    <bdi>{text}</bdi>
    {note && (
      <Text span size="xs" c="dimmed">
        {' '}
        {note}
      </Text>
    )}
  </Text>
);

/** Somebody who was found: how sure that is, and how they are reached. */
export function PersonCard({ person }: { person: TracedPerson }) {
  const { name, age, isDeceased, confidence, phones, emails, addresses, relatives } = person;
  return (
    <Surface component="article" aria-label={name}>
      <Group justify="space-between" gap="6px 12px" mb="sm">
        <Title order={3} fz="md" className="db-wrap">
          <bdi>{name}</bdi>
          {age !== null && (
            <Text span c="dimmed" fw={400}>
              , {age}
            </Text>
          )}
        </Title>
        <Group gap={6}>
          {isDeceased && (
            <Badge variant="light" tt="none" color="red">
              Deceased
            </Badge>
          )}
          <ConfidenceBadge confidence={confidence} />
        </Group>
      </Group>
      <AutoGrid min={210} gap="14px 20px">
        <Part icon={IconPhone} title="Phones" none="None known">
          {phones.map(({ number, type, isConnected }) => (
            <Line
              key={number}
              figures
              text={phoneText(number)}
              note={[phoneTypes[type], isConnected === false && 'disconnected'].filter(Boolean).join(', ')}
            />
          ))}
        </Part>
        <Part icon={IconMail} title="E-mails" none="None known">
          {emails.map((email) => (
            <Line key={email} text={email} note="" />
          ))}
        </Part>
        <Part icon={IconHome} title="Addresses" none="None known">
          {addresses.map(({ street, city, state, postcode, lastSeen }) => (
            <Line
              key={`${street} ${postcode}`}
              text={[street, city, `${state} ${postcode}`.trim()].filter(Boolean).join(', ')}
              note={lastSeen ? `seen ${lastSeen}` : ''}
            />
          ))}
        </Part>
        <Part icon={IconUsers} title="Relatives" none="None known">
          {relatives.map((relative) => (
            <Line
              key={`${relative.name} ${relative.relation}`}
              text={relative.name}
              note={relative.relation}
            />
          ))}
        </Part>
      </AutoGrid>
      {phones.length > 0 && (
        <Box mt="sm">
          <Text size="xs" c="dimmed">
            Nobody has agreed to be called at these numbers. The do-not-contact list and the hours of calling
            hold for them.
          </Text>
        </Box>
      )}
    </Surface>
  );
}
