import { useLayoutEffect, useRef, useState } from 'react';
import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { fontsOf } from '#shared/scene/needs.ts';
import { drawableOf } from '#shared/scene/registry.ts';
import { fittedStyle } from '#shared/scene/text/fit.ts';
import { type RichText, type TextRun, tidyRuns } from '#shared/scene/text/runs.ts';
import { readTextStyle, type TextStyle } from '#shared/scene/text/style.ts';
import { sceneFonts } from '../../scene/fonts.ts';
import { useEditorSession } from '../session.ts';
import { useSignal } from '../signal.ts';
import { sizeOf, toSize } from '../text-format.ts';
import { useElement } from '../use-editor.ts';
import { RichField } from './rich-field.ts';
import styles from './Typing.module.css';

/** Measures what is typed, where it shrinks to fit. */
const measuring = document.createElement('canvas').getContext('2d');

/** Whether an element belongs to the toolbar of the text, or to what opens from it. */
export const isInTextBar = (target: EventTarget | null) =>
  target instanceof window.Element && target.closest('[data-text-bar]') !== null;

/** The text field over the element that is being typed in. */
export function TextEditing({ env }: { env: SceneEnv }) {
  const { editor } = useEditorSession();
  const id = useSignal(editor.editingText);
  return id ? <TextField key={id} id={id} env={env} /> : null;
}

function TextField({ id, env }: { id: string; env: SceneEnv }) {
  const { editor } = useEditorSession();
  const element = useElement(id);
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<RichField>(undefined);
  const view = useSignal(editor.camera.view);
  const [rich, setRich] = useState(() => richOf(element));

  const style = element && styleWhileTyping(element, rich, env);
  const first = useRef(style);

  // Before the field is placed: what stands in it decides where its lines begin.
  useLayoutEffect(() => {
    if (!first.current) return;
    const begun = richOf(editor.document.get(id));
    const typing = new RichField(root.current!, begun, first.current, (next) => {
      setRich(next);
      // A bold or a font of their own is fetched before the canvas draws it.
      const draft = withRich(editor.document.get(id), next);
      if (draft) void sceneFonts.load(fontsOf({ ...editor.document.fields.get(), elements: [draft] }, env));
    });
    field.current = typing;
    editor.textField.set(typing);
    typing.focus();
    // Leaving the field in whatever way keeps what was typed, as one step.
    return () => {
      editor.textField.set(undefined);
      typing.stop();
      editor.edit('Edit text', [id], (before) => withRich(before, typing.rich) ?? before);
    };
  }, [editor, id, env]);

  useLayoutEffect(() => {
    const box = root.current;
    if (!box || !element || !style) return;
    field.current?.dress(style);
    // A text field cannot align its lines vertically: it is pushed down by what is left over.
    const spare = element.size.height - box.offsetHeight;
    const shift = style.verticalAlign === 'middle' ? spare / 2 : style.verticalAlign === 'bottom' ? spare : 0;
    box.style.marginBlockStart = `${shift}px`;
  });

  if (!element || !style) return null;
  const { x, y } = editor.camera.toScreen(element.position);
  const { width, height } = element.size;
  const leave = () => editor.editingText.set(undefined);
  return (
    <div
      style={{
        position: 'absolute',
        insetBlockStart: 0,
        insetInlineStart: 0,
        width,
        height,
        transformOrigin: '0 0',
        transform:
          `translate(${x}px, ${y}px) scale(${view.zoom}) translate(${width / 2}px, ${height / 2}px) ` +
          `rotate(${element.rotation}deg) translate(${-width / 2}px, ${-height / 2}px)`,
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea has one style for all its letters */}
      <div
        ref={root}
        className={styles.field}
        role="textbox"
        aria-multiline
        aria-label="Text"
        aria-keyshortcuts="Alt+F10"
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        dir="auto"
        spellCheck
        onBlur={({ relatedTarget }) => !isInTextBar(relatedTarget) && leave()}
        onKeyDown={(event) => {
          const key = event.key.toLowerCase();
          const typing = field.current;
          if (!typing || event.nativeEvent.isComposing) return;
          const keys = event.ctrlKey || event.metaKey ? keysWithCtrl(typing, event.shiftKey) : {};
          const action = key === 'escape' ? leave : event.altKey && key === 'f10' ? focusTextBar : keys[key];
          if (!action) return;
          event.preventDefault();
          event.stopPropagation();
          action();
        }}
        style={{
          width,
          padding: style.padding,
          letterSpacing: style.letterSpacing,
          textAlign: style.textAlign,
          textTransform: style.textTransform,
          textShadow: style.textShadow,
        }}
      />
    </div>
  );
}

const focusTextBar = () => document.querySelector<HTMLElement>('[data-text-bar] button')?.focus();

/** What keys do together with Ctrl, or Cmd on a Mac. */
function keysWithCtrl(typing: RichField, shift: boolean): Record<string, (() => void) | undefined> {
  const grow = (by: number) => {
    const state = typing.state.get();
    typing.format(toSize(state, (sizeOf(state) ?? state.base.fontSize) + by));
  };
  return shift
    ? { x: () => typing.toggle('strike'), z: () => typing.redo(), '>': () => grow(1), '<': () => grow(-1) }
    : {
        b: () => typing.toggle('bold'),
        i: () => typing.toggle('italic'),
        u: () => typing.toggle('underline'),
        z: () => typing.undo(),
        y: () => typing.redo(),
      };
}

function styleWhileTyping(element: Element, rich: RichText, env: SceneEnv): TextStyle {
  const drawable = drawableOf(element, env.seed);
  const own = readTextStyle(drawable.styles, drawable.properties.textAlign);
  if (drawable.styles.fitText !== true || !measuring) return own;
  return fittedStyle(measuring, rich.text, own, { x: 0, y: 0, ...element.size }, env, rich.runs);
}

function richOf(element: Element | undefined): RichText {
  if (!element) return { text: '', runs: [] };
  const { text, runs } = drawableOf(element, 0).properties;
  const words = typeof text === 'string' ? text : '';
  return { text: words, runs: tidyRuns((runs ?? []) as unknown as TextRun[], words.length) };
}

/** The element with another text; the same object when that is the one it has. */
function withRich(element: Element | undefined, rich: RichText): Element | undefined {
  if (!element || JSON.stringify(richOf(element)) === JSON.stringify(rich)) return element;
  const runs = rich.runs as unknown as JsonValue;
  return { ...element, properties: { ...element.properties, text: rich.text, runs } };
}
