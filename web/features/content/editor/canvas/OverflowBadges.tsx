import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowAutofitHeight, IconDots, IconTextSize } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import styles from '../../data/data.module.css';
import { onLateFont } from '../../scene/fonts.ts';
import { isText, withHeight } from '../auto-height.ts';
import type { Editor } from '../editor.ts';
import { outerBoxOf } from '../element-geometry.ts';
import { elementName } from '../element-name.ts';
import { useEditorSession } from '../session.ts';
import { useSignalPart } from '../signal.ts';
import { heightMeasure } from './text-measure.ts';

/** ms without a change after which texts are looked at: neither an edit nor a frame waits for it. */
const rest = 300;
/** More texts than this in sight are too small to be read, and more marks than this hide what they mark. */
const mostTexts = 200;
const mostMarks = 40;
/** px by which a text may be higher than its box without anything of it being missed. */
const tolerance = 2;

/** Texts in sight whose words need more height than their box has, with what they need. */
function overflowing(editor: Editor, heightOf: (element: Element) => number | undefined) {
  const texts = editor.elementsInSight().filter((element) => element.isVisible && isText(element));
  if (texts.length > mostTexts) return [];
  return texts
    .flatMap((element) => {
      const height = heightOf(element) ?? 0;
      return height > element.size.height + tolerance ? [{ element, height }] : [];
    })
    .slice(0, mostMarks);
}

/** A mark below each text that is longer than its box, with the ways to show all of it. */
export function OverflowBadges({ env }: { env: SceneEnv }) {
  const { editor } = useEditorSession();
  const busy = useSignalPart(editor.moving, (moving) => moving !== undefined);
  const typed = useSignalPart(editor.editingText, (id) => id);
  const area = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<{ element: Element; height: number }[]>([]);

  useEffect(() => {
    const heightOf = heightMeasure(env);
    let timer = 0;
    const look = () =>
      setMarked((before) => {
        const found = overflowing(editor, heightOf);
        return found.length === 0 && before.length === 0 ? before : found;
      });
    const soon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, rest);
    };
    soon();
    const stops = [
      editor.document.revision.subscribe(soon),
      editor.camera.view.subscribe(soon),
      onLateFont(soon),
    ];
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [editor, env]);

  // A gesture takes the marks away, and they come back with new places.
  const shown = useMemo(
    () => (busy ? [] : marked.filter(({ element }) => element.id !== typed)),
    [busy, marked, typed],
  );
  useEffect(() => {
    const place = () => {
      for (const [at, badge] of [...(area.current?.children ?? [])].entries()) {
        const element = shown[at]?.element;
        if (!element) continue;
        const { x, y, width, height } = editor.camera.boxToScreen(outerBoxOf(element));
        (badge as HTMLElement).style.transform = `translate(${x + width - 9}px, ${y + height - 9}px)`;
      }
    };
    place();
    return editor.camera.view.subscribe(place);
  }, [editor, shown]);

  const edit = (label: string, { id }: Element, change: (element: Element) => Element) =>
    editor.edit(label, [id], change, { select: [id] });
  return (
    <div ref={area} className={styles.badges}>
      {shown.map(({ element, height }) => (
        <div key={element.id} className={styles.overflow}>
          <Menu position="bottom" withinPortal>
            <Tooltip label="This text is longer than its box">
              <Menu.Target>
                <UnstyledButton
                  className={styles.badge}
                  aria-label={`${elementName(element)} is longer than its box`}
                >
                  <IconDots size={14} stroke={2.4} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
            </Tooltip>
            <Menu.Dropdown>
              <Menu.Item
                disabled={element.isLocked}
                leftSection={<IconArrowAutofitHeight size={16} />}
                onClick={() => edit('Fit height', element, (one) => withHeight(one, height))}
              >
                Fit height
              </Menu.Item>
              <Menu.Item
                disabled={element.isLocked || element.styles.fitText === true}
                leftSection={<IconTextSize size={16} />}
                onClick={() =>
                  edit('Shrink to fit', element, (one) => ({
                    ...one,
                    styles: { ...one.styles, fitText: true },
                  }))
                }
              >
                Shrink to fit
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      ))}
    </div>
  );
}
