import { Anchor, Button, Group, Stack, Stepper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { contentLimits } from '#shared/model/content.ts';
import { lengthOfPages, pagesOf } from '#shared/model/pages.ts';
import { type CsvMapping, csvMapping } from '#shared/model/records-csv.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshLists } from '../data/refresh.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { ProjectStep } from './ProjectStep.tsx';
import { RecordPreview } from './RecordPreview.tsx';
import { RecordsUpload, type UploadedRecords } from './RecordsUpload.tsx';
import { firstVideo, type VideoForm, VideoOptions } from './VideoOptions.tsx';

/** From a project and a list to a batch: upload, map the columns, look at a record, start. */
export function NewBatch({ projectId }: { projectId: string | undefined }) {
  const header = (
    <PageHeader
      title="New batch of videos"
      description={
        <>
          <Anchor component={Link} to="/content-creator?personalised=all" size="sm">
            Personalised videos
          </Anchor>
          : one for each row of a list.
        </>
      }
    />
  );
  return (
    <>
      {header}
      {projectId ? <Steps projectId={projectId} /> : <ProjectStep />}
    </>
  );
}

function Steps({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 640px)');
  const [step, setStep] = useState(0);
  const [records, setRecords] = useState<UploadedRecords>();
  const [mapping, setMapping] = useState<CsvMapping>();
  const [chosenVideo, setVideo] = useState<VideoForm>();
  const [starting, setStarting] = useState(false);
  const {
    data: project,
    error,
    refetch,
  } = useQuery(query.content.get.queryOptions({ input: { id: projectId } }));
  if (error && !project)
    return (
      <ErrorState title="The project could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!project) return <PageSkeleton />;

  const pages = pagesOf(project);
  const wholeLength = Math.min(contentLimits.exportDuration.max, lengthOfPages(pages));
  const video = chosenVideo ?? (pages.length > 1 ? { ...firstVideo, duration: wholeLength } : firstVideo);
  const problem = mapping && csvMapping.safeParse(mapping).error?.issues[0]?.message;
  const start = async () => {
    if (!records || !mapping) return;
    setStarting(true);
    try {
      const { id, total } = await api.content.createPersonalised({
        id: projectId,
        ...video,
        csv: { uploadId: records.uploadId, ...mapping },
      });
      toast.success(
        total === 1 ? '1 video is being made' : `${total.toLocaleString()} videos are being made`,
      );
      void refreshLists(query.content.listBatches.key());
      void navigate(`/content-creator?personalised=${id}`);
    } catch (reason) {
      toast.error(reason);
      setStarting(false);
    }
  };

  return (
    <Stack gap="lg">
      <Stepper
        active={step}
        onStepClick={setStep}
        size="sm"
        {...(narrow ? { iconSize: 28 } : {})}
        allowNextStepsSelect={false}
      >
        {['List', 'Columns', 'Check and start'].map((label, at) => (
          // On a phone the number stands alone, and the name is for those who cannot see its place.
          <Stepper.Step key={label} {...(narrow ? { 'aria-label': `${at + 1}: ${label}` } : { label })} />
        ))}
      </Stepper>
      {step === 0 && (
        <RecordsUpload
          projectId={projectId}
          onRead={(read) => {
            setRecords(read);
            setMapping({
              columns: read.reading.columns.flatMap(({ guess }, column) =>
                guess ? [{ column, variable: guess }] : [],
              ),
              nameColumn: read.reading.nameColumn,
            });
            setStep(1);
          }}
        />
      )}
      {step === 1 && records && mapping && (
        <>
          <ColumnMapping records={records} mapping={mapping} onChange={setMapping} />
          <Group justify="space-between">
            <Button variant="default" onClick={() => setStep(0)}>
              Other list
            </Button>
            <Button
              onClick={() => {
                if (problem) toast.error(problem);
                else setStep(2);
              }}
            >
              Check a record
            </Button>
          </Group>
        </>
      )}
      {step === 2 && records && mapping && (
        <>
          <RecordPreview project={project} records={records} mapping={mapping}>
            <VideoOptions value={video} onChange={setVideo} rows={records.reading.rows} />
          </RecordPreview>
          <Group justify="space-between">
            <Button variant="default" onClick={() => setStep(1)}>
              Back to the columns
            </Button>
            <Button data-changes loading={starting} onClick={() => void start()}>
              {records.reading.rows === 1
                ? 'Make 1 video'
                : `Make ${records.reading.rows.toLocaleString()} videos`}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
