import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { record, requested, uploaded } from '#tests/support/batch.ts';

const { content } = api;

describe('records from a CSV file', () => {
  const text =
    'Customer;E-Mail;Umsatz;Amount\r\nAda Lovelace;ada@example.com;x;12000\r\n"Bob; ""B""";;y;-5\r\n\r\n';

  it('are read as they are, with a guess for each column', async () => {
    const { agent, project } = await requested(['Ada']);
    const uploadId = await uploaded(agent, text);
    const { body } = await agent.call(content.readRecords, { id: project.id, uploadId });
    expect(body).toMatchObject({ delimiter: 'semicolon', encoding: 'UTF-8', rows: 2, nameColumn: 0 });
    expect(body.columns.map(({ header, guess, empty }) => [header, guess, empty])).toEqual([
      ['Customer', 'lead.name', 0],
      ['E-Mail', 'lead.email', 1],
      ['Umsatz', null, 0],
      ['Amount', 'lead.dealAmount', 0],
    ]);
    const made = await agent.call(content.createPersonalised, {
      id: project.id,
      duration: 1,
      csv: {
        uploadId,
        nameColumn: 0,
        columns: [
          { column: 0, variable: 'lead.name' },
          { column: 1, variable: 'lead.email' },
          { column: 3, variable: 'external.crm.amount' },
        ],
      },
    });
    expect(made.body).toMatchObject({ total: 2, name: 'Thank you', status: 'processing' });
    const kept = Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt);
    expect(Math.round(kept / 86_400_000)).toBe(30);
    const { items } = (await agent.call(content.listPersonalised, { id: made.body.id })).body;
    expect(items.map(({ filename }) => filename)).toEqual(['1 Ada Lovelace.mp4', '2 Bob; B.mp4']);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffName\tCity\nÄda\tKöln\n', 'utf16le'), 'tab'],
    ['Windows-1252', Buffer.from('Name,City\nÄda,Köln\n', 'latin1'), 'comma'],
    ['UTF-8', Buffer.from('\ufeffName|City\nÄda|Köln\n'), 'pipe'],
  ])('may be written in %s', async (encoding, bytes, delimiter) => {
    const { agent, project } = await requested(['Ada']);
    const uploadId = await uploaded(agent, new Uint8Array(bytes));
    const { body } = await agent.call(content.readRecords, { id: project.id, uploadId });
    expect(body).toMatchObject({ encoding, delimiter, preview: [['Äda', 'Köln']] });
    expect(body.columns[0]).toMatchObject({ header: 'Name', guess: 'lead.name', samples: ['Äda'] });
  });

  it.each([
    ['Name\n', 'a row for each video'],
    ['Name,City\n"Ada,Köln\n', 'A quotation mark is not closed'],
    ['PK\u0003\u0004\0\0 a sheet', 'This is not a CSV file'],
    [`Name\n${'Ada\n'.repeat(10_001)}`, 'at most 10,000 records'],
  ])('are refused with a sentence: %#', async (file, sentence) => {
    const { agent, project } = await requested(['Ada']);
    const uploadId = await uploaded(agent, file);
    const { status, body } = await agent.call(content.readRecords, { id: project.id, uploadId });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('are a list or a file, and the file is there', async () => {
    const { agent, project } = await requested(['Ada']);
    const { id } = project;
    const csv = { uploadId: 'csv_nowhere', columns: [{ column: 0, variable: 'lead.name' }] };
    const status = async (given: object) =>
      (await agent.call(content.createPersonalised, { id, ...given })).status;
    expect(await status({})).toBe(400);
    expect(await status({ csv })).toBe(404);
    expect(await status({ csv, records: [record('Ada')] })).toBe(400);
  });
});
