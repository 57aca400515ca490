import { ActionIcon, Button, ColorInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFolders, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useCategories, useRefreshTemplates } from './useTemplates.ts';

type Category = ReturnType<typeof useCategories>[number];

/** The categories of templates: add, rename, colour, remove. Each change is saved as it is made. */
export function CategoriesPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const categories = useCategories();
  const refresh = useRefreshTemplates();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    } finally {
      await refresh();
      setBusy(false);
    }
  }

  return (
    <SidePanel opened={opened} onClose={onClose} title="Categories">
      <Stack gap="md">
        <form
          data-changes
          onSubmit={async (event) => {
            event.preventDefault();
            await run(async () => {
              await api.messageTemplates.createCategory({ name: name.trim() });
              // Before the lists are asked for again: by then the next name may be typed already.
              setName((typed) => (typed === name ? '' : typed));
            });
          }}
        >
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label="New category"
              placeholder="Follow-up"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} disabled={!name.trim()} leftSection={<IconPlus size={16} />}>
              Add
            </Button>
          </Group>
        </form>
        {categories.length === 0 && (
          <EmptyState icon={IconFolders} title="No categories yet">
            Categories keep a long list of templates in order.
          </EmptyState>
        )}
        {categories.map((category) => (
          <Row key={`${category.id}-${category.version}`} category={category} onRun={run} />
        ))}
      </Stack>
    </SidePanel>
  );
}

function Row({
  category,
  onRun,
}: {
  category: Category;
  onRun: (work: () => Promise<unknown>) => Promise<boolean>;
}) {
  const { id, version, templates } = category;
  const [name, setName] = useState(category.name);
  const change = (part: { name?: string; color?: string }) =>
    onRun(() => api.messageTemplates.updateCategory({ id, version, ...part }));
  return (
    <Group gap={6} wrap="nowrap">
      <ColorInput
        data-changes
        aria-label={`Colour of ${category.name}`}
        format="hex"
        w={124}
        withEyeDropper={false}
        defaultValue={category.color}
        onChangeEnd={(color) => color !== category.color && void change({ color })}
      />
      <TextInput
        flex={1}
        aria-label={`Name of ${category.name}`}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => name.trim() && name.trim() !== category.name && void change({ name: name.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <Text
        size="xs"
        c="dimmed"
        w={28}
        ta="end"
        title={`${templates} ${templates === 1 ? 'template' : 'templates'}`}
        className="db-figures"
      >
        {templates}
      </Text>
      <ActionIcon
        data-changes
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove ${category.name}; its templates stay`}
        onClick={() => void onRun(() => api.messageTemplates.removeCategory({ id }))}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
