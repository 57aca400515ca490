import { SQSClient } from '@aws-sdk/client-sqs';
import { zipSync } from 'fflate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import type { ImportMapping, LeadImport } from '#shared/model/lead-import.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { upload } from '#tests/support/upload-leads.ts';
import { leaseMs, workChunk } from './chunk.ts';
import { openChunks } from './chunk-store.ts';
import { findImport } from './store.ts';
import { turn } from './turns.ts';

const { leads } = api;

async function team() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'imports', work);
  const now = async (id: string) => (await admin.call(leads.getImport, { id })).body;
  /** Worker's turns until there is nothing to do. */
  const work = async (id: string): Promise<LeadImport> => {
    for (let n = 0; n < 20; n++) {
      await system(() => turn(id));
      const state = await now(id);
      if (!['checking', 'running', 'undoing'].includes(state.status)) return state;
    }
    throw new Error('The import does not end.');
  };
  const start = async (file: string | Uint8Array<ArrayBuffer>, given: object = {}, caller = admin) => {
    const uploadId = await upload(caller, file);
    const reading = await caller.call(leads.previewImport, { uploadId });
    const mapping = reading.body.mapping as ImportMapping;
    return caller.call(leads.startImport, { uploadId, filename: 'list.csv', mapping, ...given });
  };
  const bring = async (file: string | Uint8Array<ArrayBuffer>, given: object = {}) => {
    const started = await start(file, given);
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    return work(started.body.id);
  };
  const rejected = async (id: string, reason?: string) => {
    const { body } = await admin.call(leads.rejectedRows, { id, ...(reason ? { reason } : {}) });
    const bytes = await (await fetch(body.downloadUrl)).arrayBuffer();
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  };
  const all = async () => (await admin.call(leads.query, { limit: 500 })).body.leads;
  return { tenant, admin, agent: as(tenant.agent), system, start, work, bring, rejected, all, now };
}

const phone = (n: number) => `305555${String(1000 + n)}`;
const people = (count: number, from = 0) =>
  `First name,Last name,Mobile,E-mail,State\n${Array.from({ length: count }, (_, i) => `Ann,Lee ${from + i},${phone(from + i)},ann${from + i}@example.com,FL`).join('\n')}\n`;

describe('a preview', () => {
  it('guesses the columns and says what would become of five rows, and writes nothing', async () => {
    const { admin, all } = await team();
    await admin.call(leads.create, { lastName: 'There', phones: [phone(1)] });
    const uploadId = await upload(
      admin,
      `Full Name;Cell;Email Address;Zip;Deal value;Shoe size\nAda Lovelace;${phone(0)};ada@example.com;10001;"1,200.50";38\nBob Ray;${phone(1)};;;;\nEve;1.5551E+10;;;;\n;;;33101;;\nLee, Ann;;ann@example.com;;12 dollars;\n`,
    );
    const { body } = await admin.call(leads.previewImport, { uploadId });
    expect(body).toMatchObject({
      delimiter: 'semicolon',
      encoding: 'utf-8',
      rows: { count: 5, exact: true },
    });
    expect(body.columns.map(({ guess }) => guess)).toEqual([
      'fullName',
      'mobile',
      'email',
      'postcode',
      'dealAmount',
      null,
    ]);
    expect(body.preview.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [2, 'create', null],
      [3, 'skip', `There is a lead with the number +1${phone(1)} already.`],
      [4, 'reject', '1.5551E+10 is not a phone number.'],
      [5, 'reject', 'The row has neither a name, a company, a phone nor an e-mail address.'],
      [6, 'reject', 'Deal amount: 12 dollars is not a number such as 1234.50.'],
    ]);
    expect(body.preview[0]!.fields).toContainEqual({ field: 'firstName', label: 'First name', value: 'Ada' });
    expect(body.preview[0]!.fields).toContainEqual({
      field: 'dealAmount',
      label: 'Deal amount',
      value: '1200.5',
    });
    expect(await all()).toHaveLength(1);
  });

  it.each([
    ['an empty upload', 'x', 'The file has a head and no rows.'],
    ['only a head', 'Name,Phone\n', 'The file has a head and no rows.'],
    ['only line ends', '\n\n\r\n', 'The file is empty.'],
    ['a zip', zipSync({ 'a.csv': new Uint8Array(10) }), 'This is a zip or Excel file'],
    ['no text', Buffer.from([65, 0, 66, 67, 0, 10, 65, 66]), 'This is not a CSV file.'],
    ['600 columns', `${Array(600).fill('c').join(',')}\n`, 'The file has 600 columns; it may have 500.'],
  ])('refuses %s with a sentence', async (_, file, sentence) => {
    const { admin } = await team();
    const uploadId = await upload(admin, file as string);
    const { status, body } = await admin.call(leads.previewImport, { uploadId });
    expect(status).toBe(400);
    expect(body.error).toContain(sentence);
  });
});

describe('an import', () => {
  it('brings in what can be a lead, and gives the other rows back with reasons', async () => {
    const { bring, rejected, all, admin, tenant } = await team();
    const file = [
      'Name,Phone,Tags,Score',
      `Ada Lovelace,${phone(0)},vip,80`,
      `🎉 Party,${phone(1)},,`,
      `محمد علي,${phone(2)},,`,
      `=HYPERLINK("http://evil"),${phone(3)},,`,
      'Mangled,1.5551E+10,,',
      `Ragged,${phone(4)}`,
      `Wide,${phone(5)},,1,surplus`,
      '',
      `Twice,${phone(0)},,`,
      '"=1+1,broken',
    ].join('\n');
    const done = await bring(file, {
      options: { tags: ['Batch'], source: 'Fair', ownerId: tenant.agent.userId },
    });
    expect(done).toMatchObject({
      status: 'completed',
      progress: 100,
      totalRows: 9,
      created: 4,
      updated: 0,
      skipped: 1,
      failed: 4,
      hasRejected: true,
    });
    const made = await all();
    expect(made.map(({ fullName }) => fullName)).toEqual([
      '=HYPERLINK("http://evil")',
      'محمد علي',
      '🎉 Party',
      'Ada Lovelace',
    ]);
    expect(made[3]).toMatchObject({
      phone: `+1${phone(0)}`,
      tags: ['batch', 'vip'],
      score: 80,
      source: 'Fair',
      ownerId: tenant.agent.userId,
      importId: done.id,
      createdBy: tenant.admin.userId,
    });
    const { reasons } = (await admin.call(leads.importReasons, { id: done.id })).body;
    expect(reasons.reduce((sum, { rows }) => sum + rows, 0)).toBe(done.skipped + done.failed);
    const [columns] = reasons;
    expect(columns).toMatchObject({
      reason: 'The row has … values, and the head names 4 columns.',
      rows: 2,
      examples: [{ row: 7, reason: 'The row has 2 values, and the head names 4 columns.' }, { row: 8 }],
    });
    const ofReason = await rejected(done.id, columns!.key);
    expect(ofReason.trimEnd().split('\r\n')).toHaveLength(3);
    expect(ofReason).toContain('The row has 5 values');
    expect((await admin.call(leads.rejectedRows, { id: done.id, reason: 'none' })).status).toBe(404);
    const lines = (await rejected(done.id)).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFF"Name","Phone","Tags","Score","Row","Why it was not imported"');
    expect(lines.slice(1).map((line) => line.split('","').slice(-2))).toEqual([
      ['6', '1.5551E+10 is not a phone number."'],
      ['7', 'The row has 2 values, and the head names 4 columns."'],
      ['8', 'The row has 5 values, and the head names 4 columns. | surplus"'],
      ['10', `There is a lead with the number +1${phone(0)} already."`],
      ['11', 'A quotation mark opens here and is not closed."'],
    ]);
    expect(lines.at(-1)).toMatch(/^"'=1\+1,broken"/);
    const { body } = await admin.call(leads.statistics, {});
    expect(body).toMatchObject({ total: 4, bySource: { Fair: 4 }, byStatus: { new: 4 } });
    const { body: timeline } = await admin.call(leads.timeline, { id: made[0]!.id });
    expect(timeline.entries[0]).toMatchObject({ text: 'Added by an import', actor: tenant.admin.userId });
  });

  it('takes UTF-16 with a mark, Windows code pages and 300 columns', async () => {
    const { bring, all } = await team();
    const utf16 = Buffer.from(
      `\uFEFFVorname\tNachname\tTelefon\r\nJürgen\tMüller\t${phone(1)}\r\n`,
      'utf16le',
    );
    expect(await bring(new Uint8Array(utf16))).toMatchObject({ created: 1, failed: 0 });
    const latin = Buffer.from(`Nombre;Apellido;Telefono\nJosé;Muñoz;${phone(2)}\n`, 'latin1');
    expect(await bring(new Uint8Array(latin))).toMatchObject({ created: 1, failed: 0 });
    const head = ['Phone', ...Array.from({ length: 299 }, (_, n) => `Column ${n}`)];
    const wide = `${head.join(',')}\n${[phone(3), ...Array(299).fill('x')].join(',')}\n`;
    expect(await bring(wide)).toMatchObject({ created: 1, failed: 0 });
    expect((await all()).map(({ lastName }) => lastName)).toEqual(['', 'Muñoz', 'Müller']);
  });

  it('refuses a row of 1 MB and brings in the others', async () => {
    const { bring, rejected } = await team();
    const done = await bring(`Name,Phone\nA,${phone(1)}\n${'x'.repeat(1_000_000)},1\nB,${phone(2)}\n`);
    expect(done).toMatchObject({ created: 2, failed: 1, totalRows: 3 });
    const file = await rejected(done.id);
    expect(file).toContain('"3","The row is longer than 100 KB."');
    expect(file.length).toBeLessThan(3_000);
  });

  it('updates who is there, by e-mail too, and empties nothing', async () => {
    const { admin, agent, tenant, bring, all } = await team();
    await admin.call(leads.create, {
      firstName: 'Ann',
      company: 'Acme',
      phones: [phone(1)],
      emails: ['ann@example.com'],
      tags: ['old'],
    });
    const file = `Last name,Company,E-mail,Tags\nLee,,ANN@example.com,new\nNew,X,new@example.com,\nLow,,ann@example.com,\n`;
    const options = { duplicates: { rule: 'update', by: 'either' } };
    expect(await bring(file, { options })).toMatchObject({ created: 1, updated: 2, skipped: 0, failed: 0 });
    const found = (await all()).find(({ email }) => email === 'ann@example.com');
    expect(found).toMatchObject({
      firstName: 'Ann',
      lastName: 'Low',
      company: 'Acme',
      tags: ['old', 'new'],
      version: 3,
    });
    expect((await admin.call(leads.statistics, {})).body.total).toBe(2);
    // An agent's import does not change the leads of others.
    await admin.call(leads.update, { id: found!.id, ownerId: tenant.admin.userId });
    const uploadId = await upload(agent, file);
    const mapping = [
      { column: 0, field: 'lastName' },
      { column: 2, field: 'email' },
    ] as ImportMapping;
    const started = await agent.call(leads.startImport, { uploadId, mapping, options: options as never });
    await asSystem(tenant.id, 'imports', async () => {
      await turn(started.body.id);
      await turn(started.body.id);
    });
    const { body } = await agent.call(leads.getImport, { id: started.body.id });
    expect(body).toMatchObject({ updated: 1, failed: 2 });
    const other = await as(await tenant.user('agent')).call(leads.getImport, { id: started.body.id });
    expect(other.status).toBe(404);
  });

  it('brings in nothing when it is to stop at a row that cannot be a lead', async () => {
    const { admin, bring, all, rejected } = await team();
    const done = await bring(`Name,Phone\nA,${phone(1)}\nB,12\n`, { options: { invalidRows: 'stop' } });
    expect((await admin.call(leads.importReasons, { id: done.id })).body.reasons).toMatchObject([
      { reason: 'Phone: A phone number has 3 to 40 characters.', rows: 1 },
    ]);
    expect(done).toMatchObject({ status: 'failed', created: 0 });
    expect(done.error).toContain('1 of 2 rows cannot be leads');
    expect(await all()).toEqual([]);
    expect((await rejected(done.id)).trimEnd().split('\r\n').slice(1)).toEqual([
      '"B","12","3","Phone: A phone number has 3 to 40 characters."',
    ]);
  });

  it('leaves a lead its source, and gives the batch’s to those without one', async () => {
    const { admin, bring, all } = await team();
    await admin.call(leads.create, { lastName: 'A', phones: [phone(1)], source: 'Website' });
    await admin.call(leads.create, { lastName: 'B', phones: [phone(2)] });
    const options = { duplicates: { rule: 'update', by: 'phone' }, source: 'Fair' };
    await bring(`Name,Phone\nA,${phone(1)}\nB,${phone(2)}\nC,${phone(3)}\n`, { options });
    const sources = (await all()).map(({ lastName, firstName, source }) => [lastName || firstName, source]);
    expect(Object.fromEntries(sources)).toEqual({ A: 'Website', B: 'Fair', C: 'Fair' });
  });

  it('gives a row back that would make a lead larger than one may be, and goes on', async () => {
    const { admin, bring, rejected } = await team();
    const tags = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n}`);
    const words = Array.from({ length: 20 }, (_, n) => `w${n}`).join(' ');
    const made = await admin.call(leads.create, { lastName: words, phones: [phone(1)], tags: tags('a', 20) });
    expect(made.status).toBe(201);
    const company = Array.from({ length: 24 }, (_, n) => `c${n}`).join(' ');
    const file = `Name,Phone,Company,Tags\nBig,${phone(1)},${company},"${tags('b', 20).join(',')}"\nC,${phone(3)},,\n`;
    const done = await bring(file, { options: { duplicates: { rule: 'update', by: 'phone' } } });
    expect(done).toMatchObject({ status: 'completed', created: 1, updated: 0, failed: 1 });
    expect(await rejected(done.id)).toContain('too many names, tags and custom fields');
  });

  it('comes as a form of one call as well', async () => {
    const { admin, work } = await team();
    const boundary = 'a-line-that-no-file-has';
    const part = (disposition: string, text: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
    const answer = await admin.call(
      leads.startImport,
      {},
      {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: `${part('name="file"; filename="small.csv"', people(3))}${part('name="options"', '{"tags":["form"]}')}--${boundary}--\r\n`,
      },
    );
    expect([answer.status, answer.body.filename]).toEqual([202, 'small.csv']);
    expect(await work(answer.body.id)).toMatchObject({ created: 3, status: 'completed' });
  });

  it('is the same whichever chunk dies at whichever moment', async () => {
    const clock = timeTravel();
    const { start, work, system, all, admin, now } = await team();
    const { body } = await start(people(60));
    await system(() => turn(body.id));
    // A worker that dies in the middle of a chunk: after some transactions nothing more of it is heard.
    for (const survives of [0, 1, 3]) {
      const item = (await system(() => findImport(body.id)))!;
      const [chunk] = await system(() => openChunks(body.id, 1));
      let left = survives;
      const dying = () =>
        workChunk(item, chunk!, `dying-${survives}`, async () => {
          if (left-- === 0) throw new Error('killed');
          return true;
        });
      await expect(system(dying)).rejects.toThrow('killed');
      expect(await system(() => workChunk(item, chunk!, 'too early'))).toBe('lost');
      clock.forward({ seconds: leaseMs / 1000 + 1 });
    }
    expect((await now(body.id)).created).toBeGreaterThan(0);
    expect(await work(body.id)).toMatchObject({ status: 'completed', created: 60, skipped: 0, failed: 0 });
    const made = await all();
    expect(made).toHaveLength(60);
    expect(new Set(made.map(({ phone: number }) => number)).size).toBe(60);
    expect((await admin.call(leads.statistics, {})).body).toMatchObject({ total: 60, byStatus: { new: 60 } });
  });

  it('looks again when the lease of a worker ends that died', async () => {
    timeTravel();
    const { start, system } = await team();
    const { body } = await start(people(20));
    await system(() => turn(body.id));
    const item = (await system(() => findImport(body.id)))!;
    const [chunk] = await system(() => openChunks(body.id, 1));
    const dying = () => workChunk(item, chunk!, 'dying', () => Promise.reject(new Error('killed')));
    await expect(system(dying)).rejects.toThrow('killed');
    const send = vi.spyOn(SQSClient.prototype, 'send');
    onTestFinished(() => send.mockRestore());
    await system(() => turn(body.id));
    const sent = send.mock.calls.map(([{ input }]) => input);
    expect(sent).toMatchObject([{ DelaySeconds: leaseMs / 1000 + 1 }]);
  });

  it('makes one lead of a phone even where another is made at the same moment', async () => {
    const { start, system, admin, work, all } = await team();
    const { body } = await start(people(12));
    await system(() => turn(body.id));
    const [chunk] = await system(() => openChunks(body.id, 1));
    const item = (await system(() => findImport(body.id)))!;
    let stolen = false;
    const stealing = async () => {
      if (stolen) return true;
      stolen = true;
      const made = await admin.call(leads.create, { lastName: 'First', phones: [phone(2)] });
      expect(made.status).toBe(201);
      return true;
    };
    expect(await system(() => workChunk(item, chunk!, 'me', stealing))).toBe('ended');
    expect(await work(body.id)).toMatchObject({ created: 11, skipped: 1, failed: 0 });
    expect((await all()).filter(({ phone: number }) => number === `+1${phone(2)}`)).toHaveLength(1);
    expect((await admin.call(leads.statistics, {})).body.total).toBe(12);
  });

  it('stops when it is cancelled, and goes on where it stopped', async () => {
    const { start, system, admin, work, now } = await team();
    const { body } = await start(people(40));
    await system(() => turn(body.id));
    const item = (await system(() => findImport(body.id)))!;
    const [chunk] = await system(() => openChunks(body.id, 1));
    let groups = 0;
    const outcome = await system(() =>
      workChunk(item, chunk!, 'me', async () => {
        if (groups++ === 2) await admin.call(leads.cancelImport, { id: body.id });
        return (await findImport(body.id))?.status === 'running';
      }),
    );
    expect(outcome).toBe('stopped');
    const stopped = await now(body.id);
    expect(stopped.status).toBe('cancelled');
    expect(stopped.created).toBeGreaterThan(0);
    expect(stopped.created).toBeLessThan(40);
    expect((await admin.call(leads.cancelImport, { id: body.id })).status).toBe(409);
    expect((await admin.call(leads.resumeImport, { id: body.id })).status).toBe(200);
    expect(await work(body.id)).toMatchObject({ status: 'completed', created: 40 });
    expect((await admin.call(leads.statistics, {})).body.total).toBe(40);
  });

  it('gives the refused rows back also when it is cancelled, and is undone from there', async () => {
    const { start, system, admin, work, now, rejected, all } = await team();
    const rows = people(40).split('\n');
    rows.splice(1, 0, 'Bad,Row,12,,FL');
    const { body } = await start(rows.join('\n'));
    await system(() => turn(body.id));
    const item = (await system(() => findImport(body.id)))!;
    const [chunk] = await system(() => openChunks(body.id, 1));
    let groups = 0;
    // A worker that hears of nothing: what it writes after the last turn must not come in.
    const late = system(() =>
      workChunk(item, chunk!, 'late', async () => {
        if (groups++ === 1) {
          await admin.call(leads.cancelImport, { id: body.id });
          await system(() => turn(body.id));
        }
        return true;
      }),
    );
    expect(await late).toBe('lost');
    const stopped = await now(body.id);
    expect(stopped).toMatchObject({ status: 'cancelled', failed: 1, hasRejected: true });
    const { reasons } = (await admin.call(leads.importReasons, { id: stopped.id })).body;
    expect(reasons).toMatchObject([{ rows: 1, examples: [{ row: 2 }] }]);
    expect(await all()).toHaveLength(stopped.created);
    expect((await rejected(body.id)).trimEnd().split('\r\n').slice(1)).toEqual([
      '"Bad","Row","12","","FL","2","Phone: A phone number has 3 to 40 characters."',
    ]);
    expect((await admin.call(leads.undoImport, { id: body.id })).status).toBe(202);
    expect(await work(body.id)).toMatchObject({
      status: 'undone',
      undo: { removed: stopped.created, kept: 0 },
    });
    expect(await all()).toEqual([]);
  });

  it('is undone whole where a later row of the file wrote on a lead of an earlier one', async () => {
    const { bring, admin, work, all, system, tenant } = await team();
    const twice = `Name,Phone,Company\nA,${phone(1)},\nA,${phone(1)},Acme\nA,${phone(1)},Zed\nB,${phone(2)},\n`;
    const options = { duplicates: { rule: 'update', by: 'phone' } };
    const done = await bring(twice, { options });
    expect(done).toMatchObject({ created: 2, updated: 2 });
    const b = (await all()).find(({ company }) => company === '')!;
    await admin.call(leads.update, { id: b.id, company: 'Known' });
    expect((await admin.call(leads.undoImport, { id: done.id })).status).toBe(202);
    const [a] = (await all()).filter(({ id }) => id !== b.id);
    expect(await work(done.id)).toMatchObject({ undo: { removed: 1, kept: 1 } });
    expect((await all()).map(({ id }) => id)).toEqual([b.id]);
    const told = await system(() =>
      Events.query.byEntity({ tenantId: tenant.id, entityId: a!.id }).go({ consistent: true, pages: 'all' }),
    );
    const data = (type: string) => told.data.find((event) => event.type === type)?.data;
    // The figures take it out of the hour in which it came in.
    expect(data('lead.deleted')).toEqual({ force: false, undoneFrom: a!.createdAt });
    expect(data('lead.created')).toMatchObject({
      fields: { firstName: 'A', phones: [{ number: a!.phone }] },
    });
  });

  it('is undone but for what was changed since', async () => {
    const { bring, admin, work, all, start } = await team();
    const done = await bring(people(15));
    const [one, two] = await all();
    await admin.call(leads.update, { id: one!.id, company: 'Known' });
    await admin.call(leads.remove, { id: two!.id });
    expect((await admin.call(leads.undoImport, { id: done.id })).status).toBe(202);
    expect(await work(done.id)).toMatchObject({ status: 'undone', undo: { removed: 13, kept: 1 } });
    expect((await all()).map(({ id }) => id)).toEqual([one!.id]);
    expect((await admin.call(leads.statistics, {})).body).toMatchObject({ total: 1, byStatus: { new: 1 } });
    expect((await admin.call(leads.undoImport, { id: done.id })).status).toBe(409);
    // The numbers are free again.
    const again = await start(people(15));
    expect(await work(again.body.id)).toMatchObject({ created: 14, skipped: 1 });
  });
});

describe('a saved mapping', () => {
  it('is kept by its name and removed', async () => {
    const { admin, agent } = await team();
    const columns = [{ header: 'Cell', field: 'mobile' as const }];
    const { body } = await admin.call(leads.saveImportMapping, { name: 'Fair', columns });
    await admin.call(leads.saveImportMapping, { name: 'FAIR', columns, options: { tags: ['fair'] } });
    const { body: kept } = await agent.call(leads.importMappings, {});
    expect(kept.mappings).toMatchObject([{ id: body.id, name: 'FAIR', columns }]);
    expect((await admin.call(leads.removeImportMapping, { id: body.id })).status).toBe(200);
    expect((await admin.call(leads.removeImportMapping, { id: body.id })).status).toBe(404);
  });
});
