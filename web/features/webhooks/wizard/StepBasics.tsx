import {
  Button,
  CopyButton,
  Group,
  NumberInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { mayDo } from '#web/app/access.ts';
import { useSignedIn } from '#web/app/session.ts';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { bounded, newSigningSecret, newToken } from './draft.ts';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

interface SecretProps {
  label: string;
  about: string;
  none: string;
  isSet: boolean;
  value: string | null | undefined;
  make: () => string;
  onChange: (value: string | null | undefined) => void;
  error: string | undefined;
}

/** A secret of the webhook: keep, set or remove. What is set is seen until it is saved, and never again. */
function Secret({ label, about, none, isSet, value, make, onChange, error }: SecretProps) {
  const { user } = useSignedIn();
  const isLocked = isSet && !mayDo('webhooks.secrets', user);
  const choice = value === null ? 'none' : value === undefined ? 'keep' : 'set';
  return (
    <div>
      <Radio.Group
        label={label}
        description={isLocked ? `${about} It is set; only an admin changes or removes it.` : about}
        value={choice}
        onChange={(next) => onChange(next === 'none' ? null : next === 'keep' ? undefined : make())}
      >
        <Stack gap={8} mt={8}>
          {isSet && <Radio value="keep" label="Keep existing" />}
          <Radio value="none" disabled={isLocked} label={isSet ? `${none}: remove it` : none} />
          <Radio value="set" disabled={isLocked} label={isSet ? 'Set a new one' : 'Set one'} />
        </Stack>
      </Radio.Group>
      {typeof value === 'string' && (
        <Stack gap={6} mt={10}>
          <div className={styles.made}>
            <TextInput
              aria-label={`New ${label.toLowerCase()}`}
              value={value}
              error={error}
              maxLength={limits.token.max}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={copy}
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={() => onChange(make())}
            >
              Generate
            </Button>
          </div>
          <Text size="xs" c="dimmed">
            Give it to the sender now: once saved it is never shown again.
          </Text>
        </Stack>
      )}
    </div>
  );
}

/** Step 1: what it is called, whose leads come by it, and who may send. */
export function StepBasics({ draft, change, setDraft, problems, existing }: StepProps) {
  const { fields } = draft;
  const text = (name: 'name' | 'brand' | 'source') => ({
    value: fields[name],
    error: problems[name],
    required: true,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <Columns>
      <Surface component="section" aria-label="About">
        <Stack gap="md">
          <TextInput label="Name" placeholder="Website form" maxLength={limits.name} {...text('name')} />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxLength={limits.text}
            value={fields.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <TextInput
            label="Brand"
            description="New leads get it, unless the payload names one."
            maxLength={100}
            {...text('brand')}
          />
          <TextInput
            label="Source"
            description="Where these leads come from, for your figures."
            maxLength={100}
            {...text('source')}
          />
        </Stack>
      </Surface>
      <Surface component="section" aria-label="Security">
        <Stack gap="lg">
          <Secret
            label="Security token"
            about="The sender presents it as a Bearer value in the Authorization header, or in x-webhook-token."
            none="No authentication"
            isSet={Boolean(existing?.tokenSet)}
            value={draft.securityToken}
            make={newToken}
            error={problems.securityToken}
            onChange={(securityToken) => setDraft({ ...draft, securityToken })}
          />
          <Secret
            label="Signing secret"
            about="For senders that sign by Standard Webhooks."
            none="No signatures"
            isSet={Boolean(existing?.signingSecretSet)}
            value={draft.signingSecret}
            make={newSigningSecret}
            error={problems.signingSecret}
            onChange={(signingSecret) => setDraft({ ...draft, signingSecret })}
          />
          <TagsInput
            label="Allowed networks"
            description="Addresses that may send, such as 203.0.113.0/24. Everybody, where it is empty."
            placeholder={fields.allowedNetworks.length === 0 ? 'Everybody' : ''}
            value={fields.allowedNetworks}
            maxTags={limits.networks}
            onChange={(allowedNetworks) => change({ allowedNetworks })}
          />
          <Group grow align="flex-start">
            <NumberInput
              label="Requests a minute"
              description="More are answered with 429."
              min={limits.perMinute.min}
              max={limits.perMinute.max}
              value={fields.perMinute}
              onBlur={(event) =>
                change({ perMinute: bounded(event.currentTarget.value.replace(/\D/g, ''), limits.perMinute) })
              }
              onChange={(value) => typeof value === 'number' && change({ perMinute: value })}
            />
            <NumberInput
              label="Same payload, minutes"
              description="An equal one within makes one delivery."
              min={0}
              max={limits.payloadMinutes.max}
              value={fields.payloadMinutes}
              onBlur={(event) =>
                change({
                  payloadMinutes: bounded(
                    event.currentTarget.value.replace(/\D/g, ''),
                    limits.payloadMinutes,
                  ),
                })
              }
              onChange={(value) => typeof value === 'number' && change({ payloadMinutes: value })}
            />
          </Group>
        </Stack>
      </Surface>
    </Columns>
  );
}
