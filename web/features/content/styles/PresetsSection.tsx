import { ActionIcon, Box, Button, Group, Menu, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { StylePreset } from '#shared/model/brand.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NameForm } from '#web/ui/NameForm.tsx';
import { toast } from '#web/ui/toast.ts';
import { commandNamed } from '../editor/commands/index.ts';
import { useEditorSession } from '../editor/session.ts';
import { shortcutText } from '../editor/shortcut-text.ts';
import { useSignal } from '../editor/signal.ts';
import { PresetPicture } from './PresetPicture.tsx';
import { styleOf, withStyle } from './style-parts.ts';
import styles from './styles.module.css';
import { usePresets } from './use-brand.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: query.content.listPresets.key() });

/** Looks under a name: a click gives one to what is selected. */
export function PresetsSection() {
  const session = useEditorSession();
  const { editor } = session;
  const { data, error, refetch } = usePresets();
  const [naming, setNaming] = useState<'new' | string>();
  const selected = useSignal(editor.selection).length > 0;
  const presets = data?.presets;

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setNaming(undefined);
      await refresh();
    } catch (reason) {
      toast.error(reason);
    }
  };
  const save = (name: string) =>
    attempt(async () => {
      const element = editor.selectedElements().at(-1);
      if (!element) throw new Error('Select the element whose style shall be kept.');
      await api.content.createPreset({ name, ...styleOf(element) });
      toast.success('Style saved', name);
    });
  const apply = (preset: StylePreset) => {
    const ids = editor.selectedElements().flatMap(({ id, isLocked }) => (isLocked ? [] : id));
    if (ids.length === 0) return editor.toast('Select what this style shall be applied to', 'info');
    editor.edit(`Apply ${preset.name}`, ids, (element) => withStyle(element, preset));
  };

  return (
    <Box component="section" aria-label="Style presets" pt={4} pb={20}>
      <Title order={3} size="xs" mb={6}>
        Style presets
      </Title>
      <Group gap={6} mb={8} grow>
        {['copy-style', 'paste-style'].map((name) => {
          const command = commandNamed(name);
          return (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              title={shortcutText(command.shortcuts![0]!)}
              disabled={!selected}
              onClick={() => session.run(command)}
            >
              {command.label}
            </Button>
          );
        })}
      </Group>
      {naming === 'new' ? (
        <NameForm
          maxLength={contentLimits.nameLength}
          label="Name of the style"
          onName={save}
          onCancel={() => setNaming(undefined)}
        />
      ) : (
        <Button
          data-changes
          size="xs"
          variant="default"
          fullWidth
          leftSection={<IconPlus size={14} />}
          disabled={!selected}
          onClick={() => setNaming('new')}
        >
          Save the selected element’s style
        </Button>
      )}
      {presets ? (
        <Box
          component="ul"
          className="db-rows db-list"
          m="10px 0 0"
          style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
        >
          {presets.map((preset) => (
            <Box component="li" key={preset.id} className={styles.preset} pos="relative" miw={0}>
              {naming === preset.id ? (
                <NameForm
                  maxLength={contentLimits.nameLength}
                  label="Name of the style"
                  initial={preset.name}
                  onName={(name) => attempt(() => api.content.renamePreset({ id: preset.id, name }))}
                  onCancel={() => setNaming(undefined)}
                />
              ) : (
                <>
                  <UnstyledButton className={styles.use} onClick={() => apply(preset)}>
                    <PresetPicture preset={preset} />
                    <Text span size="xs" fw={550} truncate>
                      <span className="db-visually-hidden">Apply </span>
                      {preset.name}
                    </Text>
                  </UnstyledButton>
                  <Menu position="bottom-end" withinPortal>
                    <Menu.Target>
                      <ActionIcon
                        pos="absolute"
                        top={6}
                        right={6}
                        size="sm"
                        variant="default"
                        aria-label={`Actions for ${preset.name}`}
                      >
                        <IconDots size={14} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item data-changes onClick={() => setNaming(preset.id)}>
                        Rename
                      </Menu.Item>
                      <Menu.Item
                        data-changes
                        color="red"
                        onClick={() => void attempt(() => api.content.removePreset({ id: preset.id }))}
                      >
                        Delete
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </>
              )}
            </Box>
          ))}
        </Box>
      ) : error ? (
        <ErrorState
          title="The style presets could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton h={80} mt={8} />
      )}
      {presets?.length === 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          No style presets yet. Select an element that looks right, save its style, and apply it to others
          with a click.
        </Text>
      )}
    </Box>
  );
}
