import { Alert, Stack } from '@mantine/core';
import { IconPhoneCall, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type WebhookType, webhookTypes } from '#shared/model/webhook.ts';
import { AutoGrid, Columns } from '#web/ui/layout/layout.tsx';
import { typeWords } from '../words.ts';
import { AnnouncementGroup } from './AnnouncementGroup.tsx';
import { CallGroup } from './CallGroup.tsx';
import { enabledCalls } from './draft.ts';
import { JourneyGroup, PauseGroup, StopGroup } from './JourneyGroups.tsx';
import { TagGroup } from './TagGroup.tsx';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

const icons: Record<WebhookType, typeof IconPlayerPlay> = {
  go: IconPlayerPlay,
  pause: IconPlayerPause,
  stop: IconPlayerStop,
  call: IconPhoneCall,
};

/** Step 2: what happens with the leads. Choosing a card switches the type; what the others were set to is kept. */
export function StepType(props: StepProps) {
  const { draft, change, problems } = props;
  const { webhookType, callConfig } = draft.fields;
  const choose = (type: WebhookType) =>
    change({
      webhookType: type,
      ...(type === 'call' && !callConfig.enabled ? { callConfig: enabledCalls() } : {}),
      ...(type === 'go' && webhookType === 'call' ? { callConfig: { ...callConfig, enabled: false } } : {}),
    });
  return (
    <Stack gap={20} miw={0}>
      <AutoGrid min={190} gap={12} role="radiogroup" aria-label="Webhook type">
        {webhookTypes.map((type, at) => {
          const Icon = icons[type];
          const checked = type === webhookType;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a card that is a choice of several; the arrows move between them
            <button
              key={type}
              type="button"
              role="radio"
              aria-checked={checked}
              tabIndex={checked ? 0 : -1}
              className={`${styles.type} db-focus`}
              onClick={() => choose(type)}
              onKeyDown={(event) => {
                const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
                if (!by) return;
                event.preventDefault();
                const next = (at + by + webhookTypes.length) % webhookTypes.length;
                choose(webhookTypes[next]!);
                (event.currentTarget.parentElement!.children[next] as HTMLElement).focus();
              }}
            >
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <strong>{typeWords[type].label}</strong>
              <span className="db-small">{typeWords[type].about}</span>
            </button>
          );
        })}
      </AutoGrid>
      {problems.tagRules && (
        <Alert color="red" role="alert" tabIndex={-1}>
          {problems.tagRules}
        </Alert>
      )}
      <Columns>
        <Stack gap={20} miw={0}>
          {webhookType === 'go' && <JourneyGroup {...props} />}
          {webhookType === 'pause' && <PauseGroup {...props} />}
          {webhookType === 'stop' && <StopGroup {...props} />}
          {(webhookType === 'go' || webhookType === 'call') && <CallGroup {...props} />}
        </Stack>
        <Stack gap={20} miw={0}>
          <TagGroup {...props} />
          <AnnouncementGroup {...props} />
        </Stack>
      </Columns>
    </Stack>
  );
}
