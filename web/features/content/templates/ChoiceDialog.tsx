import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#shared/model/templates.ts';
import { useEditorSession } from '../editor/session.ts';
import type { ApplyMode } from './apply-template.ts';
import { drawTemplate } from './use-choice.ts';

interface ChoiceDialogProps {
  template: Template;
  onClose: () => void;
  onDrawn: () => void;
}

/** Where a template goes when the project holds something already. */
export function ChoiceDialog({ template, onClose, onDrawn }: ChoiceDialogProps) {
  const session = useEditorSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<ApplyMode | 'new'>();
  const draw = async (mode: ApplyMode) => {
    setBusy(mode);
    if (await drawTemplate(session, template, mode)) onDrawn();
    setBusy(undefined);
  };
  const begin = async () => {
    setBusy('new');
    if (await session.saveFirst()) void navigate(`/content-creator?template=${template.id}`);
    setBusy(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={<Text fw={650}>Use “{template.name}”</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed" mb={4}>
          This project has elements already. Replacing and adding can both be undone.
        </Text>
        <Button
          data-changes
          variant="default"
          loading={busy === 'add'}
          onClick={() => void draw('add')}
          data-autofocus
        >
          Add to this project
        </Button>
        <Button
          data-changes
          variant="default"
          loading={busy === 'replace'}
          onClick={() => void draw('replace')}
        >
          Replace what is here
        </Button>
        <Button loading={busy === 'new'} onClick={() => void begin()}>
          Make a new project
        </Button>
      </Stack>
    </Modal>
  );
}
