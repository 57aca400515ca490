import { ActionIcon, Button, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type BrandKit, brandLimits } from '#shared/model/brand.ts';
import { fontGroups, fonts } from '#shared/scene/fonts.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { AssetPicker } from '../panels/AssetPicker.tsx';
import { ColorField } from '../panels/ColorField.tsx';
import { FontSample } from './FontSample.tsx';
import styles from './styles.module.css';

const hex = /^#[0-9a-f]{6}$/i;
const families = fontGroups.map((group) => ({
  group: group.replace(/^./, (first) => first.toUpperCase()),
  items: fonts.filter((font) => font.group === group).map(({ family }) => family),
}));

/** The kit as an admin changes it: colours by name, fonts in their order, logos from the library. */
export default function BrandDialog({ kit, onClose }: { kit: BrandKit; onClose: () => void }) {
  const next = useRef(kit.colors.length);
  const [colors, setColors] = useState(() => kit.colors.map((color, key) => ({ ...color, key })));
  const [chosen, setChosen] = useState<readonly string[]>(kit.fonts);
  const [logos, setLogos] = useState(kit.logos);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const set = (key: number, changes: Partial<(typeof colors)[number]>) =>
    setColors(colors.map((color) => (color.key === key ? { ...color, ...changes } : color)));

  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      const saved = await api.content.updateBrand({
        colors: colors.map(({ name, color }) => ({ name, color })),
        fonts: [...chosen],
        logos: logos.map(({ assetId }) => assetId),
        version: kit.version,
      });
      queryClient.setQueryData(query.content.getBrand.queryKey({ input: {} }), saved);
      toast.success('Brand kit saved');
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSaving(false);
    }
  };

  const incomplete = colors.some(({ name, color }) => !name.trim() || !hex.test(color));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>Brand kit</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <section aria-label="Colours">
          <Text size="sm" fw={600} mb={6}>
            Colours
          </Text>
          <Stack gap={6}>
            {colors.map(({ key, name, color }, place) => (
              <Group key={key} gap={6} wrap="nowrap">
                <TextInput
                  size="xs"
                  style={{ flex: 1 }}
                  aria-label={`Name of colour ${place + 1}`}
                  placeholder="Name"
                  maxLength={40}
                  value={name}
                  onChange={(event) => set(key, { name: event.currentTarget.value })}
                />
                <ColorField
                  size="xs"
                  style={{ flex: 1 }}
                  aria-label={`Colour ${place + 1}`}
                  format="hex"
                  value={color}
                  onChange={(value) => set(key, { color: value })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove colour ${place + 1}`}
                  onClick={() => setColors(colors.filter((one) => one.key !== key))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
          <Button
            mt={8}
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} />}
            disabled={colors.length >= brandLimits.colors}
            onClick={() => setColors([...colors, { name: '', color: '#0b1830', key: next.current++ }])}
          >
            Add a colour
          </Button>
        </section>
        <section aria-label="Fonts">
          <Text size="sm" fw={600}>
            Fonts
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            The first one is for headings.
          </Text>
          <Stack gap={4}>
            {chosen.map((family, place) => (
              <Group
                key={family}
                gap={4}
                wrap="nowrap"
                p="2px 4px 2px 10px"
                bd="1px solid var(--db-line)"
                bdrs="md"
              >
                <Text size="sm" style={{ flex: 1 }} truncate>
                  <FontSample family={family} />
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${family} up`}
                  disabled={place === 0}
                  onClick={() => setChosen(movedUp(chosen, place))}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${family}`}
                  onClick={() => setChosen(chosen.filter((one) => one !== family))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
          <Select
            mt={8}
            size="xs"
            searchable
            aria-label="Add a font"
            placeholder="Add a font"
            disabled={chosen.length >= brandLimits.fonts}
            data={families.map(({ group, items }) => ({
              group,
              items: items.filter((family) => !chosen.includes(family)),
            }))}
            value={null}
            onChange={(family) => family && setChosen([...chosen, family])}
          />
        </section>
        <section aria-label="Logos">
          <Text size="sm" fw={600} mb={6}>
            Logos
          </Text>
          {logos.length > 0 && (
            <SimpleGrid cols={3} spacing={6} mb={8}>
              {logos.map(({ assetId, name, url }) => (
                <div key={assetId} className={styles.logo}>
                  <img src={url} alt={name} />
                  <ActionIcon
                    pos="absolute"
                    top={6}
                    right={6}
                    size="sm"
                    variant="default"
                    aria-label={`Remove the logo ${name}`}
                    onClick={() => setLogos(logos.filter((one) => one.assetId !== assetId))}
                  >
                    <IconTrash size={13} />
                  </ActionIcon>
                </div>
              ))}
            </SimpleGrid>
          )}
          {logos.length < brandLimits.logos && (
            <AssetPicker
              label="Add a logo from the library"
              value=""
              onChange={(url, assetId) =>
                assetId &&
                !logos.some((logo) => logo.assetId === assetId) &&
                setLogos([...logos, { assetId, name: 'New logo', url }])
              }
            />
          )}
        </section>
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-changes loading={saving} disabled={incomplete} onClick={() => void save()}>
            Save brand kit
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function movedUp(list: readonly string[], place: number): string[] {
  const moved = [...list];
  [moved[place - 1], moved[place]] = [list[place]!, list[place - 1]!];
  return moved;
}
