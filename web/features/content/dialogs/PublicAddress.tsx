import { Button, CopyButton, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useEditorSession } from '../editor/session.ts';
import styles from './dialogs.module.css';

const notes = [
  'Content cached 5 minutes',
  'No authentication required',
  'Optimised for iframe embedding',
  'Auto-scales to display resolution',
];

/** The address that anybody may open or embed, once the project is published. */
export function PublicAddress({ url }: { url: string | null }) {
  const { editor } = useEditorSession();
  const { name, canvasSize } = editor.document.fields.get();
  if (!url) {
    return (
      <Text size="sm" c="dimmed">
        The project has a public address while it is published. Publish it to a display to get one.
      </Text>
    );
  }
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const snippet =
    `<iframe src="${url}" title="${title}" style="width:100%;aspect-ratio:${canvasSize.width}/${canvasSize.height};` +
    'border:0" allow="autoplay; fullscreen" loading="lazy"></iframe>';
  return (
    <Stack gap="sm">
      <Copyable label="Address" text={url}>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconExternalLink size={14} />}
        >
          Open
        </Button>
      </Copyable>
      <Copyable label="For your site" text={snippet} />
      <List size="xs" c="dimmed" spacing={2}>
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Copyable({ label, text, children }: { label: string; text: string; children?: React.ReactNode }) {
  return (
    <div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 6, marginBlockEnd: 4 }}>
        <Text size="xs" fw={600} style={{ flex: 1 }}>
          {label}
        </Text>
        {children}
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <div className={styles.code}>{text}</div>
    </div>
  );
}
