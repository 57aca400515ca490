import { Anchor, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ChatTelling, Win } from '#shared/model/celebration.ts';

const chats = { slack: 'Slack', teams: 'Teams' } as const;
const chatNames = ['slack', 'teams'] as const;
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

interface Said {
  key: string;
  words: string;
  isFailed: boolean;
}

/** What a chat was told is one sentence; what did not reach it, or is on its way, has its own. */
function saidTo(chat: ChatTelling['chat'], tellings: readonly ChatTelling[]): Said[] {
  const own = tellings.filter((telling) => telling.chat === chat);
  const sent = own.filter(({ state }) => state === 'sent').map(({ topic }) => topics[topic]);
  const others = own.filter(({ state }) => state !== 'sent');
  const told = sent.length > 1 ? `${sent.slice(0, -1).join(', ')} and ${sent.at(-1)}` : sent.join('');
  return [
    ...(told ? [{ key: 'sent', words: `${chats[chat]} ${states.sent(told)}.`, isFailed: false }] : []),
    ...others.map((one) => ({
      key: one.topic,
      words: `${chats[chat]} ${states[one.state](topics[one.topic])}${failed(one) && one.reason ? `: ${one.reason}` : '.'}`,
      isFailed: failed(one),
    })),
  ];
}

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
      {chatNames.flatMap((name) =>
        saidTo(name, chat).map(({ key, words, isFailed }) => (
          <Text key={`${name} ${key}`} size="xs" {...(isFailed ? {} : { c: 'dimmed' })}>
            {words}
          </Text>
        )),
      )}
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
