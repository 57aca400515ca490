import { Button, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Channel, Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { dateText } from '../shared/format.ts';
import styles from './page.module.css';
import type { LeadEditor } from './useLeadEditor.ts';

const titles: Record<Channel, string> = { call: 'Calls', sms: 'Texts', email: 'E-mails' };
const looks = {
  unknown: { Icon: IconHelpCircle, text: 'Not asked', tone: 'gray' },
  given: { Icon: IconCircleCheck, text: 'Agreed', tone: 'green' },
  withdrawn: { Icon: IconBan, text: 'Opted out', tone: 'red' },
} as const;

interface ConsentProps {
  lead: Lead;
  editor: LeadEditor;
}

/** What the person said about each channel, when and how; opting out holds for their number at once. */
export function Consent({ lead, editor }: ConsentProps) {
  const [asking, setAsking] = useState<{ channel: Channel; state: 'given' | 'withdrawn' } | null>(null);
  return (
    <>
      {(['call', 'sms', 'email'] as const).map((channel) => {
        const said = lead.consent[channel];
        const { Icon, text, tone } = looks[said.state];
        return (
          <div key={channel} className={styles.consent}>
            <span>{titles[channel]}</span>
            <Menu position="bottom-end" width={200}>
              <Menu.Target>
                <Button size="compact-sm" variant="light" color={tone} leftSection={<Icon size={14} />}>
                  <span className="db-visually-hidden">{titles[channel]}: </span>
                  {text}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconCircleCheck size={15} />}
                  disabled={said.state === 'given'}
                  onClick={() => setAsking({ channel, state: 'given' })}
                >
                  They agreed
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconBan size={15} />}
                  disabled={said.state === 'withdrawn'}
                  onClick={() => setAsking({ channel, state: 'withdrawn' })}
                >
                  They opted out
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {said.at && (
              <Text size="xs" c="dimmed" className={styles.consentHow}>
                {dateText(said.at)}
                {said.how && ` · ${said.how}`}
              </Text>
            )}
          </div>
        );
      })}
      <HowDialog
        key={`${asking?.channel}-${asking?.state}`}
        asking={asking}
        lead={lead}
        editor={editor}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

interface HowDialogProps extends ConsentProps {
  asking: { channel: Channel; state: 'given' | 'withdrawn' } | null;
  onClose: () => void;
}

function HowDialog({ asking, lead, editor, onClose }: HowDialogProps) {
  const client = useQueryClient();
  const [how, setHow] = useState('Told the agent');
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const { channel, state } = asking!;
    const address =
      channel === 'email' ? lead.email && { email: lead.email } : lead.phone && { phone: lead.phone };
    setBusy(true);
    try {
      // The number first: nobody may reach it any more, whatever becomes of the lead's own record.
      if (address) await api.tcpa.optOut({ ...address, channel, state, how: how.trim() });
      if (!(await editor.save({ consent: { [channel]: { state, how: how.trim() } } }))) return;
      await client.invalidateQueries({ queryKey: query.tcpa.check.key() });
      toast.success(state === 'given' ? 'Their consent is noted' : 'Their opt-out holds from now on');
      onClose();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      opened={asking !== null}
      onClose={onClose}
      title={
        <Text fw={650}>
          {asking &&
            `${titles[asking.channel]}: ${asking.state === 'given' ? 'they agreed' : 'they opted out'}`}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="How"
            description="Kept as evidence: by which way, in whose words."
            maxLength={200}
            data-autofocus
            value={how}
            onChange={(event) => setHow(event.currentTarget.value)}
          />
          <Button
            type="submit"
            color={asking?.state === 'withdrawn' ? 'red' : undefined}
            loading={busy}
            disabled={!how.trim()}
          >
            {asking?.state === 'withdrawn' ? 'Opt them out' : 'Note the consent'}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
