import { Alert, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { FlowGraph } from '#shared/model/flow.ts';
import type { Focus } from '../canvas/Canvas.tsx';
import { FlowLayout, useNarrow } from '../FlowLayout.tsx';
import styles from '../flow.module.css';
import { changesBetween } from '../graph/changes.ts';
import panel from '../inspector.module.css';
import type { CardBadge, FlowProblem } from '../kind.ts';
import { Outline } from '../Outline.tsx';
import { useFlowDraft, useFlowState } from '../store/context.ts';
import { Changes } from './Changes.tsx';

const none: readonly FlowProblem[] = [];

interface VersionLookProps {
  /** Of the page. */
  title: string;
  /** What is said of it above the drawing. */
  words: ReactNode;
  actions: ReactNode;
  /** What it is compared with, its name in a sentence, and where that is chosen. */
  other: FlowGraph;
  otherName: string;
  choice?: ReactNode;
  canvas: (shown: { focus: Focus | null; badges: ReadonlyMap<string, CardBadge> }) => ReactNode;
  /** The settings of the one step that is selected. */
  inspector: ReactNode;
}

/** A look at an earlier version, whose draft is that of the context: nothing can be changed in it. */
export function VersionLook(props: VersionLookProps) {
  const { title, words, actions, other, otherName, choice, canvas, inspector } = props;
  const draft = useFlowDraft();
  const { graph, kind, selection } = useFlowState();
  const narrow = useNarrow();
  const [focus, setFocus] = useState<Focus | null>(null);
  const changes = useMemo(() => changesBetween(kind, other, graph), [kind, other, graph]);
  const badges = useMemo(() => {
    const mark = (ids: readonly string[], text: string): [string, CardBadge][] =>
      ids.map((id) => [id, { text, title: `${text}, compared with ${otherName}`, isChange: true }]);
    return new Map([...mark(changes.added, 'Only here'), ...mark(changes.changed, 'Changed')]);
  }, [changes, otherName]);
  const show = useCallback(
    (stepId: string) => {
      draft.select([stepId]);
      setFocus((before) => ({ stepId, asked: (before?.asked ?? 0) + 1 }));
    },
    [draft],
  );
  const differences = (
    <div className={panel.panel}>
      {choice}
      <Changes changes={changes} other={other} otherName={otherName} onShow={show} />
    </div>
  );
  const isOne = selection.length === 1;
  return (
    <div className={styles.builder}>
      <title>{title}</title>
      <Alert color="blue" radius={0} icon={<IconHistory size={18} />}>
        <Group justify="space-between" gap="xs">
          <span>{words} Nothing can be changed here.</span>
          <Group gap="xs">{actions}</Group>
        </Group>
      </Alert>
      <FlowLayout
        narrow={narrow}
        outline={<Outline problems={none} current={null} />}
        canvas={canvas({ focus, badges })}
        panel={isOne ? inspector : differences}
        panelTitle="Settings"
        panelLabel={isOne ? 'Settings of what is selected' : 'Differences'}
        panelOpened={isOne}
        onPanelClose={() => draft.select([])}
        below={differences}
      />
    </div>
  );
}
