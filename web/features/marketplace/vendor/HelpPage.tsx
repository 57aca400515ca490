import { Accordion, Button, CopyButton, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { marketLimits } from '#shared/model/market.ts';
import { useSignedIn } from '#web/app/session.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useShops } from './use-shop.ts';

const questions: readonly [string, string][] = [
  [
    'How do I sell leads?',
    'Create a listing: what the leads are, how many there are, and what each costs. While it is active, buyers of all other workspaces see it. Leads are handed over only after somebody has bought.',
  ],
  [
    'What do I do with a pending order?',
    'Open it under Orders, and hand over the leads from a CSV file or one by one. An order may be handed over in parts. Each lead needs what your listing promises, and the words that the person agreed to.',
  ],
  [
    'Why was a lead not taken?',
    'It lacks what the listing promises, says nothing of the person’s consent, has a number that cannot be one, or the person was sold before: to this buyer, or as an exclusive lead. The reason stands beside each row.',
  ],
  [
    'What are certificates of consent?',
    'TrustedForm and Jornaya keep a record of the form that a person filled in. A listing may promise one with each lead: leads without it are not taken. The buyer’s workspace has each checked when it arrives; on the order you see how many were valid, and never of whom.',
  ],
  [
    'When am I paid?',
    `When every lead of an order has arrived, its money is yours but held for ${marketLimits.disputeDays} days, in which the buyer may dispute the order. Then it is ready to be paid out. Payouts shows each movement.`,
  ],
  [
    'What is a dispute?',
    'The buyer says that leads are not what the listing promised. Whoever runs this platform decides: the money goes back to the buyer, or the sale stands.',
  ],
  [
    'Can I cancel an order?',
    'Yes, while nothing of it is handed over. The buyer gets the money back and reads your reason.',
  ],
];

/** How the market works, and whom to ask. */
export default function HelpPage() {
  const { tenantId, user } = useSignedIn();
  const shops = useShops().data?.providers ?? [];
  const details = [
    `Workspace: ${user.tenantName ?? ''} (number ${tenantId})`,
    `User: ${user.username}`,
    ...shops.map(({ id, name }) => `Shop: ${name} (${id})`),
  ].join('\n');
  return (
    <>
      <PageHeader
        title="Help & Support"
        documentTitle="Help & Support, vendor portal"
        description="How the market works, and whom to ask."
      />
      <Columns template="minmax(0, 3fr) minmax(0, 2fr)">
        <Surface component="section" aria-label="Questions">
          <Accordion variant="default">
            {questions.map(([question, answer]) => (
              <Accordion.Item key={question} value={question}>
                <Accordion.Control>{question}</Accordion.Control>
                <Accordion.Panel>
                  <Text size="sm">{answer}</Text>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Surface>
        <Surface component="section" aria-label="Contact Support">
          <Title order={2} mb="sm">
            Contact Support
          </Title>
          <Text size="sm" mb="md">
            Ask an admin of your workspace first: they open shops and change your account. Commission, payouts
            and disputes are with whoever runs this platform; your admin has their address. Give them these
            details, and the number of the order that it is about.
          </Text>
          <DefinitionList terms={100} divided>
            <Definition term="Workspace">
              {user.tenantName} (number {tenantId})
            </Definition>
            <Definition term="User">{user.username}</Definition>
            {shops.map(({ id, name }) => (
              <Definition key={id} term="Shop">
                {name}
                <Text component="span" display="block" size="xs" c="dimmed" className="db-wrap">
                  {id}
                </Text>
              </Definition>
            ))}
          </DefinitionList>
          <CopyButton value={details}>
            {({ copied, copy }) => (
              <Button
                mt="md"
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy the details'}
              </Button>
            )}
          </CopyButton>
        </Surface>
      </Columns>
    </>
  );
}
