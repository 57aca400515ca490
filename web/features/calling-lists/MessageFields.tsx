import { Fieldset, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { callingListLimits as limits } from '#shared/model/calling-list.ts';
import { messageOf } from '#web/app/api-error.ts';
import { uploadAsset } from '#web/features/content/data/uploads.ts';
import type { ListForm } from './ListPanel.tsx';
import { telephoneFile } from './telephone-file.ts';

/** What is played to who answers while nobody is free: the form says what the law wants it to say. */
export function MessageFields({ form }: { form: ListForm }) {
  const { name, number, sound } = form.values.message;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function choose(file: File | null) {
    setProblem(undefined);
    if (!file) return;
    setBusy(true);
    try {
      const { publicUrl } = await uploadAsset(await telephoneFile(file), { tags: ['telephone'] });
      form.setFieldValue('message.sound', publicUrl);
      form.clearFieldError('message.sound');
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Fieldset legend="When nobody is free for who answers">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          By law they hear within two seconds who calls, and a number at which they can ask not to be called
          again.
        </Text>
        <TextInput
          label="Name of the caller"
          maxLength={limits.messageName}
          {...form.getInputProps('message.name')}
        />
        <TextInput label="Number to call" type="tel" {...form.getInputProps('message.number')} />
        <FileInput
          data-changes
          label="Sound of the message"
          description={`Somebody says: “This is ${name || '…'} with a sales call. If you do not want to be called again, press any key now or call ${number || '…'}.”`}
          placeholder={busy ? 'Being sent…' : sound ? 'Choose another file' : 'Choose a file'}
          accept="audio/*"
          leftSection={<IconUpload size={16} />}
          disabled={busy}
          value={null}
          onChange={(file) => void choose(file)}
          error={problem ?? form.getInputProps('message.sound').error}
        />
        {sound && (
          // biome-ignore lint/a11y/useMediaCaption: what it says stands beside it
          <audio controls preload="none" src={sound} aria-label="The message" style={{ width: '100%' }} />
        )}
      </Stack>
    </Fieldset>
  );
}
