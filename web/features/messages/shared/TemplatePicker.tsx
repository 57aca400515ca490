import { Anchor, Box, Button, Popover, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MessageChannel } from '#shared/model/message.ts';
import type { MessageTemplate } from '#shared/model/message-template.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import styles from './shared.module.css';
import { plainText } from './words.ts';

interface TemplatePickerProps {
  channel: MessageChannel;
  disabled?: boolean;
  onPick: (template: MessageTemplate) => void;
}

/** The templates of a channel that are in use, to choose one of. */
export function TemplatePicker({ channel, disabled, onPick }: TemplatePickerProps) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const list = useQuery(query.messageTemplates.list.queryOptions({ input: { channel }, enabled: opened }));
  const needle = search.trim().toLowerCase();
  const shown = list.data?.templates.filter(
    ({ isActive, name, body }) => isActive && `${name} ${body}`.toLowerCase().includes(needle),
  );
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={disabled}
          leftSection={<IconTemplate size={15} />}
          onClick={() => setOpened(!opened)}
        >
          Templates
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Templates">
        <TextInput
          aria-label="Search templates"
          placeholder="Search templates"
          size="xs"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        {list.error ? (
          <Text size="sm" c="red" mt="xs" role="alert">
            {messageOf(list.error)}
          </Text>
        ) : !shown ? (
          <LinesSkeleton lines={3} />
        ) : shown.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            {needle ? 'No template has these words.' : 'There are none yet. '}
            {!needle && (
              <Anchor component={Link} to={`/templates/new-${channel}`} inherit>
                Write one
              </Anchor>
            )}
          </Text>
        ) : (
          <Box component="ul" className="db-list" mah={280} m="8px -4px -4px" style={{ overflow: 'auto' }}>
            {shown.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className={styles.pick}
                  onClick={() => {
                    setOpened(false);
                    onPick(template);
                  }}
                >
                  <strong>{template.name}</strong>
                  <span className="db-cut db-small">{template.subject || plainText(template.body)}</span>
                </button>
              </li>
            ))}
          </Box>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
