import { Anchor, Button, Group, Stack, Stepper } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type ImportMapping, importMapping } from '#shared/model/lead-import.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { type FileForm, MappingStep } from './MappingStep.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { firstRules, type RulesForm, RulesStep } from './RulesStep.tsx';
import { readList, type UploadedList, UploadStep } from './UploadStep.tsx';

const steps = ['List', 'Columns', 'Rules and start'];

/** From a file to an import: upload, map the columns, look at the first rows, choose the rules, start. */
export function ImportWizard() {
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 640px)');
  const [step, setStep] = useState(0);
  const [list, setList] = useState<UploadedList>();
  const [file, setFile] = useState<FileForm>({});
  const [mapping, setMapping] = useState<ImportMapping>([]);
  const [rules, setRules] = useState<RulesForm>(firstRules);
  const [starting, setStarting] = useState(false);

  const { saveAs, ...chosen } = rules;
  const options = { ...chosen, ...file };
  const problem = importMapping.safeParse(mapping).error?.issues[0]?.message;
  // Not for every letter of a tag or a source.
  const [asked] = useDebouncedValue({ mapping, options }, 300);
  const preview = useQuery({
    queryKey: ['import-preview', list?.uploadId, asked],
    queryFn: () => readList(list!.uploadId, list!.reading.filename, asked),
    enabled: list !== undefined && !problem && asked.mapping.length > 0 && step > 0,
    placeholderData: keepPreviousData,
  });

  const readAgain = async (form: FileForm) => {
    if (!list) return;
    try {
      const reading = await readList(list.uploadId, list.reading.filename, {
        options: { ...chosen, ...form },
      });
      setFile(form);
      setList({ ...list, reading });
      setMapping(reading.mapping as ImportMapping);
    } catch (error) {
      toast.error(error);
    }
  };
  const start = async () => {
    if (!list) return;
    setStarting(true);
    try {
      const { uploadId, reading } = list;
      if (saveAs.trim())
        await api.leads.saveImportMapping({
          name: saveAs,
          columns: mapping.map(({ column, field }) => ({ header: reading.columns[column]!.header, field })),
          options: chosen,
        });
      const begun = await api.leads.startImport({ uploadId, filename: reading.filename, mapping, options });
      void queryClient.invalidateQueries({ queryKey: query.leads.listImports.key() });
      void navigate(`/leads/imports/${begun.id}`);
    } catch (error) {
      toast.error(error);
      setStarting(false);
    }
  };

  const shown = preview.data?.preview ?? list?.reading.preview ?? [];
  return (
    <>
      <PageHeader
        title="Import leads"
        description={
          <>
            From a CSV file of any size. Back to the{' '}
            <Anchor component={Link} to="/leads" size="sm">
              leads
            </Anchor>{' '}
            or to earlier{' '}
            <Anchor component={Link} to="/leads/imports" size="sm">
              imports
            </Anchor>
            .
          </>
        }
      />
      <Stack gap="lg">
        <Stepper
          active={step}
          onStepClick={setStep}
          size="sm"
          {...(narrow ? { iconSize: 28 } : {})}
          allowNextStepsSelect={false}
        >
          {steps.map((label, at) => (
            // On a phone the number stands alone, and the name is for those who cannot see its place.
            <Stepper.Step key={label} {...(narrow ? { 'aria-label': `${at + 1}: ${label}` } : { label })} />
          ))}
        </Stepper>
        {step === 0 && (
          <UploadStep
            onRead={(read) => {
              setList(read);
              setFile({});
              setMapping(read.reading.mapping as ImportMapping);
              setStep(1);
            }}
          />
        )}
        {step > 0 && list && (
          <Columns template="minmax(0, 3fr) minmax(0, 2fr)">
            {step === 1 ? (
              <MappingStep
                reading={list.reading}
                mapping={mapping}
                onMapping={setMapping}
                onFile={(form) => void readAgain(form)}
              />
            ) : (
              <RulesStep value={rules} onChange={setRules} />
            )}
            {preview.error ? (
              <ErrorState
                title="The rows could not be looked at"
                error={preview.error}
                changes
                onRetry={() => void preview.refetch()}
              />
            ) : (
              <PreviewRows preview={shown} refreshing={preview.isPlaceholderData} />
            )}
          </Columns>
        )}
        {step === 1 && (
          <Group justify="space-between">
            <Button variant="default" onClick={() => setStep(0)}>
              Other list
            </Button>
            <Button onClick={() => (problem ? toast.error(problem) : setStep(2))}>Go on to the rules</Button>
          </Group>
        )}
        {step === 2 && list && (
          <Group justify="space-between">
            <Button variant="default" onClick={() => setStep(1)}>
              Back to the columns
            </Button>
            <Button data-changes loading={starting} onClick={() => void start()}>
              {list.reading.rows.exact
                ? `Import ${list.reading.rows.count === 1 ? '1 row' : `${list.reading.rows.count.toLocaleString()} rows`}`
                : 'Start the import'}
            </Button>
          </Group>
        )}
      </Stack>
    </>
  );
}
