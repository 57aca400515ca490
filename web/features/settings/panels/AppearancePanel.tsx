import { type MantineColorScheme, Radio, Stack, useMantineColorScheme } from '@mantine/core';

const schemes: { value: MantineColorScheme; label: string; description: string }[] = [
  {
    value: 'auto',
    label: 'As the system',
    description: 'Follows your device, also when it changes in the evening.',
  },
  { value: 'light', label: 'Light', description: 'Paper white.' },
  { value: 'dark', label: 'Dark', description: 'Ink navy, easy on the eyes in a dim room.' },
];

/** The colour scheme of this browser. */
export function AppearancePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Radio.Group
      label="Colour scheme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    >
      <Stack gap="md" mt="sm">
        {schemes.map((scheme) => (
          <Radio key={scheme.value} {...scheme} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
