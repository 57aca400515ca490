import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import type { EmergencyNumber } from '#shared/model/emergency-calls.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { toast } from '#web/ui/toast.ts';
import { dialEmergency } from '../my-phone.ts';
import { emergencyDialogAtom } from './emergency-dialog.ts';

/** One press more than a telephone's, so that nobody calls 911 by a slip; Enter dials. */
export function EmergencyDialog() {
  const [opened, setOpened] = useAtom(emergencyDialogAtom);
  const { userId } = useSignedIn().user;
  // What is not known yet must keep nobody from dialling.
  const { data: own } = useQuery(
    query.pbx.listExtensions.queryOptions({ input: { userId }, enabled: opened, retry: false }),
  );
  const { data: settings } = useQuery(
    query.pbx.emergencySettings.queryOptions({ input: {}, enabled: opened, retry: false }),
  );
  const extension = own?.extensions[0];
  const location = extension?.location || settings?.location;
  const shows = extension?.callerId ?? settings?.callbackNumber;
  const close = () => setOpened(false);
  const dial = (number: EmergencyNumber) => {
    close();
    void dialEmergency(number).catch(toast.error);
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={650}>Call 911?</Text>} withCloseButton={false}>
      <Stack>
        <Text size="sm">
          The emergency services are called from this browser. A call that goes on is left. Your workspace is
          told that you called.
        </Text>
        <DefinitionList>
          <Definition term="Your location">{location || 'Not stated: say where you are.'}</Definition>
          <Definition term="They call back">
            {shows ? phoneText(shows) : 'No number: stay on the line.'}
          </Definition>
        </DefinitionList>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => dial('933')}>
            Test with 933
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" data-autofocus onClick={() => dial('911')}>
              Call 911
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
