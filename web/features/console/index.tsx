import { ActionIcon, Box, Group, Tooltip } from '@mantine/core';
import { IconKeyboard, IconUserQuestion, IconVolume } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useSignedIn } from '#web/app/session.ts';
import { CallScriptCard } from '#web/features/scripts/CallScriptCard.tsx';
import { KeysDialog } from '#web/phone/KeysDialog.tsx';
import { phoneKeys, useKeys } from '#web/phone/keys.ts';
import { closeCall, useMyCalls } from '#web/phone/my-calls.ts';
import { openSoundDialog } from '#web/phone/sound/sound-dialog.ts';
import { useHandover } from '#web/phone/transfer/Handover.tsx';
import { isOnExchange, useCallActions } from '#web/phone/useCallActions.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { BeforeCall, LiveCall, useMayCall } from './CallCard.tsx';
import styles from './console.module.css';
import { DiallerCard } from './DiallerCard.tsx';
import { LeadFacts, LeadView, UnknownCaller } from './LeadView.tsx';
import { useWorkList } from './useWorkList.ts';
import { WorkListPanel } from './WorkListPanel.tsx';
import { WrapUp } from './WrapUp.tsx';

const idleTitle = (dialler: { isReady: boolean } | null): string => {
  if (!dialler) return 'No lead to call';
  return dialler.isReady ? 'Waiting for the next call' : 'Nothing is dialled yet';
};

/** Where agents work through their leads: whom to call, who it is, the call, and how it ended. */
export default function ConsolePage() {
  const work = useWorkList();
  const { live, phase, toClose: over } = useMyCalls();
  const dialler = work.turns?.dialler ?? null;
  // How a call ended that nobody took up the list says by itself, and dials the next.
  const toClose = dialler && over?.wasAnswered === false ? null : over;
  const actions = useCallActions();
  const [helpOpened, setHelpOpened] = useState(false);
  const head = useRef<HTMLDivElement>(null);

  // A call decides whose lead is shown; without one it is the list.
  const inCall = live ?? toClose;
  const leadId = inCall ? inCall.leadId : work.leadId;
  const mayCall = useMayCall(inCall ? null : leadId);
  const isIdle = !inCall;
  const { userId } = useSignedIn().user;
  const closesItself = dialler && over?.wasAnswered === false ? over.id : null;
  useEffect(() => {
    if (closesItself) closeCall(closesItself, userId);
  }, [closesItself, userId]);
  const handover = useHandover(live);
  // The exchange's calls have their keys with their controls.
  const byHand = live && !isOnExchange(live) ? live : null;

  useKeys({
    c: isIdle && !dialler && leadId && mayCall?.allowed ? () => void actions.call(leadId) : undefined,
    s: dialler && !toClose ? () => void (dialler.isReady ? dialler.pause() : dialler.ready()) : undefined,
    n: isIdle && (dialler ? leadId : work.hasNext) ? () => work.next() : undefined,
    p: isIdle && work.hasPrevious ? work.previous : undefined,
    a: byHand && phase !== 'talking' ? () => void actions.answered(byHand) : undefined,
    e: byHand ? () => void actions.end(byHand) : undefined,
    w: toClose ? undefined : () => document.querySelector<HTMLElement>('[data-lead] textarea')?.focus(),
    v: openSoundDialog,
    '?': () => setHelpOpened(true),
  });

  // The next lead is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the lead that changes
  useEffect(() => {
    head.current?.scrollTo(0, 0);
  }, [leadId]);

  // Whoever chooses a list has the hand on the keys for the first of its leads, and not in the field.
  const listBefore = useRef(work.listId);
  useEffect(() => {
    if (listBefore.current === work.listId) return;
    listBefore.current = work.listId;
    head.current?.focus({ preventScroll: true });
  }, [work.listId]);

  function closed() {
    const moved = work.next(toClose?.leadId ?? undefined);
    // The hand stays on the keys: what had the focus is gone.
    if (moved) head.current?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.console} data-fills-window>
      <title>Console · Dealbell</title>
      <h1 className="db-visually-hidden">Console</h1>
      <WorkListPanel work={work} held={!isIdle} />
      <div className={styles.lead} ref={head} tabIndex={-1} data-lead>
        {live && phase !== 'ringing' && work.scriptId && work.turns?.turn?.leadId === live.leadId && (
          <CallScriptCard key={live.id} scriptId={work.scriptId} call={live} />
        )}
        {leadId ? (
          <LeadView key={leadId} leadId={leadId} />
        ) : inCall ? (
          <UnknownCaller phone={inCall.phone} isHanded={handover?.lead != null} />
        ) : (
          (work.data || work.turns) && (
            <EmptyState icon={IconUserQuestion} title={idleTitle(dialler)}>
              {dialler
                ? 'A lead is shown here as soon as it is dialled.'
                : 'Choose another list, or look again later.'}
            </EmptyState>
          )
        )}
      </div>
      <div className={styles.right}>
        <section className={styles.side} aria-label="Call">
          <Group gap={0} wrap="nowrap" justify="space-between">
            <Box component="h2" m={0} fz="1rem" fw={650}>
              {live ? 'Call' : toClose ? 'After the call' : dialler ? 'Dialling' : 'Ready'}
            </Box>
            <Group gap={4}>
              <HeadButton label="Sound" icon={IconVolume} onClick={openSoundDialog} />
              <HeadButton label="Keys" icon={IconKeyboard} onClick={() => setHelpOpened(true)} />
            </Group>
          </Group>
          {live ? (
            <LiveCall call={live} phase={phase} actions={actions} />
          ) : toClose ? (
            <WrapUp
              key={toClose.id}
              call={toClose}
              turns={work.turns}
              hasNext={work.hasNext}
              onDone={closed}
            />
          ) : dialler ? null : leadId ? (
            <BeforeCall
              key={leadId}
              leadId={leadId}
              actions={actions}
              hasNext={work.hasNext}
              onNext={() => work.next()}
            />
          ) : null}
          {dialler && !toClose && (
            <DiallerCard
              dialler={dialler}
              inCall={live !== null}
              onLeave={leadId && !live ? () => void work.turns?.skip() : undefined}
              hasPhone={actions.hasPhone}
            />
          )}
        </section>
        {leadId && <LeadFacts key={leadId} leadId={leadId} />}
      </div>
      <KeysDialog
        opened={helpOpened}
        onClose={() => setHelpOpened(false)}
        title="Keys of the console"
        keys={phoneKeys}
      />
    </div>
  );
}

interface HeadButtonProps {
  label: string;
  icon: ComponentType<{ size: number }>;
  onClick: () => void;
}

const HeadButton = ({ label, icon: Icon, onClick }: HeadButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon size={19} />
    </ActionIcon>
  </Tooltip>
);
