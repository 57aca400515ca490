import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconDeviceLandlinePhone,
  IconDeviceMobile,
  IconHeadset,
  IconLogout,
  IconUrgent,
  IconVolume,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PhoneSession } from '#shared/model/phone-session.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { openEmergencyDialog } from './emergency/emergency-dialog.ts';
import { type PhoneState, signInToPhone, signOutOfPhone, usePhone } from './my-phone.ts';
import {
  signInWith,
  signOutOther,
  useOtherPhone,
  useOtherTelephones,
  useOwnExtension,
} from './other-phone.ts';
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
  const phone = usePhone();
  const other = useOtherPhone();
  if (phone.status === 'in') return <SignedIn phone={phone} />;
  return other ? <SignedInElsewhere session={other} /> : <SignedOut small={small} />;
}

/** What the agent can sign in with: this browser, and their other telephones. */
function SignInItems() {
  const { userId } = useSignedIn().user;
  const telephones = useOtherTelephones();
  return (
    <>
      <Menu.Item
        data-changes
        leftSection={<IconHeadset size={17} />}
        onClick={() => void signInToPhone(userId)}
      >
        In this browser
      </Menu.Item>
      {telephones.map(({ device, name, Icon }) => (
        <Menu.Item
          key={device}
          data-changes
          leftSection={<Icon size={17} />}
          onClick={() => void signInWith(device)}
        >
          With {name}
          {device === 'outside' && (
            <Text size="xs" c="dimmed">
              Press 1 there to take a call
            </Text>
          )}
        </Menu.Item>
      ))}
    </>
  );
}

function SignOutItem({ disabled = false, onClick }: { disabled?: boolean; onClick: () => void }) {
  return (
    <Menu.Item data-changes leftSection={<IconLogout size={17} />} disabled={disabled} onClick={onClick}>
      Sign out of phone
    </Menu.Item>
  );
}

function SignedOut({ small }: { small: boolean }) {
  const { userId } = useSignedIn().user;
  const isBusy = usePhone().status === 'signingIn';
  const { data } = useQuery(query.agentStatus.mine.queryOptions({ input: {} }));
  const label = data?.signedIn ? 'Use the phone here' : 'Sign in to phone';
  return (
    <Menu position="bottom-end" width={260}>
      {small ? (
        <Menu.Target>
          <ActionIcon loading={isBusy} variant="subtle" color="gray" size="lg" aria-label={label}>
            <IconHeadset size={20} />
          </ActionIcon>
        </Menu.Target>
      ) : (
        <Button.Group>
          <Button
            data-changes
            loading={isBusy}
            onClick={() => void signInToPhone(userId)}
            variant="default"
            size="compact-md"
            leftSection={<IconHeadset size={17} />}
          >
            {label}
          </Button>
          <Menu.Target>
            <Button variant="default" size="compact-md" px={6} aria-label="Choose a telephone">
              <IconChevronDown size={15} />
            </Button>
          </Menu.Target>
        </Button.Group>
      )}
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <SignInItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Calls ring another telephone of the agent. */
function SignedInElsewhere({ session }: { session: PhoneSession }) {
  const number = useOwnExtension()?.outsideNumber;
  const telephone =
    session.device === 'desk' ? 'your desk phone' : number ? phoneText(number) : 'another telephone';
  const Icon = session.device === 'desk' ? IconDeviceLandlinePhone : IconDeviceMobile;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="light"
          color="green"
          size="lg"
          aria-label={`Phone, extension ${session.number}. Calls ring ${telephone}.`}
        >
          <Icon size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="db-figures">Extension {session.number}</span>
          <Text size="xs" c="dimmed">
            Calls ring {telephone}.
          </Text>
        </Menu.Label>
        <SignInItems />
        <SignOutItem onClick={() => void signOutOther(session)} />
      </Menu.Dropdown>
    </Menu>
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
        <SignOutItem disabled={phone.line !== null} onClick={() => void signOutOfPhone()} />
      </Menu.Dropdown>
    </Menu>
  );
}
