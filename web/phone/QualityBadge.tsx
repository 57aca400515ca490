import { Group } from '@mantine/core';
import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars5 } from '@tabler/icons-react';
import { usePhone } from './my-phone.ts';

const looks = {
  good: { icon: IconAntennaBars5, color: 'green' },
  poor: { icon: IconAntennaBars3, color: 'amber' },
  bad: { icon: IconAntennaBars2, color: 'red' },
} as const;

/** How the call sounds, in words; nothing without a call, and where it cannot be measured. */
export function QualityBadge() {
  const phone = usePhone();
  const quality = phone.status === 'in' ? phone.quality : null;
  if (!quality) return null;
  const { icon: Icon, color } = looks[quality.level];
  return (
    <Group component="span" gap={5} wrap="nowrap" c={`var(--mantine-color-${color}-text)`} fz={13}>
      <Icon size={17} aria-hidden="true" />
      <span className="db-visually-hidden">Sound: </span>
      {quality.text}
    </Group>
  );
}
