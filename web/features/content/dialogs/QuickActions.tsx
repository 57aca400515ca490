import { Box, Kbd, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { elementTypeNamed } from '#shared/scene/registry.ts';
import type { Command } from '../editor/commands/command.ts';
import { commands } from '../editor/commands/index.ts';
import { quickTypes } from '../editor/commands/insert.ts';
import { useEditorSession } from '../editor/session.ts';
import { shortcutText } from '../editor/shortcut-text.ts';
import { useSignalPart } from '../editor/signal.ts';
import { TypeIcon } from '../panels/ElementIcon.tsx';
import styles from './dialogs.module.css';

/** Space: adds an element by its number, or finds any command by its name. */
export function QuickActions() {
  const { screen } = useEditorSession();
  const opened = useSignalPart(screen, ({ dialog }) => dialog === 'quick');
  return (
    <Modal
      opened={opened}
      onClose={() => screen.patch({ dialog: undefined })}
      withCloseButton={false}
      size={460}
      padding={0}
      yOffset="12vh"
      centered={false}
      title="Quick actions"
      styles={{ header: { display: 'none' } }}
    >
      <QuickList />
    </Modal>
  );
}

interface Action {
  key: string;
  label: string;
  group: string;
  hint: string;
  icon?: ReactNode;
  run: () => void;
}

function QuickList() {
  const session = useEditorSession();
  const { creator, screen, run } = session;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const close = () => screen.patch({ dialog: undefined });

  const inserts: Action[] = quickTypes.map((type, index) => ({
    key: type,
    label: elementTypeNamed(type).label,
    group: 'Add',
    hint: String(index + 1),
    icon: <TypeIcon icon={elementTypeNamed(type).icon} />,
    run: () => {
      close();
      creator.create(type, editorConstants.quickMenuDrop);
    },
  }));
  const templates: Action = {
    key: 'templates',
    label: 'Browse Templates',
    group: 'Add',
    hint: '',
    icon: <IconTemplate size={16} stroke={1.6} aria-hidden />,
    run: () => screen.patch({ dialog: 'templates' }),
  };
  const isOpen = (command: Command) =>
    !command.hidden &&
    command.group !== 'Insert' &&
    command.name !== 'quick' &&
    command.name !== 'templates' &&
    command.enabled?.(session) !== false;
  const others: Action[] = commands.filter(isOpen).map((command) => ({
    key: command.name,
    label: command.label,
    group: command.group,
    hint: command.shortcuts?.[0] ? shortcutText(command.shortcuts[0]) : '',
    run: () => {
      close();
      run(command);
    },
  }));
  const needle = search.trim().toLowerCase();
  const actions = [...inserts, templates, ...others].filter(
    ({ label, group }) => !needle || `${group} ${label}`.toLowerCase().includes(needle),
  );
  const current = Math.min(chosen, actions.length - 1);

  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next =
        (current + (event.key === 'ArrowDown' ? 1 : -1) + actions.length) % Math.max(1, actions.length);
      setChosen(next);
      document.getElementById(`quick-${actions[next]?.key}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      actions[current]?.run();
    } else if (!search && /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      inserts[Number(event.key) - 1]?.run();
    }
  };

  return (
    <>
      <TextInput
        aria-label="Find an action"
        placeholder="Type a command, or press a number"
        leftSection={<IconSearch size={16} />}
        variant="unstyled"
        size="md"
        className={styles.quickSearch}
        data-autofocus
        value={search}
        role="combobox"
        aria-expanded
        aria-controls="quick-list"
        aria-activedescendant={actions[current] ? `quick-${actions[current].key}` : undefined}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={key}
      />
      <ScrollArea.Autosize mah="50vh" type="auto">
        <Box id="quick-list" role="listbox" aria-label="Actions" p={6}>
          {actions.map((action, index) => (
            <div key={action.key}>
              {action.group !== actions[index - 1]?.group && (
                <Box p="8px 10px 4px" c="dimmed" fz={11} fw={600}>
                  {action.group}
                </Box>
              )}
              <UnstyledButton
                id={`quick-${action.key}`}
                role="option"
                aria-selected={index === current}
                tabIndex={-1}
                className={styles.quickItem}
                onClick={action.run}
                onMouseMove={() => setChosen(index)}
              >
                {action.icon}
                <span style={{ flex: 1 }}>{action.label}</span>
                {action.hint && <Kbd size="xs">{action.hint}</Kbd>}
              </UnstyledButton>
            </div>
          ))}
          {actions.length === 0 && (
            <Text size="sm" c="dimmed" p="md" ta="center">
              Nothing is called that.
            </Text>
          )}
        </Box>
      </ScrollArea.Autosize>
    </>
  );
}
