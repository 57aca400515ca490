import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { isComplete, noProof, ProofFields, proofOf } from './ProofFields.tsx';

interface RemoveDialogProps {
  address: string | null;
  name: string;
  onClose: () => void;
  onRemoved: () => Promise<unknown>;
}

/** Takes an address off the list, with the consent that allows it. */
export function RemoveDialog({ address, name, onClose, onRemoved }: RemoveDialogProps) {
  const [proof, setProof] = useState(noProof);
  // What is shown stays while the dialog fades away.
  const [shown, setShown] = useState(name);
  useEffect(() => {
    if (!address) return;
    setShown(name);
    setProof(noProof);
  }, [address, name]);
  const remove = useMutation(query.tcpa.removeDoNotContact.mutationOptions());
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const input = { address: address!, how: proof.how.trim(), proof: proofOf(proof) };
      const { message } = await remove.mutateAsync(input);
      await onRemoved();
      toast.success(message);
      onClose();
    } catch (error) {
      toast.error(error);
    }
  }
  return (
    <Modal
      opened={address !== null}
      onClose={onClose}
      title={<Text fw={650}>{`Take ${shown} off the list?`}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form data-changes onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            They may be contacted again where the law and your rules allow it. Who lifts it, and on what
            grounds, is kept among the decisions.
          </Text>
          <ProofFields value={proof} onChange={setProof} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending} disabled={!isComplete(proof)}>
              Take off the list
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
