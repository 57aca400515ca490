import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconDeviceLandlinePhone,
  IconDeviceMobile,
  IconHeadset,
  IconLogout,
  IconUrgent,
  IconVolume,
} from '@tabler/icons-react';
import { openEmergencyDialog } from '#web/phone/emergency/emergency-dialog.ts';
import { signInToPhone, signOutOfPhone, usePhone } from '#web/phone/my-phone.ts';
import { signInWith, signOutOther, useOtherPhone, useOwnExtension } from '#web/phone/other-phone.ts';
import { openSoundDialog } from '#web/phone/sound/sound-dialog.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { useSignedIn } from '../session.ts';
import { useMay } from '../use-may.ts';

/** What the command palette can do with the browser's telephone, as it stands now. */
export function usePhoneCommands(): SpotlightActionData[] {
  const may = useMay();
  const { userId } = useSignedIn().user;
  const phone = usePhone();
  const other = useOtherPhone();
  const number = useOwnExtension()?.outsideNumber;
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
      ...(other?.device === 'desk'
        ? []
        : [
            {
              id: 'phone-sign-in-desk',
              label: 'Sign in with my desk phone',
              keywords: ['telephone', 'sip', 'extension'],
              leftSection: <IconDeviceLandlinePhone size={20} stroke={1.6} />,
              onClick: () => void signInWith('desk'),
            },
          ]),
      ...(number && other?.device !== 'outside'
        ? [
            {
              id: 'phone-sign-in-outside',
              label: `Sign in with ${phoneText(number)}`,
              keywords: ['telephone', 'mobile', 'cell'],
              leftSection: <IconDeviceMobile size={20} stroke={1.6} />,
              onClick: () => void signInWith('outside'),
            },
          ]
        : []),
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
