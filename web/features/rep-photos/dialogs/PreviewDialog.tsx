import { Button, Flex, Group, Image, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { kilobytes, type RepPhoto } from '#shared/model/rep-photo.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { putIntoProject } from '../put-into-project.ts';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { CropFields } from './CropFields.tsx';
import { Dialog } from './Dialog.tsx';

interface PreviewDialogProps {
  photo: RepPhoto;
  onClose: () => void;
  onUse?: ((photo: RepPhoto) => void) | undefined;
}

const typeNames = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP' } as const;

/** A photo large, with what is known of it and what can be done with it. */
export default function PreviewDialog({ photo, onClose, onUse }: PreviewDialogProps) {
  const may = useMay();
  const removal = useQuestion<RepPhoto>();
  const [, run] = useGuarded('Deletion');
  const { id } = photo;
  // It is counted once for each time that somebody looks.
  useEffect(() => {
    void api.repPhotos.trackUse({ id, kind: 'view' }).catch(() => undefined);
  }, [id]);
  const name = photo.repName || photo.repEmail;
  const remove = () =>
    run(async () => {
      await api.repPhotos.remove({ id });
      toast.success(sentences.deleted);
      onClose();
    });
  return (
    <Dialog title={name} size="lg" onClose={onClose}>
      <Flex gap={20} wrap="wrap" align="flex-start">
        <Image src={photo.previewUrls.large} alt={`Photo of ${name}`} w={260} h={260} radius="md" />
        <DefinitionList flex="1 1 220px" miw={0}>
          <Definition term="Email">
            <span className="db-wrap">{photo.repEmail}</span>
          </Definition>
          {photo.repTitle && <Definition term="Title">{photo.repTitle}</Definition>}
          <Definition term="Size">{kilobytes(photo.fileSize)}</Definition>
          <Definition term="Type">{typeNames[photo.mimeType]}</Definition>
          <Definition term="Uploaded">{new Date(photo.uploadedAt).toLocaleString()}</Definition>
        </DefinitionList>
      </Flex>
      {photo.mayDelete && may('repPhotos.add') && <CropFields key={id} photo={photo} />}
      {onUse ? null : may('content.edit') && <ProjectChoice photo={photo} />}
      <Group gap="xs">
        {photo.mayDelete && may('repPhotos.add') && (
          <Button data-changes variant="subtle" color="red" onClick={() => removal.ask(photo)}>
            Delete
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          href={photo.url}
          download={`${name}.${photo.url.split('.').at(-1)}`}
          ms="auto"
          onClick={() => void api.repPhotos.trackUse({ id, kind: 'download' }).catch(() => undefined)}
        >
          Download
        </Button>
        {onUse && (
          <Button
            data-changes
            onClick={() => {
              onUse(photo);
              onClose();
            }}
          >
            Use in Project
          </Button>
        )}
      </Group>
      <ConfirmDialog
        {...removal.dialog}
        danger
        title={`Delete the photo of ${name}?`}
        confirmLabel="Delete photo"
        onConfirm={remove}
      >
        Signs that show it show their placeholder instead. This cannot be undone.
      </ConfirmDialog>
    </Dialog>
  );
}

/** Puts the photo into a project, and opens that. */
function ProjectChoice({ photo }: { photo: RepPhoto }) {
  const navigate = useNavigate();
  const [projectId, setProjectId] = useState<string | null>(null);
  const [busy, run] = useGuarded('Use in Project', 'content.edit');
  const { data } = useQuery(query.content.list.queryOptions({ input: { limit: 100 } }));
  const projects = data?.projects ?? [];
  if (data && projects.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Make a project in the content creator to use the photo in it.
      </Text>
    );
  const use = (chosen: string) =>
    run(async () => {
      await putIntoProject(chosen, photo);
      await navigate(`/content-creator/${chosen}`);
    });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        flex="1 1 200px"
        label="Project"
        placeholder="Choose a project"
        searchable
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={projectId}
        onChange={setProjectId}
      />
      <Button
        data-changes
        disabled={!projectId}
        loading={busy}
        onClick={() => projectId && void use(projectId)}
      >
        Use in Project
      </Button>
    </Group>
  );
}
