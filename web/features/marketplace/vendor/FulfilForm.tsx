import {
  Alert,
  Anchor,
  Button,
  Divider,
  Group,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decodeText } from '#shared/csv.ts';
import { type Order, type SampleField, sampleFields } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { csv, download } from '#web/ui/csv.ts';
import { CsvFileField } from '#web/ui/resource/CsvFileField.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { RejectedRows } from '#web/ui/resource/RejectedRows.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { fieldWords, isOpen, leadsText } from '../shared/words.ts';
import { handOver } from './hand-over.ts';
import { type Consent, leadOf, type ReadLeads, readLeads, sampleHeadings } from './lead-file.ts';

const certificateWords = {
  trustedFormUrl: 'TrustedForm certificate',
  jornayaLeadId: 'Jornaya LeadiD',
} as const;
type CertificateField = keyof typeof certificateWords;
type Cells = Partial<Record<SampleField | CertificateField, string>>;

/** Which certificates a lead of an order may have typed: the one that is promised, or both. */
const certificateFields = ({ certificate }: Order): CertificateField[] => {
  if (certificate === 'trustedform') return ['trustedFormUrl'];
  if (certificate === 'jornaya') return ['jornayaLeadId'];
  return certificate === 'either' ? ['trustedFormUrl', 'jornayaLeadId'] : [];
};

/** The leads of what was chosen or typed. @throws a sentence where it holds none */
async function leadsOf(file: File | null, cells: Cells, consent: Consent): Promise<ReadLeads> {
  if (!file) {
    const lead = leadOf(cells, consent);
    if (typeof lead === 'string') throw new Error(lead);
    return { leads: [{ row: 1, lead }], rejected: [] };
  }
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const read = readLeads(text, consent);
  if (read.problem) throw new Error(read.problem);
  return read;
}

/** Hands over the leads that a buyer ordered, of a file or typed, with what each person agreed to. */
export function FulfilForm({ order }: { order: Order }) {
  const refresh = useRefresh(query.marketplace);
  const [way, setWay] = useState<'file' | 'one'>('file');
  const [file, setFile] = useState<File | null>(null);
  const [cells, setCells] = useState<Cells>({});
  const [consent, setConsent] = useState<Consent>({ day: '', text: '', sourceUrl: '' });
  const [share, setShare] = useState(0);
  const left = order.quantity - order.handedOver;
  const send = useMutation({
    mutationFn: async () => {
      setShare(0);
      const read = await leadsOf(way === 'file' ? file : null, cells, consent);
      return { ...(await handOver(order.id, read, setShare)), cells, file };
    },
    onSuccess: ({ rejected, ...sent }) => {
      if (rejected.length > 0) return;
      // Whoever has gone on with the next lead meanwhile keeps it.
      setCells((now) => (now === sent.cells ? {} : now));
      setFile((now) => (now === sent.file ? null : now));
    },
    onSettled: () => refresh(),
  });
  const fields = sampleFields.filter(
    (name) => order.sampleFields.includes(name) || name === 'phone' || name === 'email',
  );
  const done = send.data;
  const takesMore = isOpen(order) && left > 0;
  const outcome = done && (
    <>
      <Alert color={done.rejected.length > 0 ? 'amber' : 'green'} role="status">
        {leadsText(done.accepted)} handed over
        {done.rejected.length > 0 && `, ${done.rejected.length.toLocaleString('en-US')} not taken`}.
      </Alert>
      <RejectedRows rows={done.rejected} />
    </>
  );
  if (!takesMore) return outcome ?? null;
  return (
    <form
      data-changes
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack gap="md">
        <Divider />
        <Text fw={600}>Hand over {leadsText(left)}</Text>
        <FormProblem>
          {send.error &&
            `${messageOf(send.error)}${share > 0 ? ' What was sent before is handed over.' : ''}`}
        </FormProblem>
        {outcome}
        <SegmentedControl
          fullWidth
          aria-label="From"
          data={[
            { value: 'file', label: 'CSV file' },
            { value: 'one', label: 'One lead' },
          ]}
          value={way}
          onChange={(value) => setWay(value as 'file' | 'one')}
        />
        {way === 'file' ? (
          <div>
            <CsvFileField
              description="Its first row names the columns. A person who was handed over in this order already counts once."
              file={file}
              onChange={setFile}
            />
            <Anchor
              component="button"
              type="button"
              size="sm"
              mt={6}
              onClick={() => download('leads.csv', csv([sampleHeadings]))}
            >
              Download a file with the columns
            </Anchor>
          </div>
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {fields.map((name) => (
              <TextInput
                key={name}
                label={fieldWords[name]}
                value={cells[name] ?? ''}
                onChange={(event) => setCells({ ...cells, [name]: event.currentTarget.value })}
              />
            ))}
            {certificateFields(order).map((name) => (
              <TextInput
                key={name}
                label={certificateWords[name]}
                maxLength={100}
                value={cells[name] ?? ''}
                onChange={(event) => setCells({ ...cells, [name]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
        )}
        <Text size="sm" c="dimmed">
          {way === 'file' ? 'Where a row does not say it itself: what' : 'What'} the person agreed to. It goes
          with the lead, because a buyer may only call who agreed.
        </Text>
        <TextInput
          type="date"
          label="Agreed on"
          value={consent.day}
          onChange={(event) => setConsent({ ...consent, day: event.currentTarget.value })}
        />
        <Textarea
          label="Words that the person agreed to"
          autosize
          minRows={2}
          maxLength={1_000}
          value={consent.text}
          onChange={(event) => setConsent({ ...consent, text: event.currentTarget.value })}
        />
        <TextInput
          label="Page of the form"
          placeholder="https://"
          inputMode="url"
          maxLength={500}
          value={consent.sourceUrl}
          onChange={(event) => setConsent({ ...consent, sourceUrl: event.currentTarget.value })}
        />
        {send.isPending && share > 0 && (
          <Progress value={share * 100} aria-label="Handed over" color="ink" animated />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={way === 'file' && !file} loading={send.isPending}>
            Hand over
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
