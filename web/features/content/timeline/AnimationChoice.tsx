import { Box, Popover, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnimationType } from '#shared/model/animation.ts';
import type { Element } from '#shared/model/content.ts';
import { outerBoxOf } from '../editor/element-geometry.ts';
import { useEditorSession } from '../editor/session.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import { kindNames, kinds, typeNames, typesOf } from './names.ts';
import styles from './timeline.module.css';
import { useTimelineEdits } from './use-timeline.ts';

/** px of the preview. */
const preview = { width: 220, height: 150 };
/** Seconds between two runs of the preview. */
const restBetween = 0.7;

interface AnimationChoiceProps {
  /** What the chosen animation is added to; the first is the one that shows it. */
  elements: readonly Element[];
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}

/** The ten animations, each shown on the element itself before it is added. */
export function AnimationChoice({ elements, opened, onChange, children }: AnimationChoiceProps) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="top-start"
      shadow="lg"
      width={420}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Add an animation">
        {elements.length > 0 ? (
          <Choice elements={elements} onDone={() => onChange(false)} />
        ) : (
          <Text size="sm" c="dimmed">
            Select an element on the canvas or in the list first.
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ elements, onDone }: { elements: readonly Element[]; onDone: () => void }) {
  const edits = useTimelineEdits();
  const [type, setType] = useState<AnimationType>('fadeIn');
  return (
    <div className={styles.choice}>
      <Box flex={1}>
        {kinds.map((kind) => (
          <fieldset key={kind} className={styles.kind}>
            <legend>{kindNames[kind]}</legend>
            {typesOf(kind).map((one) => (
              <UnstyledButton
                key={one}
                className={styles.type}
                data-kind={kind}
                data-shown={one === type || undefined}
                onMouseEnter={() => setType(one)}
                onFocus={() => setType(one)}
                onClick={() => {
                  edits.add(elements, one);
                  onDone();
                }}
              >
                {typeNames[one]}
              </UnstyledButton>
            ))}
          </fieldset>
        ))}
      </Box>
      <MotionPreview element={elements[0]!} type={type} />
    </div>
  );
}

/** The element by itself, running one animation again and again. */
function MotionPreview({ element, type }: { element: Element; type: AnimationType }) {
  const { data, variables, editor } = useEditorSession();
  const scene = useMemo(() => {
    const box = outerBoxOf(element);
    const side = Math.max(box.width / preview.width, box.height / preview.height) * 1.5;
    const canvasSize = { width: preview.width * side, height: preview.height * side };
    const { background: canvasBackground } = editor.document;
    return {
      canvasSize,
      canvasBackground:
        canvasBackground.type === 'solid' || canvasBackground.type === 'gradient'
          ? canvasBackground
          : { type: 'solid' as const, color: '#ffffff' },
      elements: [
        {
          ...element,
          isVisible: true,
          position: {
            ...element.position,
            x: element.position.x - box.x + (canvasSize.width - box.width) / 2,
            y: element.position.y - box.y + (canvasSize.height - box.height) / 2,
          },
          animations: [{ type, iterations: 'infinite' as const, repeatDelay: restBetween }],
        },
      ],
    };
  }, [element, type, editor]);
  return (
    <figure className={styles.preview}>
      <SceneCanvas
        key={type}
        scene={scene}
        data={data}
        variables={variables}
        playing
        label={`Preview of ${typeNames[type]}`}
        {...preview}
      />
      <figcaption>{typeNames[type]}</figcaption>
    </figure>
  );
}
