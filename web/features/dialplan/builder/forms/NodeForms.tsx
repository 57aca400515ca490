import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { moreForms } from '../../types/index.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { DestinationsField } from './DestinationsField.tsx';
import { MailboxField } from './MailboxField.tsx';
import { SoundFields } from './SoundFields.tsx';
import type { FormProps } from './useNodeForm.ts';

function AnswerForm({ form: { config, set }, capabilities: { ranges } }: FormProps<'answer'>) {
  return (
    <>
      <NumberField
        label="Answers after, s"
        min={ranges.answerDelay.min}
        max={ranges.answerDelay.max}
        value={config.delay}
        onChange={(delay) => set({ delay })}
      />
      <Switch
        label="Callers hear it ring meanwhile"
        checked={config.playRinging}
        onChange={(event) => set({ playRinging: event.currentTarget.checked })}
      />
    </>
  );
}

function DialForm({ form, capabilities, lists }: FormProps<'dial'>) {
  const { config, set, errors } = form;
  return (
    <>
      <DestinationsField
        value={config.destinations}
        most={capabilities.limits.destinations}
        lists={lists}
        error={errors.destinations}
        onChange={(destinations) => set({ destinations })}
      />
      <ChoiceField
        label="Rings them"
        data={capabilities.dialStrategies}
        value={config.strategy}
        onChange={(strategy) => set({ strategy })}
      />
      <NumberField
        label="Each rings, s"
        min={capabilities.ranges.ringTimeout.min}
        max={capabilities.ranges.ringTimeout.max}
        value={config.timeout}
        onChange={(timeout) => set({ timeout })}
      />
      <Select
        label="Number that is shown"
        placeholder="The number that was called"
        clearable
        searchable
        data={lists.dids.map(({ id, phoneNumber, label }) => ({
          value: id,
          label: label ? `${phoneNumber} ${label}` : phoneNumber,
        }))}
        value={config.callerId}
        onChange={(callerId) => set({ callerId })}
      />
    </>
  );
}

function PlaybackForm({ form, capabilities, lists }: FormProps<'playback'>) {
  const { config, set } = form;
  return (
    <>
      <SoundFields form={form} capabilities={capabilities} lists={lists} />
      <Switch
        label="A key skips it"
        checked={config.allowSkip}
        onChange={(event) => set({ allowSkip: event.currentTarget.checked })}
      />
    </>
  );
}

function IvrForm({
  form: { config, set, errors },
  capabilities: { ranges, limits },
  lists,
}: FormProps<'ivr'>) {
  return (
    <>
      <ChoiceField
        label="Menu"
        placeholder={lists.menus.length === 0 ? 'There are none yet' : 'Choose one'}
        data={lists.menus.map(({ id, name }) => ({ value: id, label: name }))}
        value={config.ivrId}
        onChange={(ivrId) => set({ ivrId })}
      />
      <TextInput
        label="Name on the drawing"
        placeholder="The menu’s own"
        maxLength={80}
        value={config.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Callers hear"
        placeholder="What the menu says"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.text}
        value={config.prompt}
        error={errors.prompt}
        onChange={(event) => set({ prompt: event.currentTarget.value })}
      />
      <NumberField
        label="Played at most, times"
        min={ranges.ivrRetries.min}
        max={ranges.ivrRetries.max}
        value={config.maxRetries}
        onChange={(maxRetries) => set({ maxRetries })}
      />
      <NumberField
        label="Waits for a key, s"
        min={ranges.ivrTimeout.min}
        max={ranges.ivrTimeout.max}
        value={config.timeout}
        onChange={(timeout) => set({ timeout })}
      />
    </>
  );
}

export function QueueForm({ form: { config, set }, capabilities, lists }: FormProps<'queue'>) {
  return (
    <>
      <ChoiceField
        label="Queue"
        placeholder={lists.queues.length === 0 ? 'There are none yet' : 'Choose one'}
        data={lists.queues.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        value={config.queueId}
        onChange={(queueId) => set({ queueId })}
      />
      <TextInput
        label="Name on the drawing"
        placeholder="The queue’s own"
        maxLength={80}
        value={config.queueName}
        onChange={(event) => set({ queueName: event.currentTarget.value })}
      />
      <NumberField
        label="Waits at most, s"
        min={capabilities.ranges.queueWait.min}
        max={capabilities.ranges.queueWait.max}
        value={config.maxWaitTime}
        onChange={(maxWaitTime) => set({ maxWaitTime })}
      />
      <ChoiceField
        label="Callers hear meanwhile"
        data={capabilities.musicOnHold}
        value={config.musicOnHold}
        onChange={(musicOnHold) => set({ musicOnHold })}
      />
      <Switch
        label="They are told their place"
        checked={config.announcePosition}
        onChange={(event) => set({ announcePosition: event.currentTarget.checked })}
      />
    </>
  );
}

function VoicemailForm({ form: { config, set }, lists }: FormProps<'voicemail'>) {
  return (
    <MailboxField
      label="Mailbox of"
      extensions={lists.extensions}
      value={config.mailbox}
      onChange={(mailbox) => set({ mailbox })}
    />
  );
}

function HangupForm({ form: { config, set }, capabilities }: FormProps<'hangup'>) {
  return (
    <ChoiceField
      label="The caller’s network is told"
      data={capabilities.hangupReasons}
      value={config.reason}
      onChange={(reason) => set({ reason })}
    />
  );
}

export const forms = {
  answer: AnswerForm,
  dial: DialForm,
  playback: PlaybackForm,
  ivr: IvrForm,
  queue: QueueForm,
  condition: ConditionForm,
  voicemail: VoicemailForm,
  hangup: HangupForm,
  ...moreForms,
};
