import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSelectedElements } from '../editor/use-editor.ts';
import { AnimationChoice } from './AnimationChoice.tsx';

/** Adds an animation to what is selected. */
export function AddAnimation() {
  const selected = useSelectedElements();
  const [opened, setOpened] = useState(false);
  return (
    <AnimationChoice elements={selected} opened={opened} onChange={setOpened}>
      <Button
        size="compact-sm"
        fz="xs"
        fw={550}
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => setOpened(!opened)}
      >
        Animation
      </Button>
    </AnimationChoice>
  );
}
