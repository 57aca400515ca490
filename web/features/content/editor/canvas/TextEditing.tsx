import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { contentLimits, type Element } from '#shared/model/content.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { fontStack } from '#shared/scene/fonts.ts';
import { drawableOf } from '#shared/scene/registry.ts';
import { fittedStyle } from '#shared/scene/text/fit.ts';
import { readTextStyle } from '#shared/scene/text/style.ts';
import { useEditorSession } from '../session.ts';
import { useSignal } from '../signal.ts';
import { useElement } from '../use-editor.ts';
import styles from './Canvas.module.css';

/** Measures what is typed, where it shrinks to fit. */
const measuring = document.createElement('canvas').getContext('2d');

/** The text field over the element that is being typed in. */
export function TextEditing({ env }: { env: SceneEnv }) {
  const { editor } = useEditorSession();
  const id = useSignal(editor.editingText);
  return id ? <TextField key={id} id={id} env={env} /> : null;
}

function TextField({ id, env }: { id: string; env: SceneEnv }) {
  const { editor } = useEditorSession();
  const element = useElement(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const view = useSignal(editor.camera.view);
  const begun = textOf(element);
  const [text, setText] = useState(begun);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    const input = field.current;
    input?.focus({ preventScroll: true });
    input?.select();
    // Leaving the field in whatever way keeps what was typed, as one step.
    return () => {
      const typed = latest.current;
      editor.edit('Edit text', [id], (before) =>
        textOf(before) === typed ? before : { ...before, properties: { ...before.properties, text: typed } },
      );
    };
  }, [editor, id]);

  const drawable = element && drawableOf(element, env.seed);
  const own = drawable && readTextStyle(drawable.styles, drawable.properties.textAlign);
  const style =
    own && drawable.styles.fitText === true && measuring
      ? fittedStyle(measuring, text, own, { x: 0, y: 0, ...drawable.element.size }, env)
      : own;

  useLayoutEffect(() => {
    const input = field.current;
    if (!input || !element || !style) return;
    // A text field cannot align its lines vertically: it is pushed down by what is left over.
    input.style.paddingBlockStart = `${style.padding}px`;
    input.style.height = '0';
    const content = input.scrollHeight - style.padding * 2;
    const spare = element.size.height - style.padding * 2 - content;
    const shift = style.verticalAlign === 'middle' ? spare / 2 : style.verticalAlign === 'bottom' ? spare : 0;
    input.style.height = `${content + style.padding * 2}px`;
    input.style.marginBlockStart = `${shift}px`;
  });

  if (!element || !style) return null;
  const { x, y } = editor.camera.toScreen(element.position);
  const { width, height } = element.size;
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
      <textarea
        ref={field}
        className={styles.typing}
        aria-label="Text"
        dir="auto"
        spellCheck
        maxLength={contentLimits.textLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => editor.editingText.set(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            editor.editingText.set(undefined);
          }
        }}
        style={{
          width,
          padding: style.padding,
          fontFamily: fontStack(style.fontFamily),
          fontSize: style.fontSize,
          fontWeight: style.fontWeight,
          fontStyle: style.fontStyle,
          lineHeight: style.lineHeight,
          letterSpacing: style.letterSpacing,
          textAlign: style.textAlign,
          textTransform: style.textTransform,
          textDecorationLine: style.textDecoration,
          textShadow: style.textShadow,
          color: style.color,
          caretColor: 'var(--mantine-color-violet-6)',
          textRendering: 'geometricPrecision',
          fontKerning: 'normal',
        }}
      />
    </div>
  );
}

function textOf(element: Element | undefined): string {
  const text = element?.properties.text;
  return typeof text === 'string' ? text : '';
}
