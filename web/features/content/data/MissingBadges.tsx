import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { Element } from '#shared/model/content.ts';
import { outerBoxOf } from '../editor/element-geometry.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignalPart } from '../editor/signal.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import styles from './data.module.css';
import { type Missing, missingOf } from './missing.ts';
import { useShownData } from './use-record.ts';

/** More marks than this hide what they mark. */
const most = 60;

const sentence = ({ name, shown }: Missing) =>
  `${name} has no value here${shown ? `, its default “${shown}” is shown` : ' and no default'}`;

/** A mark at the corner of each element that names a variable without a value. */
export function MissingBadges() {
  const { editor, variables, screen } = useEditorSession();
  // The drawing comes first: an edit does not wait until all texts were looked through.
  const revision = useDeferredValue(useDocumentVersion());
  const data = useShownData();
  const busy = useSignalPart(editor.moving, (moving) => moving !== undefined);
  const area = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit changes the document in place
  const marked = useMemo(() => {
    const found: { element: Element; missing: readonly Missing[] }[] = [];
    for (const id of editor.document.order.get()) {
      const element = editor.document.get(id)!;
      const missing = element.isVisible ? missingOf(element, data, variables) : [];
      if (missing.length > 0) found.push({ element, missing });
      if (found.length === most) break;
    }
    return found;
  }, [editor, revision, data, variables]);

  useEffect(() => {
    const place = () => {
      for (const [at, badge] of [...(area.current?.children ?? [])].entries()) {
        const element = marked[at]?.element;
        if (!element) continue;
        const { x, y, width } = editor.camera.boxToScreen(outerBoxOf(element));
        (badge as HTMLElement).style.transform = `translate(${x + width - 9}px, ${y - 9}px)`;
      }
    };
    place();
    return editor.camera.view.subscribe(place);
  }, [editor, marked]);

  if (busy) return null;
  return (
    <div ref={area} className={styles.badges}>
      {marked.map(({ element, missing }) => (
        <Tooltip
          key={element.id}
          multiline
          label={missing.map((one) => <div key={one.name}>{sentence(one)}</div>)}
        >
          <UnstyledButton
            className={styles.badge}
            aria-label={`${elementName(element)}: ${missing.map(sentence).join('. ')}`}
            onClick={() => {
              editor.select([element.id]);
              screen.patch({ leftTab: 'variables', leftOpen: true });
            }}
          >
            <IconAlertTriangle size={12} stroke={2.4} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      ))}
    </div>
  );
}
