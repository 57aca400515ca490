import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { timed } from '#shared/scene/animations/timing.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignalPart } from '../editor/signal.ts';
import { begunAt, lasting, replaced, startedAt } from './changes.ts';
import { describe, typeNames } from './names.ts';
import { type Bar, barTop, edgesOf } from './rows.ts';
import { catchDistance, gridSeconds, type Snapped, snapSpan, snapTime } from './snapping.ts';
import styles from './timeline.module.css';
import { useDrawer, useTimelineEdits } from './use-timeline.ts';

/** px that a bar is wide at least, so that it can be taken hold of. */
const thinnest = 12;
/** px from a bar's ends that pull the end and not the bar. */
const endWidth = 7;
/** px that the pointer moves before a press becomes a pull. */
const threshold = 3;

type Part = 'whole' | 'begin' | 'end';
interface Grabbed {
  x: number;
  part: Part;
  animation: ElementAnimation;
  edges: number[];
  moved: boolean;
}

/** One animation: pulled along, made longer at its ends, or moved by the keyboard. */
export function BarView({ element, bar }: { element: Element; bar: Bar }) {
  const { editor, timeline } = useEditorSession();
  const edits = useTimelineEdits();
  const { rows, scale, length } = useDrawer();
  const grabbed = useRef<Grabbed>(undefined);
  const { index, animation, timed: times } = bar;
  const chosen = useSignalPart(
    timeline.chosen,
    (one) => one?.elementId === element.id && one.index === index,
  );
  const name = elementName(element);
  const end = Number.isFinite(times.end) ? times.end : Math.max(length, times.begin + times.duration);
  const width = Math.max(thinnest, (end - times.begin) * scale - 1);

  const choose = () => {
    timeline.chosen.set({ elementId: element.id, index });
    if (!editor.isSelected(element.id)) editor.select([element.id]);
  };

  const pull = (grab: Grabbed, event: PointerEvent): { next: ElementAnimation; snapped: Snapped } => {
    const by = (event.clientX - grab.x) / scale;
    const { begin, duration } = timed(grab.animation);
    const reach = catchDistance / scale;
    if (grab.part === 'whole') {
      const snapped = snapSpan(Math.max(0, begin + by), duration, grab.edges, reach, event.altKey);
      return { snapped, next: startedAt(grab.animation, snapped.time) };
    }
    const edge = grab.part === 'begin' ? begin : begin + duration;
    const snapped = snapTime(edge + by, grab.edges, reach, event.altKey);
    const next =
      grab.part === 'begin'
        ? begunAt(grab.animation, snapped.time)
        : lasting(grab.animation, snapped.time - begin);
    return { snapped, next };
  };

  const down = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    choose();
    if (element.isLocked) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left } = event.currentTarget.getBoundingClientRect();
    const into = event.clientX - left;
    // A repeated bar is made longer at the end of its first time.
    const handle = Math.max(thinnest, times.duration * scale - 1);
    const part: Part =
      into <= endWidth && width > 3 * endWidth
        ? 'begin'
        : Math.abs(into - handle) <= endWidth || (into > handle - endWidth && into <= handle)
          ? 'end'
          : 'whole';
    const edges = edgesOf(rows, { elementId: element.id, index });
    const shown = timeline.time.get();
    if (shown !== undefined) edges.push(shown);
    grabbed.current = { x: event.clientX, part, animation, edges, moved: false };
  };
  const move = (event: PointerEvent) => {
    const grab = grabbed.current;
    if (!grab) return;
    if (!grab.moved && Math.abs(event.clientX - grab.x) < threshold) return;
    grab.moved = true;
    const { next, snapped } = pull(grab, event);
    timeline.pulled.set({
      elementId: element.id,
      animations: replaced(element.animations, index, () => next),
      caughtAt: snapped.at,
    });
  };
  const drop = (keep: boolean) => {
    const pulled = timeline.pulled.get();
    const part = grabbed.current?.part;
    grabbed.current = undefined;
    timeline.pulled.set(undefined);
    if (!keep || !pulled) return;
    const verb = part === 'whole' ? 'Move' : 'Change length of';
    edits.set(`${verb} ${typeNames[animation.type]}`, element.id, pulled.animations);
  };

  const key = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Escape' && grabbed.current) {
      event.preventDefault();
      return drop(false);
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role="slider"]')?.focus();
      return edits.remove({ elementId: element.id, index });
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const all = [...event.currentTarget.closest('ul')!.querySelectorAll<HTMLElement>('[data-bar]')];
      return all[all.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)]?.focus();
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const by = event.key === 'ArrowLeft' ? -gridSeconds : gridSeconds;
    const next = event.shiftKey
      ? lasting(animation, times.duration + by)
      : startedAt(animation, times.begin + by);
    edits.set(
      `${event.shiftKey ? 'Change length of' : 'Move'} ${typeNames[animation.type]}`,
      element.id,
      replaced(element.animations, index, () => next),
      `timeline:${element.id}:${index}:${event.shiftKey}`,
    );
  };

  return (
    <button
      type="button"
      className={styles.bar}
      data-bar
      data-kind={times.kind}
      data-endless={times.end === Infinity || undefined}
      data-chosen={chosen || undefined}
      aria-pressed={chosen}
      aria-label={describe(animation, name)}
      title={`${typeNames[animation.type]} · ${describe(animation, name).split(', ').slice(1).join(', ')}`}
      style={{ insetInlineStart: times.begin * scale, inlineSize: width, insetBlockStart: barTop(bar) }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => drop(true)}
      onPointerCancel={() => drop(false)}
      onFocus={choose}
      onKeyDown={key}
    >
      {times.iterations > 1 &&
        repeats(times.duration, times.repeatDelay, end - times.begin, scale).map((x) => (
          <i key={x} className={styles.tick} style={{ insetInlineStart: x }} />
        ))}
      <span className={styles.barName}>{typeNames[animation.type]}</span>
    </button>
  );
}

/** px at which a repeated animation begins again; none where they would only be a hatching. */
function repeats(duration: number, rest: number, whole: number, scale: number): number[] {
  const each = (duration + rest) * scale;
  const count = Math.floor((whole * scale) / each);
  if (each < 8 || count > 400) return [];
  return Array.from({ length: count }, (_, index) => (index + 1) * each).filter((x) => x < whole * scale - 2);
}
