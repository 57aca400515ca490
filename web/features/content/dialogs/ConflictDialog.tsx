import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import { outerBoxOf } from '../editor/element-geometry.ts';
import { elementName } from '../editor/element-name.ts';
import { type Conflict, elementChanges } from '../editor/saving/queue.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './dialogs.module.css';

/** Somebody else changed what was changed here: each is decided by hand, none in silence. */
export function ConflictDialog() {
  const { queue, saver } = useEditorSession();
  const { conflicts, fieldsConflict } = useSignal(queue.state);
  const [later, setLater] = useState(0);
  const count = conflicts.length + (fieldsConflict ? 1 : 0);
  const save = () => void saver.save({ quiet: true });
  const decideAll = (keep: 'mine' | 'theirs') => {
    for (const { id } of conflicts) queue.resolve(id, keep);
    if (fieldsConflict) queue.resolveFields(keep);
    save();
  };
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened={count > 0 && count !== later}
      onClose={() => setLater(count)}
      title={<Text fw={650}>Changed by somebody else too</Text>}
      size="lg"
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {count === 1 ? 'One edit was' : `${count} edits were`} not saved, because somebody saved another
          state meanwhile. Everything else is saved.
        </Text>
        {fieldsConflict && (
          <Stack gap={10} p={12} bd="1px solid var(--db-line)" bdrs="md">
            <Text size="sm" fw={550}>
              The project’s name, canvas or background
            </Text>
            <Choice
              onChoose={(keep) => {
                queue.resolveFields(keep);
                save();
              }}
            />
          </Stack>
        )}
        {conflicts.map((conflict) => (
          <ElementConflict
            key={conflict.id}
            conflict={conflict}
            onChoose={(keep) => {
              queue.resolve(conflict.id, keep);
              save();
            }}
          />
        ))}
        {count > 1 && (
          <Group justify="flex-end" gap="xs">
            <Button variant="subtle" color="gray" onClick={() => decideAll('theirs')}>
              Take all of theirs
            </Button>
            <Button variant="default" onClick={() => decideAll('mine')}>
              Keep all of mine
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function Choice({ onChoose }: { onChoose: (keep: 'mine' | 'theirs') => void }) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => onChoose('mine')}>
        Keep mine
      </Button>
      <Button size="xs" variant="default" onClick={() => onChoose('theirs')}>
        Take theirs
      </Button>
    </Group>
  );
}

function ElementConflict({
  conflict,
  onChoose,
}: {
  conflict: Conflict;
  onChoose: (keep: 'mine' | 'theirs') => void;
}) {
  const { mine, theirs, message } = conflict;
  const known = mine ?? theirs;
  return (
    <Stack gap={10} p={12} bd="1px solid var(--db-line)" bdrs="md">
      <Text size="sm" fw={550}>
        {known ? elementName(known) : 'An element'}
      </Text>
      {message && (
        <Text size="xs" c="dimmed">
          {message}
        </Text>
      )}
      {mine && theirs && (
        <Text size="xs" c="dimmed">
          Differs in: {Object.keys(elementChanges(theirs, mine)).map(fieldName).join(', ')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={10}>
        <Side title="Mine" element={mine} />
        <Side title="Theirs" element={theirs} />
      </SimpleGrid>
      <Choice onChoose={onChoose} />
    </Stack>
  );
}

/** `layerOrder` is read as layer order. */
const fieldName = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Room for one side's picture, in px. */
const room = { width: 240, height: 180 };

function fitted(width: number, height: number) {
  const scale = Math.min(room.width / width, room.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Two that differ in their place or size only look alike in their pictures. */
function placeOf({ position, size, rotation }: Element): string {
  const turned = rotation === 0 ? '' : `, ${Math.round(rotation)}°`;
  const at = `${Math.round(position.x)}, ${Math.round(position.y)}`;
  return `at ${at}, ${Math.round(size.width)} × ${Math.round(size.height)}${turned}`;
}

function Side({ title, element }: { title: string; element: Element | undefined }) {
  const box = element && outerBoxOf(element);
  const pad = 12;
  return (
    <Stack gap={6} miw={0}>
      <Text size="xs" c="dimmed" className="db-figures">
        {element ? `${title}, ${placeOf(element)}` : title}
      </Text>
      {element && box ? (
        <div className={styles.picture}>
          <SceneCanvas
            label={`${title}: ${elementName(element)}`}
            scene={{
              canvasSize: { width: box.width + 2 * pad, height: box.height + 2 * pad },
              canvasBackground: { type: 'solid', color: '#ffffff' },
              elements: [
                {
                  ...element,
                  position: {
                    ...element.position,
                    x: element.position.x - box.x + pad,
                    y: element.position.y - box.y + pad,
                  },
                },
              ],
            }}
            data={{}}
            {...fitted(box.width + 2 * pad, box.height + 2 * pad)}
          />
        </div>
      ) : (
        <Text size="sm">Removed</Text>
      )}
    </Stack>
  );
}
