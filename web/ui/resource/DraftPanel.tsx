import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '#web/app/api-error.ts';
import { SidePanel } from '../SidePanel.tsx';
import { toast } from '../toast.ts';
import { FormProblem } from './FormPanel.tsx';
import type { Opened } from './ResourcePage.tsx';
import { type Stale, useRefresh } from './useRefresh.ts';

interface DraftPanelProps<Row, Values> {
  /** Undefined while none is open. */
  thing: Opened<Row>;
  onClose: () => void;
  /** It is shown to somebody who may not change it. */
  readOnly: boolean;
  /** Of a new one: 'Add transfer group'. */
  title: string;
  /** 'Add group' */
  addLabel: string;
  /** What the form shows of a row, or of a new one. */
  valuesOf: (row: Row | undefined) => Values;
  /** The first thing that keeps it from being saved. */
  problemOf: (values: Values) => string | undefined;
  /** Adds it, or changes the row that it was when it was opened. */
  save: (values: Values, before: Row | undefined) => Promise<{ name: string }>;
  /** What is asked for again. */
  stale: readonly Stale[];
  children: (values: Values, set: (change: Partial<Values>) => void) => ReactNode;
}

/**
 * A form with rows of fields, in a wide panel beside its list, which whoever may not change the thing can read. A
 * form of plain fields is a `ResourceForm`.
 */
export function DraftPanel<Row extends { id: string; name: string }, Values extends object>(
  props: DraftPanelProps<Row, Values>,
) {
  const { thing, onClose, readOnly, valuesOf } = props;
  const existing = thing === 'new' ? undefined : thing;
  const [before, setBefore] = useState(existing);
  const [values, setValues] = useState(() => valuesOf(existing));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh(...props.stale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays when the list is loaded anew
  useEffect(() => {
    if (!thing) return;
    setBefore(existing);
    setValues(valuesOf(existing));
    setProblem(undefined);
  }, [existing?.id, thing === 'new']);
  async function submit() {
    const wrong = props.problemOf(values);
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      const { name } = await props.save(values, before);
      await refresh();
      toast.success(`“${name}” is ${before ? 'saved' : 'added'}`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <SidePanel
      opened={thing !== undefined}
      onClose={onClose}
      width={680}
      title={existing?.name ?? props.title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button data-changes loading={busy} onClick={() => void submit()}>
              {existing ? 'Save' : props.addLabel}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        {props.children(values, (change) => {
          // What was wrong may be right now; it is looked at again when it is sent.
          setProblem(undefined);
          setValues((old) => ({ ...old, ...change }));
        })}
      </Stack>
    </SidePanel>
  );
}
