import { Alert, Anchor } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';

/** Says that nothing reaches anybody, and where it can be seen instead. */
export function SandboxNote({ kind }: { kind: 'texts' | 'mails' }) {
  return (
    <Alert color="amber" variant="light" icon={<IconFlask size={18} />} title="In the sandbox">
      No keys are set, so these {kind} reach nobody: the sandbox takes them.{' '}
      <Anchor href={kind === 'texts' ? '/sandbox/phone' : '/sandbox/mail'} target="_blank" inherit>
        {kind === 'texts' ? 'Open the virtual handset' : 'Open the mailbox'}
      </Anchor>
    </Alert>
  );
}
