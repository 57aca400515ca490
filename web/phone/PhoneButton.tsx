import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconHeadset, IconLogout, IconUrgent, IconVolume } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { openEmergencyDialog } from './emergency/emergency-dialog.ts';
import { type PhoneState, signInToPhone, signOutOfPhone, usePhone } from './my-phone.ts';
import { openSoundDialog } from './sound/sound-dialog.ts';

/** How the phone stands, as people read it. */
function standingOf(phone: Extract<PhoneState, { status: 'in' }>): string {
  switch (phone.registration) {
    case 'registered':
      return 'Ready: calls ring here.';
    case 'connecting':
      return 'Connecting…';
    case 'lost':
      return 'The connection is lost, and is tried again.';
    case 'refused':
      return 'The exchange refuses this phone.';
    default:
      return phone.registration satisfies never;
  }
}

/** Makes the browser the agent's telephone, and ends that. */
export default function PhoneButton({ small }: { small: boolean }) {
  const may = useMay();
  return may('phoneSessions.use') && may('calls.create') ? <Shown small={small} /> : null;
}

function Shown({ small }: { small: boolean }) {
  const { userId } = useSignedIn().user;
  const phone = usePhone();
  return phone.status === 'in' ? <SignedIn phone={phone} /> : <SignedOut small={small} userId={userId} />;
}

function SignedOut({ small, userId }: { small: boolean; userId: string }) {
  const isBusy = usePhone().status === 'signingIn';
  const { data } = useQuery(query.agentStatus.mine.queryOptions({ input: {} }));
  const label = data?.signedIn ? 'Use the phone here' : 'Sign in to phone';
  const props = { loading: isBusy, onClick: () => void signInToPhone(userId) };
  return small ? (
    <ActionIcon data-changes {...props} variant="subtle" color="gray" size="lg" aria-label={label}>
      <IconHeadset size={20} />
    </ActionIcon>
  ) : (
    <Button
      data-changes
      {...props}
      variant="default"
      size="compact-md"
      leftSection={<IconHeadset size={17} />}
    >
      {label}
    </Button>
  );
}

function SignedIn({ phone }: { phone: Extract<PhoneState, { status: 'in' }> }) {
  const standing = standingOf(phone);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="light"
          color={phone.registration === 'registered' ? 'green' : 'amber'}
          size="lg"
          aria-label={`Phone, extension ${phone.extension}. ${standing}`}
        >
          <IconHeadset size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="db-figures">Extension {phone.extension}</span>
          <Text size="xs" c="dimmed">
            {standing}
          </Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconVolume size={17} />} onClick={openSoundDialog}>
          Sound and test call…
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconUrgent size={17} />} onClick={openEmergencyDialog}>
          Call 911…
        </Menu.Item>
        <Menu.Item
          data-changes
          leftSection={<IconLogout size={17} />}
          disabled={phone.line !== null}
          onClick={() => void signOutOfPhone()}
        >
          Sign out of phone
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
