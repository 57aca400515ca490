import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { typeOf } from '#shared/scene/registry.ts';
import { boxAround } from '../editor/element-geometry.ts';
import { elementName } from '../editor/element-name.ts';
import { isFoundBy } from '../editor/element-words.ts';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { ElementIcon } from '../panels/ElementIcon.tsx';
import styles from './bars.module.css';

/** More hits than this are not listed: another letter finds them. */
const shown = 12;

/** Finds an element of the project by its name, its type or any of its words, selects it and brings it into sight. */
export function ElementSearch() {
  const { editor } = useEditorSession();
  const combobox = useCombobox();
  const [search, setSearch] = useState('');
  useDocumentVersion();
  const needle = search.trim().toLowerCase();
  const hits = needle
    ? editor.document
        .ofAllPages()
        .filter((element) => isFoundBy(element, needle))
        .slice(-shown)
        .reverse()
    : [];
  const choose = (id: string) => {
    editor.select([id]);
    const box = boxAround(editor.selectedElements());
    if (box) editor.camera.reveal(box);
    setSearch('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={260} position="bottom-start">
      <Combobox.Target>
        <TextInput
          size="xs"
          aria-label="Search elements of this project"
          placeholder="Find on canvas"
          className={styles.search}
          flex="0 1 150px"
          miw={126}
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!needle}>
        <Combobox.Options>
          {hits.map((element) => (
            <Combobox.Option key={element.id} value={element.id}>
              <Group component="span" className="db-cut" gap={8} wrap="nowrap" fz={13}>
                <ElementIcon element={element} />
                <span className="db-cut" style={{ flex: 1 }}>
                  {elementName(element)}
                </span>
                {elementName(element) !== typeOf(element).label && (
                  <Text component="span" size="xs" c="dimmed">
                    {typeOf(element).label}
                  </Text>
                )}
              </Group>
            </Combobox.Option>
          ))}
          {hits.length === 0 && <Combobox.Empty>No elements found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
