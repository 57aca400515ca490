import { Alert, Box, Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { IconArrowRight, IconMessages, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Call } from '#shared/model/call.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { partyOf } from '#web/features/calls/shared.tsx';
import { Key } from '../Key.tsx';
import styles from './Transfer.module.css';
import { kindNames, type Target } from './targets.ts';
import { useTargets } from './useTargets.ts';

interface TransferDialogProps {
  call: Call;
  opened: boolean;
  onClose: () => void;
  /** The exchange has taken it: the call as it is recorded then. */
  onDone: (call: Call) => void;
}

type Way = 'blind' | 'attended';

/** Chooses whom a call is put through to, and whether the agent speaks with them first. */
export function TransferDialog({ call, opened, onClose, onDone }: TransferDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Transfer {partyOf(call)}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Choice call={call} onDone={onDone} onClose={onClose} />
    </Modal>
  );
}

/** A group's number is drawn for this call: asked twice, it is the same one. */
async function numberOf({ kind, number }: Target, callId: string): Promise<string> {
  if (kind !== 'group') return number;
  return (await api.transferGroups.nextNumber({ id: number, key: callId })).phoneNumber;
}

function Choice({ call, onDone, onClose }: Omit<TransferDialogProps, 'opened'>) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState<Way | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { targets, isLoading, error } = useTargets(search);
  const list = useId();
  const chosen = targets[Math.min(at, targets.length - 1)];

  function choose(next: number) {
    setAt(next);
    setProblem(null);
  }

  async function transfer(type: Way) {
    if (!chosen || busy) return;
    if (chosen.refusal) return setProblem(chosen.refusal);
    setBusy(type);
    setProblem(null);
    try {
      const target = await numberOf(chosen, call.id);
      onDone(await api.pbx.transferPbxCall({ id: call.id, target, type, key: crypto.randomUUID() }));
      onClose();
    } catch (failure) {
      setProblem(messageOf(failure));
    } finally {
      setBusy(null);
    }
  }

  function press(event: KeyboardEvent) {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step)
      choose((Math.min(at, targets.length - 1) + step + targets.length) % Math.max(1, targets.length));
    else if (event.key === 'Enter')
      void transfer(event.shiftKey || !chosen?.mayTalkFirst ? 'blind' : 'attended');
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Whom to"
        placeholder="Name, extension or number"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${chosen.key}`}
        leftSection={<IconSearch size={17} />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          choose(0);
        }}
        onKeyDown={press}
      />
      <Box id={list} role="listbox" aria-label="Whom to" mah={300} my={10} style={{ overflow: 'auto' }}>
        {targets.map((target, place) => (
          <div key={target.key} role="presentation">
            {target.kind !== targets[place - 1]?.kind && (
              <Box className="db-note" p="8px 10px 2px" fw={550} role="presentation">
                {kindNames[target.kind]}
              </Box>
            )}
            <Row
              id={`${list}-${target.key}`}
              target={target}
              isChosen={target === chosen}
              onChoose={() => choose(place)}
            />
          </div>
        ))}
      </Box>
      {targets.length === 0 && (
        <Text size="sm" c="dimmed" p="12px 10px 20px">
          {isLoading ? <Loader size="sm" /> : error ? messageOf(error) : 'Nobody of this name or number.'}
        </Text>
      )}
      {(problem ?? chosen?.refusal) && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {problem ?? chosen?.refusal}
        </Alert>
      )}
      <Group gap={8} grow>
        <Button
          data-changes
          leftSection={<IconMessages size={17} />}
          loading={busy === 'attended'}
          disabled={!chosen?.mayTalkFirst || chosen.refusal !== null || busy !== null}
          onClick={() => void transfer('attended')}
        >
          Talk first
          {chosen?.mayTalkFirst && <Key>Enter</Key>}
        </Button>
        <Button
          data-changes
          variant="default"
          leftSection={<IconArrowRight size={17} />}
          loading={busy === 'blind'}
          disabled={!chosen || chosen.refusal !== null || busy !== null}
          onClick={() => void transfer('blind')}
        >
          Transfer now
          <Key>{chosen?.mayTalkFirst === false ? 'Enter' : 'Shift Enter'}</Key>
        </Button>
      </Group>
    </>
  );
}

interface RowProps {
  id: string;
  target: Target;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ id, target, isChosen, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that controls the list has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.row}
      data-refused={target.refusal !== null || undefined}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onChoose}
    >
      <span className={`${styles.name} db-cut`}>{target.name}</span>
      <Box component="span" className="db-inline db-small db-figures" flex="none" style={{ gap: 6 }}>
        {target.color && <StatusDot color={target.color} />}
        {target.detail}
      </Box>
    </div>
  );
}
