import { Anchor, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ChatTelling, Win } from '#shared/model/celebration.ts';

const chats = { slack: 'Slack', teams: 'Teams' } as const;
const topics: Record<ChatTelling['topic'], string> = {
  win: 'the win',
  video: 'the video',
  undone: 'that it was called off',
};
const states: Record<ChatTelling['state'], (what: string) => string> = {
  waiting: (what) => `is about to be told ${what}`,
  sending: (what) => `is being told ${what}`,
  sent: (what) => `was told ${what}`,
  unsure: (what) => `may not have been told ${what}`,
  refused: (what) => `was not told ${what}`,
};

const failed = ({ state }: ChatTelling): boolean => state === 'refused' || state === 'unsure';

const said = ({ chat, topic, state, reason }: ChatTelling): string =>
  `${chats[chat]} ${states[state](topics[topic])}${failed({ chat, topic, state, reason }) && reason ? `: ${reason}` : '.'}`;

/** Which chats were told of a win, and its video. @param none what stands where there is neither */
export function NewsCell({
  chat,
  video,
  videoUrl,
  customer,
  repName,
  none = '–',
}: Win & { none?: '–' | null }) {
  if (chat.length === 0 && video === 'none') return none;
  const name = `Celebration ${[repName, customer].filter(Boolean).join(', ')}`.trim();
  return (
    <>
      {chat.map((telling) => (
        <Text
          key={`${telling.chat} ${telling.topic}`}
          size="xs"
          {...(failed(telling) ? {} : { c: 'dimmed' })}
        >
          {said(telling)}
        </Text>
      ))}
      {videoUrl && (
        <Anchor href={videoUrl} download={`${name}.mp4`} size="xs" aria-label={`Download the video: ${name}`}>
          <IconDownload size={13} aria-hidden="true" style={{ verticalAlign: '-2px' }} /> Video
        </Anchor>
      )}
      {video === 'drawing' && (
        <Text size="xs" c="dimmed">
          The video is being made.
        </Text>
      )}
      {video === 'failed' && <Text size="xs">The video could not be made.</Text>}
    </>
  );
}
