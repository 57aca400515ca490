import {
  Box,
  Button,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { BrandKit } from '#shared/model/brand.ts';
import type { Asset } from '#shared/model/content.ts';
import { fontStack } from '#shared/scene/fonts.ts';
import { typeOf } from '#shared/scene/registry.ts';
import { useMay } from '#web/app/use-may.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { toast } from '#web/ui/toast.ts';
import { placeAsset } from '../data/place-asset.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { FontSample } from './FontSample.tsx';
import { mainColorOf } from './style-parts.ts';
import styles from './styles.module.css';
import { useBrand } from './use-brand.ts';

const BrandDialog = lazy(() => import('./BrandDialog.tsx'));

/** Colours, fonts and logos of the tenant: a click uses one on what is selected. */
export function BrandSection() {
  const { data: kit, error, refetch } = useBrand();
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay()('brand.edit');
  if (error && !kit)
    return (
      <ErrorState title="The brand kit could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!kit)
    return (
      <Stack gap={8} mb="lg">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} h={34} />
        ))}
      </Stack>
    );
  const isEmpty = kit.colors.length + kit.fonts.length + kit.logos.length === 0;
  return (
    <Box component="section" aria-label="Brand kit" pt={4} pb={20}>
      <Group justify="space-between" mb={6}>
        <Title order={3} size="xs">
          Brand kit
        </Title>
        {mayEdit && !isEmpty && (
          <Button
            data-changes
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconPencil size={13} />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
      </Group>
      {isEmpty ? (
        <Box p={14} bd="1px dashed var(--db-line)" style={{ borderRadius: 'var(--mantine-radius-md)' }}>
          <Text size="sm" fw={600}>
            No brand kit yet
          </Text>
          <Text size="xs" c="dimmed">
            {mayEdit
              ? 'Keep your colours, fonts and logos here: every picker offers them first.'
              : 'An admin can keep your colours, fonts and logos here.'}
          </Text>
          {mayEdit && (
            <Button data-changes size="xs" mt={8} onClick={() => setEditing(true)}>
              Make the brand kit
            </Button>
          )}
        </Box>
      ) : (
        <Kit kit={kit} />
      )}
      {editing && <BrandDialog kit={kit} onClose={() => setEditing(false)} />}
    </Box>
  );
}

function Kit({ kit }: { kit: BrandKit }) {
  const session = useEditorSession();
  const { editor } = session;
  const chosen = useSignal(editor.selection);
  const unlocked = () => editor.selectedElements().filter(({ isLocked }) => !isLocked);

  const applyColor = (name: string, color: string) => {
    const takers = unlocked().filter((element) => mainColorOf(element));
    if (takers.length === 0) {
      const copied = navigator.clipboard.writeText(color);
      return copied.then(
        () => toast.success('Copied to clipboard', color),
        () => toast.error('Failed to copy to clipboard'),
      );
    }
    editor.edit(
      `Use ${name}`,
      takers.map(({ id }) => id),
      (element) => {
        const { target, key } = mainColorOf(element)!;
        return { ...element, [target]: { ...element[target], [key]: color } };
      },
    );
  };
  const applyFont = (family: string) => {
    const takers = unlocked().filter((element) =>
      typeOf(element).form.some(({ key }) => key === 'fontFamily'),
    );
    if (takers.length === 0) return editor.toast('Select a text to use this font on', 'info');
    editor.edit(
      `Use ${family}`,
      takers.map(({ id }) => id),
      (element) => ({ ...element, styles: { ...element.styles, fontFamily: family } }),
    );
  };
  const placeLogo = ({ assetId, name, url }: BrandKit['logos'][number]) =>
    void placeAsset(session, logoAsset(assetId, name, url));

  return (
    <Stack gap="sm">
      {kit.colors.length > 0 && (
        <AutoGrid min={30} fill gap={6}>
          {kit.colors.map(({ name, color }) => (
            <Tooltip key={`${name} ${color}`} label={`${name}, ${color}`} openDelay={300}>
              <UnstyledButton
                className={styles.swatch}
                style={{ backgroundColor: color }}
                aria-label={chosen.length > 0 ? `Use ${name}, ${color}` : `Copy ${name}, ${color}`}
                onClick={() => void applyColor(name, color)}
              />
            </Tooltip>
          ))}
        </AutoGrid>
      )}
      {kit.fonts.length > 0 && (
        <Stack gap={4}>
          {kit.fonts.map((family) => (
            <UnstyledButton
              key={family}
              className={styles.font}
              aria-label={`Use the font ${family}`}
              style={{ fontFamily: fontStack(family) }}
              onClick={() => applyFont(family)}
            >
              <FontSample family={family} />
            </UnstyledButton>
          ))}
        </Stack>
      )}
      {kit.logos.length > 0 && (
        <SimpleGrid cols={3} spacing={6} mb={8}>
          {kit.logos.map((logo) => (
            <UnstyledButton
              key={logo.assetId}
              className={styles.logo}
              aria-label={`Place the logo ${logo.name}`}
              onClick={() => placeLogo(logo)}
            >
              <img src={logo.url} alt="" loading="lazy" />
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

const logoAsset = (id: string, name: string, publicUrl: string): Asset => ({
  id,
  name,
  publicUrl,
  thumbnailUrl: publicUrl,
  assetType: 'image',
  mimeType: 'image/png',
  fileSize: 0,
  tags: [],
  usageCount: 0,
  processingStatus: 'completed',
  createdAt: new Date(0).toISOString(),
  updatedAt: new Date(0).toISOString(),
});
