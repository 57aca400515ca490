import { ActionIcon, Badge, Box, Button, Group, Menu, TextInput } from '@mantine/core';
import {
  IconAlignBoxCenterMiddle,
  IconAlignBoxLeftMiddle,
  IconAlignBoxRightMiddle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBolt,
  IconBroadcast,
  IconCopy,
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconEye,
  IconHistory,
  IconLayoutDashboard,
  IconMaximize,
  IconMinimize,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { contentLimits } from '#shared/model/content.ts';
import { alignCenter, alignLeft, alignRight } from '../editor/commands/align.ts';
import { copy } from '../editor/commands/clipboard.ts';
import type { Command } from '../editor/commands/command.ts';
import { redo, undo } from '../editor/commands/history.ts';
import {
  commandPalette,
  exportProject,
  leave,
  preview,
  publish,
  quickActions,
  save,
  shortcutHelp,
} from '../editor/commands/project.ts';
import { remove } from '../editor/commands/selection.ts';
import { fullscreen, toggleAutoSave, toggleHistory, toggleLayers } from '../editor/commands/view.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { People } from '../presence/People.tsx';
import styles from './bars.module.css';
import { ElementSearch } from './ElementSearch.tsx';
import { IconButton } from './IconButton.tsx';
import { SaveState } from './SaveState.tsx';

/** Name, saving, history, selection, search, panels, and the way to preview, export and publish. */
export function TopBar() {
  const session = useEditorSession();
  const { editor, queue, screen, run } = session;
  const history = useSignal(editor.history.state);
  const selected = useSignal(editor.selection).length;
  const { right, fullscreen: full } = useSignal(screen);
  const { saving } = useSignal(queue.state);
  const autoSave = useSignalPart(editor.settings, (settings) => settings.autoSave);

  const button = (
    command: Command,
    icon: typeof IconCopy,
    options: { disabled?: boolean; active?: boolean } = {},
  ) => (
    <IconButton
      label={command.label}
      icon={icon}
      shortcut={command.shortcuts?.[0]}
      onClick={() => run(command)}
      {...options}
    />
  );

  return (
    <header className={editorStyles.top}>
      <Box
        component={Link}
        to="/content-creator"
        className={styles.back}
        visibleFrom="sm"
        aria-label="All projects"
        data-hint="All projects"
      >
        Projects
      </Box>
      <Box component="span" c="var(--mantine-color-placeholder)" visibleFrom="sm" aria-hidden>
        /
      </Box>
      <ProjectName />
      <SaveState />
      <Group gap={1} wrap="nowrap" ms="auto" role="toolbar" aria-label="Edit">
        {button(undo, IconArrowBackUp, { disabled: history.done === 0 })}
        {button(redo, IconArrowForwardUp, { disabled: history.done === history.steps.length })}
        <span className={styles.optional}>
          <span className="db-rule" />
          {button(copy, IconCopy)}
          {button(remove, IconTrash, { disabled: selected === 0 })}
          <span className="db-rule" />
          {button(alignLeft, IconAlignBoxLeftMiddle)}
          {button(alignCenter, IconAlignBoxCenterMiddle)}
          {button(alignRight, IconAlignBoxRightMiddle)}
        </span>
      </Group>
      <ElementSearch />
      <Group gap={1} wrap="nowrap" role="toolbar" aria-label="View">
        <span className={styles.optional}>
          {button(quickActions, IconBolt)}
          {button(fullscreen, full ? IconMinimize : IconMaximize, { active: full })}
        </span>
        {button(toggleLayers, IconStack2, { active: right === 'layers' })}
        <span className={styles.optional}>
          {button(toggleHistory, IconHistory, { active: right === 'history' })}
        </span>
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label="More">
              <IconDots size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => run(exportProject)}>
              Export
            </Menu.Item>
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => run(toggleHistory)}>
              History
            </Menu.Item>
            <Menu.Item closeMenuOnClick={false} onClick={() => run(toggleAutoSave)}>
              {autoSave ? 'Auto-save is on' : 'Auto-save is off'}
            </Menu.Item>
            <Menu.Item onClick={() => run(commandPalette)}>Command palette</Menu.Item>
            <Menu.Item onClick={() => run(shortcutHelp)}>Keyboard shortcuts</Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={() => run(leave)}>
              Dashboard
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <People />
      <div className={styles.actions}>
        <span className={styles.optional}>{button(leave, IconLayoutDashboard)}</span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconEye size={16} />}
          onClick={() => run(preview)}
          title="Preview"
          className={styles.iconFirst}
        >
          Preview
        </Button>
        <Button
          data-changes
          variant="default"
          size="xs"
          leftSection={<IconDeviceFloppy size={16} />}
          loading={saving}
          onClick={() => run(save)}
          title="Save"
          className={styles.iconFirst}
        >
          Save
        </Button>
        <span className={styles.optional}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
            onClick={() => run(exportProject)}
            title="Export"
            className={styles.iconFirst}
          >
            Export
          </Button>
        </span>
        <Button
          data-changes
          size="xs"
          leftSection={<IconBroadcast size={16} />}
          onClick={() => run(publish)}
          className={styles.compact}
        >
          Publish
        </Button>
      </div>
    </header>
  );
}

/** The project's name, changed in place; an empty one goes back to what it was. */
function ProjectName() {
  const { editor, queue, saver } = useEditorSession();
  const name = useSignalPart(editor.document.fields, (fields) => fields.name);
  // Where it is kept stands beside it then.
  const isHeld = useSignalPart(saver.state, ({ held }) => held !== undefined);
  const unsaved = useSignalPart(queue.state, (state) => state.unsaved > 0);
  const [typed, setTyped] = useState<string>();
  const keep = () => {
    const trimmed = typed?.trim();
    if (trimmed) editor.setFields('Rename project', { name: trimmed });
    setTyped(undefined);
  };
  return (
    <>
      <TextInput
        aria-label="Project name"
        variant="unstyled"
        className={styles.name}
        title={name}
        value={typed ?? name}
        maxLength={contentLimits.nameLength}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {unsaved && !isHeld && (
        <Badge color="amber" variant="light" radius="sm" tt="none" flex="none" visibleFrom="sm">
          Unsaved
        </Badge>
      )}
    </>
  );
}
