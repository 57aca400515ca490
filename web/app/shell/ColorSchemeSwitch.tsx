import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Light or dark; 'as the system' is found under Settings, Appearance. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  const label = dark ? 'Switch to light' : 'Switch to dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      aria-label={label}
      title={label}
    >
      <Icon size={19} stroke={1.7} />
    </ActionIcon>
  );
}
