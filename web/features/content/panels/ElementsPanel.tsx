import { Badge, Flex, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { type ElementType, elementCategories } from '#shared/scene/element-type.ts';
import { elementTypes } from '#shared/scene/registry.ts';
import { PlainButton, PlainIconButton } from '#web/ui/PlainButton.tsx';
import { elementDrag } from '../editor/canvas/drop.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { type View, ViewSwitch } from '../library/ViewSwitch.tsx';
import { TypeIcon } from './ElementIcon.tsx';
import { rememberUse, toggleFavourite, useFavourites, useRecent } from './palette-lists.ts';
import styles from './panels.module.css';

const fixedTabs = ['Favorites', 'Recent', 'All'] as const;
type PaletteTab = (typeof fixedTabs)[number] | (typeof elementCategories)[number];

/** A category whose elements this release does not have is absent. */
const tabs: readonly PaletteTab[] = [
  ...fixedTabs,
  ...elementCategories.filter((category) => elementTypes.some((type) => type.category === category)),
];

const empty: Partial<Record<PaletteTab, [title: string, hint: string]>> = {
  Favorites: ['No favorite elements yet', 'Click the star icon to add favorites'],
  Recent: ['No recently used elements', 'Start adding elements to see them here'],
};
const nothingFound: [string, string] = ['No elements found', 'Try adjusting your search or category filter'];

function matches({ label, description, tags, type }: ElementType, needle: string): boolean {
  return [label, description, type, ...tags].some((text) => text.toLowerCase().includes(needle));
}

/** The palette: every element type, to be clicked or dragged onto the canvas. */
export function ElementsPanel() {
  const { creator } = useEditorSession();
  const favourites = useFavourites();
  const recent = useRecent();
  const [tab, setTab] = useState<PaletteTab>('All');
  const [view, setView] = useState<View>('grid');
  const [search, setSearch] = useState('');

  const ofTab = (name: PaletteTab): readonly ElementType[] => {
    if (name === 'All') return elementTypes;
    if (name === 'Favorites') return elementTypes.filter(({ type }) => favourites.includes(type));
    if (name === 'Recent')
      return recent.flatMap((type) => elementTypes.find((one) => one.type === type) ?? []);
    return elementTypes.filter(({ category }) => category === name);
  };
  const needle = search.trim().toLowerCase();
  const inTab = ofTab(tab);
  const shown = needle ? inTab.filter((type) => matches(type, needle)) : inTab;
  const [title, hint] = (!needle && inTab.length === 0 && empty[tab]) || nothingFound;

  const add = (type: string) => {
    if (creator.fromPalette(type, editorConstants.paletteDrop)) rememberUse(type);
  };

  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm" style={{ flex: 1 }}>
          Elements
        </Title>
        <ViewSwitch view={view} onView={setView} />
      </div>
      <Stack gap={8} p="0 14px 8px">
        <TextInput
          size="xs"
          aria-label="Search elements"
          placeholder="Search elements..."
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Flex gap={4} wrap="wrap">
          {tabs.map((name) => (
            <PlainButton
              key={name}
              className={styles.chip}
              aria-pressed={tab === name}
              onClick={() => setTab(name)}
            >
              {name}
              <span className={`db-figures ${styles.chipCount}`}>{ofTab(name).length}</span>
            </PlainButton>
          ))}
        </Flex>
      </Stack>
      <div className={editorStyles.panelBody}>
        <ul className={view === 'grid' ? styles.grid : styles.list}>
          {shown.map((type) => (
            <PaletteEntry
              key={type.type}
              type={type}
              view={view}
              favourite={favourites.includes(type.type)}
              onAdd={() => add(type.type)}
            />
          ))}
        </ul>
        {shown.length === 0 && (
          <Stack gap={4} p="36px 12px" ta="center">
            <Text fw={600} size="sm">
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {hint}
            </Text>
          </Stack>
        )}
      </div>
      <div className={editorStyles.panelFoot}>
        {shown.length} of {elementTypes.length} elements
      </div>
    </>
  );
}

interface PaletteEntryProps {
  type: ElementType;
  view: View;
  favourite: boolean;
  onAdd: () => void;
}

function PaletteEntry({ type, view, favourite, onAdd }: PaletteEntryProps) {
  const Star = favourite ? IconStarFilled : IconStar;
  return (
    <li className={styles.entry} data-view={view}>
      <PlainButton
        className={styles.add}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(elementDrag, type.type);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        onClick={onAdd}
        title={type.description}
        aria-label={`Add ${type.label}. ${type.description}`}
      >
        <span className={styles.icon}>
          <TypeIcon icon={type.icon} size={22} />
        </span>
        <span className={styles.entryText}>
          <span className={styles.entryLabel}>{type.label}</span>
          {view === 'list' && <span className={styles.entryWords}> {type.description}</span>}
        </span>
      </PlainButton>
      {(type.isNew || type.isPro) && (
        <span className={`${Badge.classes.root} ${styles.flag}`} data-pro={type.isPro || undefined}>
          <span className={Badge.classes.label}>{type.isPro ? 'Pro' : 'New'}</span>
        </span>
      )}
      <PlainIconButton
        className={styles.star}
        data-on={favourite || undefined}
        variant="transparent"
        size={22}
        aria-label={favourite ? `Remove ${type.label} from favorites` : `Add ${type.label} to favorites`}
        aria-pressed={favourite}
        onClick={() => toggleFavourite(type.type)}
      >
        <Star size={14} />
      </PlainIconButton>
    </li>
  );
}
