import { Stack, Text, UnstyledButton } from '@mantine/core';
import { commands } from '../editor/commands/index.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { shortcutText } from '../editor/shortcut-text.ts';
import { useSignal } from '../editor/signal.ts';
import styles from './panels.module.css';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const cardOf = ['undo', 'redo', 'save', 'delete', 'copy', 'duplicate'];

/** Every step since the project was opened, the newest first; a click goes back or forward to it. */
export function HistoryPanel() {
  const { editor } = useEditorSession();
  const { steps, done } = useSignal(editor.history.state);
  return (
    <div className={editorStyles.panelBody}>
      <ol reversed style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {steps
          .map((step, index) => ({ step, index }))
          .reverse()
          .map(({ step, index }) => (
            <li key={step.id}>
              <UnstyledButton
                className={styles.step}
                data-undone={index >= done || undefined}
                aria-current={index === done - 1 ? 'step' : undefined}
                onClick={() => editor.goToStep(index + 1)}
              >
                <span className={styles.cut}>{step.label}</span>
                <Text span size="xs" c="dimmed" className="db-figures">
                  {clock.format(step.at)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        <li>
          <UnstyledButton
            className={styles.step}
            aria-current={done === 0 ? 'step' : undefined}
            onClick={() => editor.goToStep(0)}
          >
            <span className={styles.cut}>Opened</span>
          </UnstyledButton>
        </li>
      </ol>
      {steps.length === 0 && (
        <Text size="xs" c="dimmed" px={10} pb="md">
          What you do from here on is listed, and each step can be gone back to.
        </Text>
      )}
      <Stack gap={12} py={12}>
        <Text size="xs" fw={600}>
          Shortcuts
        </Text>
        <dl className={styles.keys}>
          {commands
            .filter(({ name }) => cardOf.includes(name))
            .map(({ name, label, shortcuts }) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{shortcutText(shortcuts![0]!)}</dd>
              </div>
            ))}
        </dl>
      </Stack>
    </div>
  );
}
