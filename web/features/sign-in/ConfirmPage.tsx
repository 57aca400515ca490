import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { LinkPage, tokenOfLink } from './LinkPage.tsx';
import { Done, Problem } from './Problem.tsx';

const wording = {
  address: {
    title: 'Confirm your e-mail address',
    description: 'One click, and we know that mails to this address reach you.',
    action: 'Confirm my address',
    confirm: (token: string) => api.auth.verifyEmail({ token }),
  },
  replyTo: {
    title: 'Answers to mails',
    description: 'A workspace wants answers to the mails it sends to come to your address.',
    action: 'Let answers come to me',
    confirm: (token: string) => api.email.confirmReplyTo({ token }),
  },
};

/** /verify-email and /confirm-reply-to: a button, as programs that look through mails open every link in them. */
export default function ConfirmPage() {
  const words = wording[useLocation().pathname.startsWith('/verify-email') ? 'address' : 'replyTo'];
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const [busy, setBusy] = useState(false);
  const token = tokenOfLink();

  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      setDone((await words.confirm(token)).message);
      // Who is signed in here sees the banner go.
      await queryClient.invalidateQueries();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <LinkPage title={words.title} description={done ? undefined : words.description}>
      <Stack gap="md">
        {problem && <Problem>{problem}</Problem>}
        {done ? (
          <Done>{done}</Done>
        ) : token ? (
          <Button size="md" loading={busy} onClick={() => void confirm()}>
            {words.action}
          </Button>
        ) : (
          <Problem>Please open the link of the mail.</Problem>
        )}
      </Stack>
    </LinkPage>
  );
}
