import { ActionIcon, Box, Button, Group, NumberInput, Select, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { contentLimits, type Page, type PageTransition } from '#shared/model/content.ts';
import { lengthOfPages, pageDrawings } from '#shared/model/pages.ts';
import { useShownData } from '../data/use-record.ts';
import * as commands from '../editor/commands/pages.ts';
import { changePage, movePage } from '../editor/pages.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { secondsText, transitionNames } from './names.ts';
import { PageCard } from './PageCard.tsx';
import styles from './pages.module.css';

/** A pause in ms after an edit before the small pictures follow it. */
const pictureDelay = 400;

/** The pages below the canvas, in the order in which the sign shows them, and what is set of the one worked on. */
export default function PageStrip() {
  const { editor, run, variables } = useEditorSession();
  const data = useShownData();
  const fields = useSignal(editor.document.fields);
  const current = useSignal(editor.document.page);
  const [version] = useDebouncedValue(useDocumentVersion(), pictureDelay);
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its version
  const drawings = useMemo(
    () => pageDrawings({ ...editor.document.fields.get(), elements: editor.document.ofAllPages() }),
    [editor, version, fields],
  );
  // The card of a page that was turned to otherwise comes into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the page
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, drawings.length]);
  const dropOn = (place: number) => {
    if (dragged) movePage(editor, dragged, place);
    setDragged(undefined);
  };
  return (
    <section className={styles.strip} aria-label="Pages">
      <ol ref={list} className={styles.list}>
        {drawings.map(({ page, ...scene }, place) => (
          <PageCard
            key={page.id}
            page={page}
            place={place}
            count={drawings.length}
            scene={scene}
            data={data}
            variables={variables}
            isCurrent={page.id === current}
            isDragged={page.id === dragged}
            onTurn={() => editor.turnTo(page.id)}
            onMove={(to) => movePage(editor, page.id, to)}
            onDrag={() => setDragged(page.id)}
            onDragEnd={() => setDragged(undefined)}
            onDrop={() => dropOn(place)}
          />
        ))}
        <li>
          <Tooltip label="Add page">
            <ActionIcon
              variant="default"
              w={44}
              h={71}
              mt={1}
              aria-label="Add page"
              onClick={() => run(commands.addPage)}
            >
              <IconPlus size={18} />
            </ActionIcon>
          </Tooltip>
        </li>
      </ol>
      <PageForm key={current} />
    </section>
  );
}

/** Name, time and transition of the page that is worked on. */
function PageForm() {
  const { editor, run } = useEditorSession();
  const pages = useSignalPart(editor.document.fields, () => editor.document.pages);
  const page = useSignalPart(editor.document.fields, () => editor.document.currentPage);
  const change = (changes: Partial<Pick<Page, 'name' | 'duration' | 'transition'>>) =>
    changePage(editor, page.id, changes);
  const { pageSeconds, pageNameLength } = contentLimits;
  const isOnly = pages.length === 1;
  return (
    <Group className={styles.form!} gap={8} align="end">
      <TextInput
        size="xs"
        label="Page name"
        w={130}
        maxLength={pageNameLength}
        value={page.name}
        onChange={(event) => event.currentTarget.value.trim() && change({ name: event.currentTarget.value })}
      />
      <NumberInput
        size="xs"
        label="Shown for"
        w={86}
        suffix=" s"
        decimalScale={1}
        min={pageSeconds.min}
        max={pageSeconds.max}
        value={page.duration}
        onChange={(value) =>
          typeof value === 'number' &&
          value >= pageSeconds.min &&
          value <= pageSeconds.max &&
          change({ duration: value })
        }
      />
      <Select
        size="xs"
        label="To the next page"
        w={136}
        allowDeselect={false}
        disabled={isOnly}
        data={Object.entries(transitionNames).map(([value, label]) => ({ value, label }))}
        value={page.transition}
        onChange={(value) => value && change({ transition: value as PageTransition })}
      />
      <Group gap={4} wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => run(commands.duplicatePage)}
        >
          Duplicate
        </Button>
        <Tooltip label={isOnly ? 'The only page stays' : 'Delete page'}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label="Delete page"
            data-disabled={isOnly || undefined}
            aria-disabled={isOnly || undefined}
            onClick={() => run(commands.deletePage)}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Box component="span" className="db-figures db-note" style={{ alignSelf: 'center' }}>
        {pages.length === 1 ? '1 page' : `${pages.length} pages, ${secondsText(lengthOfPages(pages))}`}
      </Box>
    </Group>
  );
}
