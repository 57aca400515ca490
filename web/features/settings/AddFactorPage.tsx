import { Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { logout } from '#web/app/session.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { PasskeysPanel } from './panels/PasskeysPanel.tsx';
import { TwoStepPanel } from './panels/TwoStepPanel.tsx';

/** In the place of every page while the workspace asks for a second step and the user has none. */
export default function AddFactorPage({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const app = useQuery(query.auth.secondFactorState.queryOptions({ input: {} }));
  const passkeys = useQuery(query.auth.listPasskeys.queryOptions({ input: {} }));
  const isSetUp = Boolean(app.data?.on || passkeys.data?.passkeys.length);

  /** What was refused until now is asked for again. */
  async function goOn() {
    await client.resetQueries();
    onDone();
  }

  return (
    <Container size="sm" py="xl" component="section" aria-labelledby="add-factor">
      <title>Set up a second step · Dealbell</title>
      <Group gap={10} mb="lg">
        <Mark size={28} />
        <Text fw={650} fz="lg">
          Dealbell
        </Text>
      </Group>
      <Title order={1} id="add-factor" mb="xs">
        Set up a second step
      </Title>
      <Text c="dimmed" mb="lg">
        Your workspace asks everybody for a second step at sign-in: a code of an app on your phone, or a
        passkey. Set one up, and you can go on.
      </Text>
      <Stack gap="md">
        <Paper withBorder radius="md" p="lg">
          <Title order={2} fz="lg" mb="sm">
            An app on your phone
          </Title>
          <TwoStepPanel />
        </Paper>
        <Paper withBorder radius="md" p="lg">
          <Title order={2} fz="lg" mb="sm">
            A passkey
          </Title>
          <PasskeysPanel compact />
        </Paper>
        <Group>
          <Button
            disabled={!isSetUp}
            aria-describedby={isSetUp ? undefined : 'add-factor-first'}
            onClick={() => void goOn()}
          >
            Go on
          </Button>
          <Button variant="default" onClick={logout}>
            Sign out
          </Button>
          {!isSetUp && (
            <Text size="sm" c="dimmed" id="add-factor-first">
              Set up one of the two first.
            </Text>
          )}
        </Group>
      </Stack>
    </Container>
  );
}
