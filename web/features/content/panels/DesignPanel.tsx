import {
  IconAdjustments,
  IconBraces,
  IconFileExport,
  IconPalette,
  IconPhotoSquareRounded,
  IconShape,
  IconTemplate,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType, KeyboardEvent, ReactNode } from 'react';
import { Deferred } from '#web/ui/Deferred.tsx';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import type { LeftTab } from '../editor/commands/command.ts';
import styles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { ElementsPanel } from './ElementsPanel.tsx';

interface Tab {
  name: LeftTab;
  label: string;
  icon: TablerIcon;
  Panel: ComponentType;
}

/** The Design Panel's tabs. A further one is a line here and a name in `LeftTab`. */
const tabs: readonly Tab[] = [
  { name: 'elements', label: 'Elements', icon: IconShape, Panel: ElementsPanel },
  {
    name: 'assets',
    label: 'Assets',
    icon: IconPhotoSquareRounded,
    Panel: lazy(() => import('./AssetsPanel.tsx')),
  },
  {
    name: 'templates',
    label: 'Templates',
    icon: IconTemplate,
    Panel: lazy(() => import('../templates/TemplatesPanel.tsx')),
  },
  {
    name: 'sales-reps',
    label: 'Reps',
    icon: IconUserCircle,
    Panel: lazy(() => import('./SalesRepsPanel.tsx')),
  },
  {
    name: 'variables',
    label: 'Variables',
    icon: IconBraces,
    Panel: lazy(() => import('./VariablesPanel.tsx')),
  },
  {
    name: 'properties',
    label: 'Properties',
    icon: IconAdjustments,
    Panel: lazy(() => import('./PropertiesPanel.tsx')),
  },
  { name: 'export', label: 'Export', icon: IconFileExport, Panel: lazy(() => import('./ExportPanel.tsx')) },
  {
    name: 'styles',
    label: 'Styles',
    icon: IconPalette,
    Panel: lazy(() => import('../styles/StylesPanel.tsx')),
  },
];

const skeleton = (
  <div className={styles.panelHead}>
    <LinesSkeleton lines={6} />
  </div>
);

export function DesignPanel() {
  const { screen } = useEditorSession();
  const { leftTab, leftOpen } = useSignal(screen);
  const current = tabs.find(({ name }) => name === leftTab) ?? tabs[0]!;

  const choose = (name: LeftTab) => screen.patch({ leftTab: name, leftOpen: leftTab !== name || !leftOpen });
  const step = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    const index = (tabs.indexOf(current) + by + tabs.length) % tabs.length;
    screen.patch({ leftTab: tabs[index]!.name, leftOpen: true });
    document.getElementById(`design-tab-${tabs[index]!.name}`)?.focus();
  };

  const panelAround = (content: ReactNode) =>
    leftOpen && (
      <div
        id="design-panel"
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`design-tab-${current.name}`}
      >
        {content}
      </div>
    );

  return (
    <aside className={styles.left} aria-label="Design Panel" data-keep-clear>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label="Design Panel"
        aria-orientation="vertical"
        onKeyDown={step}
      >
        {tabs.map(({ name, label, icon: Icon }) => (
          <PlainButton
            key={name}
            id={`design-tab-${name}`}
            role="tab"
            className={styles.tab}
            aria-selected={leftOpen && name === leftTab}
            aria-controls="design-panel"
            tabIndex={name === leftTab ? 0 : -1}
            onClick={() => choose(name)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            {label}
          </PlainButton>
        ))}
      </div>
      <Deferred fallback={panelAround(skeleton)}>
        {panelAround(
          <WhileLoading show={skeleton}>
            <current.Panel />
          </WhileLoading>,
        )}
      </Deferred>
    </aside>
  );
}
