import { Box, Button, CloseButton, Group } from '@mantine/core';
import { IconPhoneCall, IconPhoneOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isCanvas } from '#web/app/navigation.ts';
import { useSignedIn } from '#web/app/session.ts';
import { StatusPicker } from '#web/features/agent-status/StatusPicker.tsx';
import { partyOf, talkText } from '#web/features/calls/shared.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { useSeconds } from '#web/ui/useSeconds.ts';
import styles from './CallBar.module.css';
import { EmergencyDialog } from './emergency/EmergencyDialog.tsx';
import { Key } from './Key.tsx';
import { useKeys } from './keys.ts';
import { useFollowMyCalls, useMyCalls } from './my-calls.ts';
import { dismissNotice, dropPhone, resumePhone, usePhone } from './my-phone.ts';
import { useOtherPhone } from './other-phone.ts';
import { QualityBadge } from './QualityBadge.tsx';
import { SoundDialog } from './sound/SoundDialog.tsx';
import { supervisionText } from './supervision.ts';
import { useHandover } from './transfer/Handover.tsx';
import { isOnExchange, useCallActions } from './useCallActions.ts';
import { useSupervision } from './useSupervision.ts';
import { headingOf } from './worked-calls.ts';

const announcements = { ringing: 'Call from', talking: 'Talking with' } as const;

/** The agent's telephone on every page: who rings, with whom and how long, and the way back to the console. */
export default function CallBar() {
  useFollowMyCalls();
  const { live, phase, toClose } = useMyCalls();
  const phone = usePhone();
  const actions = useCallActions();
  const { userId } = useSignedIn().user;
  useEffect(() => {
    resumePhone(userId);
    return dropPhone;
  }, [userId]);
  const supervised = useSupervision(phone.status === 'in' ? phone.name : null);
  const { pathname } = useLocation();
  const isOnConsole = pathname.startsWith('/console');
  const line = phone.status === 'in' ? phone.line : null;
  const rings = line?.state === 'ringing' && phone.status === 'in' && !phone.answersItself;
  const other = useOtherPhone();
  const extension = phone.status === 'in' ? phone.extension : other?.number;
  const takeUp = live && phase === 'ringing' ? live : null;
  // The editor has keys of its own.
  useKeys(
    rings && !isCanvas(pathname)
      ? { a: () => void actions.answer(takeUp), d: () => void actions.decline() }
      : {},
  );

  const handover = useHandover(live);
  const said = live
    ? handover?.lead && phase === 'ringing'
      ? `${handover.from?.name || 'A colleague'} hands you ${handover.lead.name}`
      : `${headingOf(live, phase, userId)} ${handover?.lead?.name || partyOf(live)}`
    : line
      ? supervised
        ? `${supervisionText[supervised.mode]} the call with ${partyOf(supervised.call)}`
        : `${announcements[line.state]} ${line.from ? phoneText(line.from) : 'the exchange'}`
      : toClose
        ? `The call with ${toClose.leadName || phoneText(toClose.phone)} is over`
        : '';
  const isCall = Boolean(said) && (!isOnConsole || rings || (line && !live));
  return (
    <>
      <div role="status" className="db-visually-hidden">
        <Announced text={said} />
      </div>
      <SoundDialog />
      <EmergencyDialog />
      {phone.status === 'out' && phone.notice && (
        <section className={styles.bar} aria-label="Phone" role="alert" data-phase="notice">
          <IconPhoneOff size={17} aria-hidden="true" />
          <span className="db-grow">{phone.notice}</span>
          <CloseButton aria-label="Understood" onClick={dismissNotice} />
        </section>
      )}
      {(isCall || extension) && (
        <section
          className={styles.bar}
          aria-label={isCall ? 'Your call' : 'Your phone'}
          data-phase={rings ? 'ringing' : live ? phase : line ? 'talking' : toClose ? 'wrap-up' : 'ready'}
        >
          <IconPhoneCall size={17} aria-hidden="true" />
          <span className={`${styles.who} db-cut`}>{isCall ? said : `Extension ${extension}`}</span>
          <Group gap={12} wrap="nowrap" className={styles.acts}>
            {isCall && live?.live?.recordingRefused && (
              <Box
                component="span"
                className="db-nowrap"
                c="var(--mantine-color-amber-text)"
                fz="0.8125rem"
                fw={550}
                title={live.live.recordingRefused}
              >
                Not recorded
              </Box>
            )}
            {line && <QualityBadge />}
            {isCall && live && <Timer since={live.answeredAt ?? live.startedAt} />}
            {rings ? (
              <>
                <Button data-changes size="compact-md" onClick={() => void actions.answer(takeUp)}>
                  Answer
                  <Key>A</Key>
                </Button>
                <Button
                  data-changes
                  color="red"
                  variant="light"
                  size="compact-md"
                  onClick={() => void actions.decline()}
                >
                  Decline
                  <Key>D</Key>
                </Button>
              </>
            ) : (
              isCall && (
                <>
                  {live && isOnExchange(live) && (
                    <Button
                      data-changes
                      color="red"
                      variant="light"
                      size="compact-sm"
                      onClick={() => void actions.end(live)}
                    >
                      Hang up
                    </Button>
                  )}
                  {line && !live && (
                    <Button
                      data-changes
                      color="red"
                      variant="light"
                      size="compact-sm"
                      onClick={() => void actions.decline()}
                    >
                      Leave the call
                    </Button>
                  )}
                  {!isOnConsole && (live || toClose) && (
                    <Button component={Link} to="/console" size="compact-sm">
                      {live ? 'Open' : 'Close it'}
                    </Button>
                  )}
                </>
              )
            )}
            {extension && !rings && (
              // Beside a call there is no room for it on a phone.
              <span className={isCall ? styles.wide : undefined}>
                <StatusPicker />
              </span>
            )}
          </Group>
        </section>
      )}
    </>
  );
}

function Timer({ since }: { since: string }) {
  const now = useSeconds();
  return <span className="db-figures">{talkText(Math.max(0, now - Date.parse(since)) / 1000)}</span>;
}

/** A live region speaks what changes in it: it has to be there, empty, before. */
function Announced({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => setSpoken(text), [text]);
  return <>{spoken}</>;
}
