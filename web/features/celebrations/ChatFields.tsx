import { PasswordInput, Switch } from '@mantine/core';
import { Fragment } from 'react';
import type { CelebrationRule } from '#shared/model/celebration.ts';
import { endpointLimits } from '#shared/model/webhook-endpoint.ts';

interface Address {
  /** A new address; empty: the one that is kept stays. */
  url: string;
  isRemoved: boolean;
}
export interface ChatDraft {
  chat: { slack: Address; teams: Address };
}

const blank: Address = { url: '', isRemoved: false };
export const blankChats: ChatDraft = { chat: { slack: blank, teams: blank } };

const changeOf = ({ url, isRemoved }: Address): string | null | undefined =>
  url || (isRemoved ? null : undefined);

/** What is sent of the addresses; what is undefined stays as it is. */
export const chatChanges = ({ slack, teams }: ChatDraft['chat']) => ({
  slackUrl: changeOf(slack),
  teamsUrl: changeOf(teams),
});

const chats = [
  {
    of: 'slack',
    label: 'In Slack',
    placeholder: 'https://hooks.slack.com/services/…',
    blank: 'The address of an incoming webhook. It is kept sealed and shown to nobody.',
    stop: 'Stop telling Slack',
  },
  {
    of: 'teams',
    label: 'In Microsoft Teams',
    placeholder: 'https://….logic.azure.com/workflows/…',
    blank: 'The address of a workflow “When a Teams webhook request is received”. It is kept sealed.',
    stop: 'Stop telling Teams',
  },
] as const;

interface ChatFieldsProps {
  draft: ChatDraft['chat'];
  /** The rule that is changed; undefined for a new one. */
  kept: CelebrationRule | undefined;
  readOnly: boolean;
  onChange: (draft: ChatDraft['chat']) => void;
}

/** Which chats are told of a sale, with a picture of the sign. */
export function ChatFields({ draft, kept, readOnly, onChange }: ChatFieldsProps) {
  const has = { slack: kept?.hasSlack ?? false, teams: kept?.hasTeams ?? false };
  return chats.map(({ of, label, placeholder, blank: words, stop }) => {
    const set = (change: Partial<Address>) => onChange({ ...draft, [of]: { ...draft[of], ...change } });
    return (
      <Fragment key={of}>
        <PasswordInput
          label={label}
          description={
            has[of] ? 'A channel is told. A new address takes the place of the one that is kept.' : words
          }
          placeholder={placeholder}
          autoComplete="off"
          maxLength={endpointLimits.url}
          disabled={readOnly}
          value={draft[of].url}
          onChange={(event) => set({ url: event.currentTarget.value.trim() })}
        />
        {has[of] && !readOnly && (
          <Switch
            label={stop}
            checked={draft[of].isRemoved}
            onChange={(event) => set({ isRemoved: event.currentTarget.checked })}
          />
        )}
      </Fragment>
    );
  });
}
