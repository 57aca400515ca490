import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { kilobytes, repPhotoColumns } from '#shared/model/rep-photo.ts';
import { formOf, library, plain } from '#tests/support/rep-photos.ts';

const { repPhotos } = api;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

describe('many photos', () => {
  it('come at once, each for an address of its own', async () => {
    const { agent } = await library();
    const photos = [await plain('#111111'), await plain('#222222'), Buffer.from('no picture')];
    const reps = ['a', 'b', 'c'].map((name) => ({ repEmail: `${name}@example.com`, repName: name }));
    const bulk = async (mappings: object[], files = photos) =>
      agent.call(repPhotos.bulk, {}, await formOf({ 'photos[]': files, mappings: JSON.stringify(mappings) }));
    const first = await bulk(reps);
    expect(first.body.summary).toEqual({ successful: 2, failed: 1, skipped: 0 });
    expect(first.body.results[2]).toEqual({
      repEmail: 'c@example.com',
      result: 'failed',
      reason: 'Please choose a JPEG, PNG or WebP picture.',
    });
    expect((await bulk(reps)).body.summary).toEqual({ successful: 0, failed: 1, skipped: 2 });
    const missing = 'Please select files and provide email for each';
    expect((await bulk(reps.slice(1))).body.error).toBe(missing);
    expect((await bulk([...reps.slice(1), { repEmail: '' }])).body.error).toBe(missing);
    const many = Array.from({ length: 51 }, (_, n) => ({ repEmail: `r${n}@example.com` }));
    expect((await bulk(many)).body.error).toBe('At most 50 photos at a time.');
  });

  it('are fetched from the addresses in a CSV file, of public sites alone', async () => {
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
    const { agent } = await library();
    const csv = async (text: string, columnMapping?: object) =>
      agent.call(
        repPhotos.csv,
        {},
        await formOf({
          csv: Buffer.from(text),
          ...(columnMapping ? { columnMapping: JSON.stringify(columnMapping) } : {}),
        }),
      );
    const portrait = 'https://pictures.dealbell.test/portrait.jpg';
    const rows = [
      'Full name,E-mail,Photo link',
      `Ann,ann@example.com,${portrait}`,
      'Bo,bo@example.com,https://127.0.0.1/x.jpg',
      'Cy,cy@example.com,http://example.com/x.jpg',
      `Di,nonsense,${portrait}`,
    ].join('\n');
    const { body } = await csv(rows);
    expect(body.summary).toEqual({ successful: 1, failed: 3, skipped: 0 });
    expect(body.failed.map(({ email }) => email)).toEqual(['bo@example.com', 'cy@example.com', 'nonsense']);
    expect(body.failed[1]!.error).toBe('A photo’s address must begin with https://.');
    const mapped = { name: 'Full name', email: 'E-mail', photoUrl: 'Photo link' };
    expect((await csv(rows, mapped)).body.summary.skipped).toBe(1);
    expect((await agent.call(repPhotos.csv, {})).body.error).toBe('Please select a CSV file');
    expect((await csv(' \n')).body.error).toBe('CSV file is empty');
    expect((await csv('Full name,E-mail,Photo\n')).body.error).toBe('No data rows found in CSV file');
    expect((await csv('Who,E-mail,Photo\nAnn,a@example.com,x')).body.error).toBe(
      'Please map all required columns (Name, Email, Photo URL)',
    );
    expect((await csv('Name,E-mail,Photo\n"Ann,a@example.com,x')).body.error).toBe('Failed to parse CSV');
  });

  it('have their columns found by the words of their headers', () => {
    expect(repPhotoColumns(['Image name', 'Rep Name', 'Work EMAIL'])).toEqual({
      name: 'Rep Name',
      email: 'Work EMAIL',
      photoUrl: 'Image name',
    });
    expect(repPhotoColumns(['a', 'b'])).toEqual({ name: '', email: '', photoUrl: '' });
    expect(kilobytes(1_536)).toBe('1.5 KB');
  });
});
