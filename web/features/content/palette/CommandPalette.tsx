import { Box, Kbd, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { navigationFor } from '#web/app/navigation.ts';
import { useSignedIn } from '#web/app/session.ts';
import styles from '../dialogs/dialogs.module.css';
import { commandGroups } from '../editor/commands/command.ts';
import { commands } from '../editor/commands/index.ts';
import { commandPalette } from '../editor/commands/project.ts';
import { useEditorSession } from '../editor/session.ts';
import { shortcutText } from '../editor/shortcut-text.ts';
import { useSignalPart } from '../editor/signal.ts';
import { type Findable, found } from './fuzzy.ts';
import { recentCommands, rememberCommand } from './recent-commands.ts';

/** Ctrl+K in the editor: every command by its name, those used last first, and the areas of the product. */
export function CommandPalette() {
  const { screen } = useEditorSession();
  const opened = useSignalPart(screen, ({ dialog }) => dialog === 'commands');

  return (
    <Modal
      opened={opened}
      onClose={() => screen.patch({ dialog: undefined })}
      withCloseButton={false}
      size={520}
      padding={0}
      yOffset="12vh"
      centered={false}
      title="Command palette"
      styles={{ header: { display: 'none' } }}
    >
      <List />
    </Modal>
  );
}

const goTo = 'Go to';

interface Entry extends Findable {
  key: string;
  hint: string;
  enabled: boolean;
  run: () => void;
}

function List() {
  const session = useEditorSession();
  const { screen, run } = session;
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  /** Undefined until somebody moves: then the first that can run. */
  const [chosen, setChosen] = useState<number>();
  const [recent] = useState(recentCommands);

  const entries = useMemo((): Entry[] => {
    const close = () => screen.patch({ dialog: undefined });
    const own = commands
      .filter(({ hidden, name }) => !hidden && name !== commandPalette.name)
      .map((command) => ({
        key: command.name,
        label: command.label,
        group: command.group as string,
        keywords: command.keywords,
        hint: command.shortcuts?.[0] ? shortcutText(command.shortcuts[0]) : '',
        enabled: command.enabled?.(session) !== false,
        run: () => {
          rememberCommand(command.name);
          close();
          run(command);
        },
      }));
    const areas = navigationFor(user).flatMap(({ areas: listed }) =>
      listed.map(({ path, label, keywords }) => ({
        key: path,
        label,
        group: goTo,
        keywords: keywords?.join(' '),
        hint: '',
        enabled: true,
        run: () => {
          close();
          void navigate(path);
        },
      })),
    );
    const places: readonly string[] = [...commandGroups, goTo];
    return [...own, ...areas].sort((a, b) => places.indexOf(a.group) - places.indexOf(b.group));
  }, [session, screen, run, user, navigate]);

  const listed = useMemo(() => {
    if (typed.trim() !== '') return found(typed, entries);
    const used = recent.flatMap((name) => {
      const entry = entries.find(({ key }) => key === name);
      return entry ? [{ ...entry, group: 'Used last' }] : [];
    });
    return [...used, ...entries.filter(({ key }) => !recent.includes(key))];
  }, [typed, entries, recent]);
  const first = listed.findIndex(({ enabled }) => enabled);
  const current = Math.max(0, Math.min(chosen ?? first, listed.length - 1));
  const idOf = (entry: Entry) => `command-${entry.key.replaceAll(/\W/g, '-')}`;

  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      const next = (current + by + listed.length) % Math.max(1, listed.length);
      setChosen(next);
      if (listed[next]) document.getElementById(idOf(listed[next]))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = listed[current];
      if (entry?.enabled) entry.run();
    }
  };

  return (
    <>
      <TextInput
        aria-label="Find a command"
        placeholder="Type a command"
        leftSection={<IconSearch size={16} />}
        variant="unstyled"
        size="md"
        className={styles.quickSearch}
        data-autofocus
        value={typed}
        role="combobox"
        aria-expanded
        aria-controls="command-list"
        aria-activedescendant={listed[current] ? idOf(listed[current]) : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(undefined);
        }}
        onKeyDown={key}
      />
      <ScrollArea.Autosize mah="54vh" type="auto">
        <Box id="command-list" role="listbox" aria-label="Commands" p={6}>
          {listed.map((entry, index) => (
            <div key={entry.key}>
              {!typed.trim() && entry.group !== listed[index - 1]?.group && (
                <Box p="8px 10px 4px" c="dimmed" fz={11} fw={600}>
                  {entry.group}
                </Box>
              )}
              <UnstyledButton
                id={idOf(entry)}
                role="option"
                aria-selected={index === current}
                aria-disabled={!entry.enabled || undefined}
                tabIndex={-1}
                className={styles.quickItem}
                onClick={() => entry.enabled && entry.run()}
                onMouseMove={() => setChosen(index)}
              >
                <span style={{ flex: 1 }}>{entry.label}</span>
                {typed.trim() && (
                  <Text span size="xs" c="dimmed">
                    {entry.group}
                  </Text>
                )}
                {entry.hint && <Kbd size="xs">{entry.hint}</Kbd>}
              </UnstyledButton>
            </div>
          ))}
          {listed.length === 0 && (
            <Text size="sm" c="dimmed" p="md" ta="center">
              Nothing is called that.
            </Text>
          )}
        </Box>
      </ScrollArea.Autosize>
    </>
  );
}
