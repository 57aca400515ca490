import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog } from './Dialog.tsx';

/** Looks a photo up by the rep's address. */
export default function FindDialog({ onClose, onFound }: DialogProps) {
  const [email, setEmail] = useState('');
  const [busy, run] = useGuarded('Search', 'repPhotos.view');
  const find = () => {
    if (!email.trim()) return toast.error(sentences.email);
    return run(
      async () => {
        const { id } = await api.repPhotos.byEmail({ email });
        toast.success(sentences.found);
        onClose();
        onFound(id);
      },
      (error) => (error instanceof ApiError && error.status === 404 ? sentences.notFound : undefined),
    );
  };
  return (
    <Dialog title="Find Photo by Email" onClose={onClose}>
      <form
        noValidate
        className="db-column"
        style={{ gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextInput
          label="Email"
          type="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} ms="auto">
          Find photo
        </Button>
      </form>
    </Dialog>
  );
}
