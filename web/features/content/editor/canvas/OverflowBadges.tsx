import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowAutofitHeight, IconDots, IconTextSize } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { typeOf } from '#shared/scene/registry.ts';
import { toast } from '#web/ui/toast.ts';
import styles from '../../data/data.module.css';
import { onLateFont } from '../../scene/fonts.ts';
import { isText, type TextHeight, withHeight } from '../auto-height.ts';
import { enlarged, withSmallerText } from '../cut-texts.ts';
import type { Editor } from '../editor.ts';
import { outerBoxOf } from '../element-geometry.ts';
import { elementName } from '../element-name.ts';
import { useEditorSession } from '../session.ts';
import { useSignalPart } from '../signal.ts';
import { type CutCheck, cutCheck, heightMeasure } from './text-measure.ts';

/** ms without a change after which texts are looked at: neither an edit nor a frame waits for it. */
const rest = 300;
/** More texts than this in sight are too small to be read, and more marks than this hide what they mark. */
const mostTexts = 200;
const mostMarks = 40;
/** px by which a text may be higher than its box without anything of it being missed. */
const tolerance = 2;

/** An element of which some words are not seen. */
interface Marked {
  element: Element;
  /** px that a text's words need; undefined of what draws its words into fixed places, as buttons do. */
  height?: number;
}

/** What is in sight and has words that are not. */
function overflowing(editor: Editor, heightOf: TextHeight, isCut: CutCheck): Marked[] {
  const seen = editor
    .elementsInSight()
    .filter((element) => element.isVisible && typeOf(element).textLines !== undefined);
  if (seen.length > mostTexts) return [];
  return seen
    .flatMap((element): Marked[] => {
      if (!isText(element)) return isCut(element) ? [{ element }] : [];
      const height = heightOf(element) ?? 0;
      return height > element.size.height + tolerance ? [{ element, height }] : [];
    })
    .slice(0, mostMarks);
}

/** A mark below each element whose words are longer than their place, with the ways to show all of them. */
export function OverflowBadges({ env }: { env: SceneEnv }) {
  const { editor } = useEditorSession();
  const busy = useSignalPart(editor.moving, (moving) => moving !== undefined);
  const typed = useSignalPart(editor.editingText, (id) => id);
  const area = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<Marked[]>([]);

  const isCut = useMemo(() => cutCheck(env), [env]);
  useEffect(() => {
    const heightOf = heightMeasure(env);
    let timer = 0;
    const look = () =>
      setMarked((before) => {
        const found = overflowing(editor, heightOf, isCut);
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
  }, [editor, env, isCut]);

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
  /** One of the ways to show words in fixed places, where it leads there. */
  const mend = (label: string, element: Element, way: typeof enlarged) => {
    const mended = way(element, isCut);
    if (mended) edit(label, element, () => mended);
    else toast.error('That is not enough to show all of it. Shorten the text.');
  };
  return (
    <div ref={area} className={styles.badges}>
      {shown.map(({ element, height }) => (
        <div key={element.id} className={styles.overflow}>
          <Menu position="bottom" withinPortal>
            <Tooltip
              label={
                height === undefined ? 'A text is longer than its place' : 'This text is longer than its box'
              }
            >
              <Menu.Target>
                <UnstyledButton
                  className={styles.badge}
                  aria-label={`${elementName(element)} ${height === undefined ? 'has a text that is longer than its place' : 'is longer than its box'}`}
                >
                  <IconDots size={14} stroke={2.4} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
            </Tooltip>
            <Menu.Dropdown>
              <Menu.Item
                disabled={element.isLocked}
                leftSection={<IconArrowAutofitHeight size={16} />}
                onClick={() =>
                  height === undefined
                    ? mend('Enlarge to fit', element, enlarged)
                    : edit('Fit height', element, (one) => withHeight(one, height))
                }
              >
                {height === undefined ? 'Enlarge to fit' : 'Fit height'}
              </Menu.Item>
              <Menu.Item
                disabled={element.isLocked || element.styles.fitText === true}
                leftSection={<IconTextSize size={16} />}
                onClick={() =>
                  height === undefined
                    ? mend('Shrink to fit', element, withSmallerText)
                    : edit('Shrink to fit', element, (one) => ({
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
