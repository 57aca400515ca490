import type { SpotlightActionData } from '@mantine/spotlight';
import { IconHeadset, IconLogout, IconUrgent, IconVolume } from '@tabler/icons-react';
import { openEmergencyDialog } from '#web/phone/emergency/emergency-dialog.ts';
import { signInToPhone, signOutOfPhone, usePhone } from '#web/phone/my-phone.ts';
import { signInWith, signOutOther, useOtherPhone, useOtherTelephones } from '#web/phone/other-phone.ts';
import { openSoundDialog } from '#web/phone/sound/sound-dialog.ts';
import { useSignedIn } from '../session.ts';
import { useMay } from '../use-may.ts';

/** What the command palette can do with the browser's telephone, as it stands now. */
export function usePhoneCommands(): SpotlightActionData[] {
  const may = useMay();
  const { userId } = useSignedIn().user;
  const phone = usePhone();
  const other = useOtherPhone();
  const telephones = useOtherTelephones();
  if (!may('phoneSessions.use') || !may('calls.create')) return [];
  if (phone.status !== 'in')
    return [
      {
        id: 'phone-sign-in',
        label: other ? 'Use the phone in this browser' : 'Sign in to phone',
        keywords: ['telephone', 'softphone', 'headset', 'extension'],
        leftSection: <IconHeadset size={20} stroke={1.6} />,
        onClick: () => void signInToPhone(userId),
      },
      ...(other
        ? [
            {
              id: 'phone-sign-out',
              label: 'Sign out of phone',
              keywords: ['telephone', 'desk', 'mobile'],
              leftSection: <IconLogout size={20} stroke={1.6} />,
              onClick: () => void signOutOther(other),
            },
          ]
        : []),
      ...telephones.map(({ device, name, Icon }) => ({
        id: `phone-sign-in-${device}`,
        label: `Sign in with ${name}`,
        keywords: ['telephone', 'extension', 'sip', 'mobile', 'cell'],
        leftSection: <Icon size={20} stroke={1.6} />,
        onClick: () => void signInWith(device),
      })),
    ];
  return [
    {
      id: 'phone-emergency',
      label: 'Call 911',
      keywords: ['emergency', 'police', 'ambulance', 'fire', '933'],
      leftSection: <IconUrgent size={20} stroke={1.6} />,
      onClick: openEmergencyDialog,
    },
    {
      id: 'phone-sound',
      label: 'Sound and test call',
      keywords: ['microphone', 'headset', 'speaker', 'device'],
      leftSection: <IconVolume size={20} stroke={1.6} />,
      onClick: openSoundDialog,
    },
    ...(phone.line
      ? []
      : [
          {
            id: 'phone-sign-out',
            label: 'Sign out of phone',
            keywords: ['telephone', 'softphone', 'headset'],
            leftSection: <IconLogout size={20} stroke={1.6} />,
            onClick: () => void signOutOfPhone(),
          },
        ]),
  ];
}
