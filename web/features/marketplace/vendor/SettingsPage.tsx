import { Anchor, Badge, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shopWords } from '../shared/words.ts';
import { PayoutAccount } from './PayoutAccount.tsx';
import { useShops } from './use-shop.ts';

const account = [
  ['/settings/profile', 'Profile', 'Your name and e-mail address'],
  ['/settings/password', 'Password', 'Change it, and sign out elsewhere'],
  ['/settings/two-step', 'Two-step sign-in', 'A code besides the password'],
  ['/settings/passkeys', 'Passkeys', 'Sign in without a password'],
  ['/settings/sessions', 'Devices and sessions', 'Where you are signed in'],
  ['/settings/appearance', 'Appearance', 'Light or dark'],
] as const;

/** One's shops, and one's own account. */
export default function SettingsPage() {
  return (
    <>
      <PageHeader
        title="Settings"
        documentTitle="Settings, vendor portal"
        description="Your shop and your own account."
      />
      <Columns>
        <section aria-label="Shops">
          <Shops />
        </section>
        <Surface component="section" aria-label="Your account">
          <Title order={2} mb="sm">
            Your account
          </Title>
          <Stack gap={12}>
            {account.map(([to, label, about]) => (
              <div key={to}>
                <Anchor component={Link} to={to} size="sm">
                  {label}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {about}
                </Text>
              </div>
            ))}
          </Stack>
        </Surface>
      </Columns>
    </>
  );
}

function Shops() {
  const { data, error, refetch } = useShops();
  if (error && !data)
    return <ErrorState title="Your shops could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} radius="lg" />;
  if (data.providers.length === 0)
    return (
      <Surface>
        <EmptyState icon={IconBuildingStore} title="You have no shop yet">
          An admin of your workspace opens one for you, under Marketplace, Shops.
        </EmptyState>
      </Surface>
    );
  return (
    <Stack gap={20}>
      {data.providers.map(({ id, name, status, commissionPercent }) => (
        <Surface key={id}>
          <Title order={2} mb="sm">
            {name}
          </Title>
          <DefinitionList terms={120} divided>
            <Definition term="State">
              <Badge variant="light" tt="none" color={shopWords[status].color}>
                {shopWords[status].label}
              </Badge>
            </Definition>
            {commissionPercent !== null && (
              <Definition term="Commission" figures>
                {commissionPercent}% of each order goes to the platform
              </Definition>
            )}
            <Definition term="Shop number">
              <Text ff="monospace" size="xs">
                {id}
              </Text>
            </Definition>
          </DefinitionList>
          <Text size="sm" c="dimmed" mt="sm">
            {status === 'suspended'
              ? 'Buyers do not see its listings. Whoever runs this platform can let it sell again.'
              : 'Its state and commission are set by whoever runs this platform.'}
          </Text>
          <PayoutAccount shop={{ id, name }} />
        </Surface>
      ))}
    </Stack>
  );
}
