import {
  ActionIcon,
  Box,
  Flex,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Text,
  Tooltip,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import {
  type AnimationType,
  animationDirections,
  type Direction,
  type EasingName,
  easingNames,
} from '#shared/model/animation.ts';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { contentLimits as limits } from '#shared/model/content-limits.ts';
import { easings } from '#shared/scene/animations/easing.ts';
import { animationDefaults, timed } from '#shared/scene/animations/timing.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { useElement } from '../editor/use-editor.ts';
import { lasting, replaced, retyped, startedAt } from './changes.ts';
import { directionNames, easingLabel, hasDirection, kindNames, kinds, typeNames, typesOf } from './names.ts';
import styles from './timeline.module.css';
import type { ChosenBar } from './timeline.ts';
import { useTimelineEdits } from './use-timeline.ts';

const arrows = { left: IconArrowLeft, right: IconArrowRight, up: IconArrowUp, down: IconArrowDown };

/** Everything of the chosen animation, in figures. */
export function BarForm() {
  const { timeline } = useEditorSession();
  const chosen = useSignal(timeline.chosen);
  if (chosen) return <Chosen chosen={chosen} />;
  return (
    <aside className={styles.form} aria-label="Animation" data-empty>
      <Text size="xs" c="dimmed">
        Choose a bar to change it. Pull bars to move them and their ends to make them longer; Alt switches
        snapping off.
      </Text>
    </aside>
  );
}

function Chosen({ chosen }: { chosen: ChosenBar }) {
  const { timeline } = useEditorSession();
  const element = useElement(chosen.elementId);
  useSignal(timeline.pulled);
  const shown = element && timeline.shown(element);
  const animation = shown?.animations[chosen.index];
  if (!shown || !animation) return null;
  return <Fields element={shown} index={chosen.index} animation={animation} />;
}

interface FieldsProps {
  element: Element;
  index: number;
  animation: ElementAnimation;
}

function Fields({ element, index, animation }: FieldsProps) {
  const { timeline } = useEditorSession();
  const edits = useTimelineEdits();
  const defaults = animationDefaults[animation.type];
  const times = timed(animation);
  const name = typeNames[animation.type];
  const locked = element.isLocked;

  const change = (field: string, to: (one: ElementAnimation) => ElementAnimation) =>
    edits.set(
      `Change ${name}`,
      element.id,
      replaced(element.animations, index, to),
      `timeline:${element.id}:${index}:${field}`,
    );
  const seconds = (
    label: string,
    value: number,
    range: { min: number; max: number },
    set: (value: number) => ElementAnimation,
  ) => (
    <NumberInput
      size="xs"
      label={label}
      suffix=" s"
      step={0.1}
      decimalScale={3}
      disabled={locked}
      {...range}
      clampBehavior="blur"
      value={value}
      onChange={(next) =>
        typeof next === 'number' && next >= range.min && next <= range.max && change(label, () => set(next))
      }
    />
  );
  const endless = times.iterations === Infinity;
  const direction = animation.direction ?? defaults.direction;

  return (
    <aside className={styles.form} aria-label="Animation">
      <Flex align="flex-start" gap={2}>
        <Box flex={1} miw={0}>
          <Text size="sm" fw={650}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {elementName(element)}
          </Text>
        </Box>
        <Tooltip label="Play from here">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Play from here"
            onClick={() => {
              timeline.pause();
              timeline.seek(times.begin);
              timeline.play();
            }}
          >
            <IconPlayerPlay size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove (Delete)">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Remove this animation"
            disabled={locked}
            onClick={() => edits.remove({ elementId: element.id, index })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </Flex>
      <SimpleGrid cols={2} spacing={8}>
        <Select
          size="xs"
          label="Type"
          allowDeselect={false}
          disabled={locked}
          data={kinds.map((kind) => ({
            group: kindNames[kind],
            items: typesOf(kind).map((value) => ({ value, label: typeNames[value] })),
          }))}
          value={animation.type}
          onChange={(value) => value && change('type', (one) => retyped(one, value as AnimationType))}
        />
        <Select
          size="xs"
          label="Easing"
          allowDeselect={false}
          searchable
          disabled={locked}
          leftSection={<Curve name={animation.easing ?? defaults.easing} />}
          data={easingNames.map((value) => ({ value, label: easingLabel(value) }))}
          renderOption={({ option }) => (
            <Box component="span" className="db-inline" fz={12} style={{ gap: 8 }}>
              <Curve name={option.value as EasingName} />
              {option.label}
            </Box>
          )}
          value={animation.easing ?? defaults.easing}
          onChange={(value) => value && change('easing', (one) => ({ ...one, easing: value as EasingName }))}
        />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing={8}>
        {seconds('Start', times.begin, limits.animationDelay, (value) => startedAt(animation, value))}
        {seconds('Duration', times.duration, limits.animationDuration, (value) => lasting(animation, value))}
      </SimpleGrid>
      {hasDirection(animation.type) && (
        <div>
          <Text size="xs" fw={500} mb={2}>
            {defaults.kind === 'entrance' ? 'Comes from' : defaults.kind === 'exit' ? 'Goes to' : 'Direction'}
          </Text>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Direction"
            disabled={locked}
            value={direction ?? 'none'}
            onChange={(value) =>
              change('direction', ({ direction: _direction, ...one }) =>
                value === 'none' ? one : { ...one, direction: value as Direction },
              )
            }
            data={[
              ...(defaults.direction ? [] : [{ value: 'none', label: 'In place' }]),
              ...animationDirections.map((value) => {
                const Icon = arrows[value];
                return { value, label: <Icon size={14} aria-label={directionNames[value]} /> };
              }),
            ]}
          />
        </div>
      )}
      <SimpleGrid cols={2} spacing={8}>
        <Select
          size="xs"
          label="Repeats"
          allowDeselect={false}
          disabled={locked}
          data={[
            { value: 'times', label: 'So many times' },
            { value: 'infinite', label: 'For ever' },
          ]}
          value={endless ? 'infinite' : 'times'}
          onChange={(value) =>
            change('repeats', (one) => ({ ...one, iterations: value === 'infinite' ? 'infinite' : 1 }))
          }
        />
        {endless ? (
          seconds('Rest', times.repeatDelay, limits.animationDelay, (repeatDelay) => ({
            ...animation,
            repeatDelay,
          }))
        ) : (
          <NumberInput
            size="xs"
            label="Times"
            allowDecimal={false}
            disabled={locked}
            {...limits.animationIterations}
            value={times.iterations}
            onChange={(value) =>
              typeof value === 'number' &&
              value >= limits.animationIterations.min &&
              value <= limits.animationIterations.max &&
              change('times', (one) => ({ ...one, iterations: value }))
            }
          />
        )}
      </SimpleGrid>
      {!endless &&
        times.iterations > 1 &&
        seconds('Rest between two', times.repeatDelay, limits.animationDelay, (repeatDelay) => ({
          ...animation,
          repeatDelay,
        }))}
    </aside>
  );
}

const curves = new Map<EasingName, string>();

/** The easing as a curve of 18 × 14 px. */
function Curve({ name }: { name: EasingName }) {
  let path = curves.get(name);
  if (!path) {
    const points = Array.from({ length: 25 }, (_, i) => {
      const share = i / 24;
      return `${(1 + share * 16).toFixed(1)} ${(11 - easings[name](share) * 8).toFixed(1)}`;
    });
    path = `M${points.join('L')}`;
    curves.set(name, path);
  }
  return (
    <svg
      width={18}
      height={14}
      viewBox="0 0 18 14"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
