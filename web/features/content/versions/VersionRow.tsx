import { ActionIcon, Box, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkOff,
  IconDots,
  IconGitCompare,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { api } from '#web/app/api.ts';
import { NameForm } from '#web/ui/NameForm.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRestore } from './use-restore.ts';
import { refreshVersions } from './use-versions.ts';
import { VersionPicture } from './VersionPicture.tsx';
import styles from './versions.module.css';
import { changesInWords, timeOf, titleOf } from './words.ts';

interface VersionRowProps {
  version: ContentVersion;
  newest: boolean;
  onCompare(): void;
}

/** One version: a click compares it with the present, its menu restores, names and removes it. */
export function VersionRow({ version, newest, onCompare }: VersionRowProps) {
  const { restore, restoring } = useRestore();
  const [naming, setNaming] = useState(false);
  const title = titleOf(version);
  const { id: versionId, projectId: id, name } = version;

  const change = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setNaming(false);
      await refreshVersions();
    } catch (reason) {
      toast.error(reason);
    }
  };

  return (
    <Box component="li" className="db-hover" pos="relative" bdrs="md">
      <UnstyledButton className={styles.open} onClick={onCompare}>
        <VersionPicture version={version} label="" />
        <Box component="span" miw={0} lh={1.35}>
          <Text span size="sm" fw={name ? 650 : 550} truncate display="block">
            <span className="db-visually-hidden">Compare </span>
            {name && <IconBookmark size={13} aria-label="Named" style={{ verticalAlign: -1.5 }} />} {title}
          </Text>
          <Text span size="xs" c="dimmed" truncate display="block" className="db-figures">
            {name ? `${timeOf(version.until)}, ` : ''}
            {version.byName}
          </Text>
          <Text span size="xs" c="dimmed" display="block" className="db-figures">
            {version.restoredFrom ? 'Restored, ' : ''}
            {changesInWords(version.changes)}
          </Text>
        </Box>
      </UnstyledButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            pos="absolute"
            top={6}
            right={4}
            variant="subtle"
            color="gray"
            loading={restoring}
            aria-label={`Actions for ${title}`}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconGitCompare size={15} />} onClick={onCompare}>
            Compare with the present
          </Menu.Item>
          <Menu.Item
            data-changes
            leftSection={<IconArrowBackUp size={15} />}
            onClick={() => void restore(version)}
          >
            Restore
          </Menu.Item>
          <Menu.Item data-changes leftSection={<IconBookmark size={15} />} onClick={() => setNaming(true)}>
            {name ? 'Rename' : 'Name'}
          </Menu.Item>
          {name && (
            <Menu.Item
              data-changes
              leftSection={<IconBookmarkOff size={15} />}
              onClick={() => void change(() => api.content.nameVersion({ id, versionId, name: null }))}
            >
              Take the name away
            </Menu.Item>
          )}
          {!newest && (
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => void change(() => api.content.removeVersion({ id, versionId }))}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <Box p="2px 6px 8px">
          <NameForm
            maxLength={contentLimits.nameLength}
            label="Name of the version"
            initial={name ?? ''}
            onName={(next) => change(() => api.content.nameVersion({ id, versionId, name: next }))}
            onCancel={() => setNaming(false)}
          />
        </Box>
      )}
    </Box>
  );
}
