import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { dialplans, ivr, pbx, system } = api;
const position = { x: 0, y: 0 };
const start = { id: 'start', type: 'start', position } as const;
const node = (id: string, type: string, data: object = {}) => ({ id, type, position, data });
const edge = (source: string, target: string, sourceHandle = 'next') => ({
  id: `${source}:${sourceHandle}`,
  source,
  sourceHandle,
  target,
});

async function workspace() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales' });
  const desk = await admin.call(pbx.createExtension, { number: '101', name: 'Ann' });
  const menu = await admin.call(ivr.create, {
    name: 'Main',
    prompt: 'For sales, press 1.',
    options: [
      { digit: '1', label: 'Sales', action: 'queue', target: queue.body.id },
      { digit: '9', label: 'Again', action: 'repeat', target: null },
    ],
  });
  const draw = (nodes: object[], edges: object[]) =>
    admin.call(dialplans.create, {
      name: `Plan ${Math.random()}`,
      config: { nodes: [start, ...nodes], edges },
    } as never);
  const problemsOf = async (nodes: object[], edges: object[]) => {
    const made = await draw(nodes, edges);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (await admin.call(dialplans.validate, { id: made.body.id })).body;
  };
  return {
    tenant,
    admin,
    agent,
    draw,
    problemsOf,
    queueId: queue.body.id,
    deskId: desk.body.id,
    menuId: menu.body.id,
  };
}

describe('a mailbox in a dial plan', () => {
  it('is one that takes messages, and there', async () => {
    const { admin, problemsOf, deskId } = await workspace();
    const textsOf = async () => {
      const nodes = [node('a', 'voicemail', { mailbox: deskId })];
      const { problems } = await problemsOf(nodes, [edge('start', 'a')]);
      return problems.map(({ text }) => text);
    };
    const isOff = 'Extension 101 takes no messages. Please switch its voicemail on first.';
    expect(await textsOf()).toEqual([isOff]);
    await admin.call(pbx.updateExtension, { id: deskId, voicemail: true, version: 1 });
    expect(await textsOf()).toEqual([]);
  });
});

describe('a dial plan', () => {
  it('begins with a start node alone, and lists do not carry drawings', async () => {
    const { admin, agent } = await workspace();
    const { body } = await admin.call(dialplans.create, { name: 'Main line' });
    expect(body).toMatchObject({ description: '', nodeCount: 1, version: 1 });
    expect(body.config).toEqual({ nodes: [{ ...start, data: {} }], edges: [] });
    const { plans } = (await agent.call(dialplans.list, { search: 'main' })).body;
    expect(plans.map(({ id }) => id)).toEqual([body.id]);
    expect(plans[0]).not.toHaveProperty('config');
    expect((await agent.call(dialplans.update, { id: body.id, name: 'Mine' })).status).toBe(403);
  });

  it('is saved unfinished, with ranges and defaults of its nodes', async () => {
    const { draw } = await workspace();
    const { body } = await draw([node('a', 'dial'), node('b', 'ivr'), node('c', 'queue')], []);
    expect(body.config.nodes.slice(1).map(({ data }) => data)).toEqual([
      { strategy: 'sequential', destinations: [], timeout: 30, callerId: null },
      { ivrId: null, name: '', prompt: '', maxRetries: 3, timeout: 5 },
      { queueId: null, queueName: '', maxWaitTime: 300, musicOnHold: 'default', announcePosition: true },
    ]);
  });

  it.each([
    [[node('a', 'answer', { delay: 11 })], 'At most 10.'],
    [[node('a', 'dial', { timeout: 4 })], 'At least 5.'],
    [[node('a', 'ivr', { maxRetries: 6 })], 'At most 5.'],
    [[node('a', 'ivr', { timeout: 0 })], 'At least 1.'],
    [[node('a', 'queue', { maxWaitTime: 29 })], 'At least 30.'],
    [[node('a', 'playback', { filePath: '/etc/passwd' })], ''],
    [[node('a]\n[b', 'answer')], 'Letters, digits, - and _ alone'],
    [[node('START', 'answer')], 'Two nodes have the same id.'],
    [[node('two', 'start')], 'A plan has one start node.'],
    [
      [
        node('a', 'condition', {
          condition: { type: 'variable', name: 'callerName', test: 'is', value: '"] & SHELL(' },
        }),
      ],
      'Letters, digits',
    ],
    [[node('a', 'condition', { condition: { type: 'expression', text: '$[1]' } })], ''],
    [Array.from({ length: dialPlanLimits.nodes }, (_, n) => node(`n${n}`, 'answer')), 'At most 200 nodes.'],
    [
      Array.from({ length: 190 }, (_, n) => node(`n${n}`, 'playback', { text: 'ü'.repeat(1000) })),
      'The plan is larger than 300 kB.',
    ],
  ])('is refused with %#', async (nodes, sentence) => {
    const { draw } = await workspace();
    const { status, body } = await draw(nodes, []);
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('as large as it may be is stored, read and changed whole', async () => {
    const { admin, draw } = await workspace();
    const text = 'x'.repeat(1000);
    const made = await draw(
      Array.from({ length: 199 }, (_, n) => node(`n${n}`, 'playback', { text })),
      [],
    );
    expect(made.status).toBe(201);
    const { body } = await admin.call(dialplans.update, { id: made.body.id, name: 'Large' });
    expect(body.config.nodes).toHaveLength(200);
    expect(body.config.nodes[199]).toMatchObject({ id: 'n198', data: { text } });
  });

  it('names nothing that is not there, and keeps what has gone since', async () => {
    const { admin, draw, queueId } = await workspace();
    const unknown = await draw([node('a', 'queue', { queueId: 'que_made_up' })], []);
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_reference']);
    const { body } = await draw([node('a', 'queue', { queueId })], [edge('start', 'a')]);
    await admin.call(pbx.removeQueue, { id: queueId });
    const changed = await admin.call(dialplans.update, { id: body.id, config: body.config, version: 1 });
    expect(changed.status).toBe(200);
    expect((await admin.call(dialplans.validate, { id: body.id })).body.problems).toContainEqual({
      nodeId: 'a',
      severity: 'error',
      text: 'Its queue is gone.',
    });
    expect((await admin.call(dialplans.update, { id: body.id, name: 'Late', version: 1 })).status).toBe(409);
  });

  it('is cloned under another name, and removed', async () => {
    const { admin, draw } = await workspace();
    const { body } = await draw([node('a', 'hangup')], [edge('start', 'a')]);
    expect((await admin.call(dialplans.clone, { id: body.id, name: body.name })).status).toBe(409);
    const clone = await admin.call(dialplans.clone, { id: body.id, name: 'Copy' });
    expect([clone.status, clone.body.config]).toEqual([201, body.config]);
    expect((await admin.call(dialplans.remove, { id: body.id })).body.message).toMatch(/has been removed/);
    expect((await admin.call(dialplans.get, { id: body.id })).body.error).toBe(
      'The dial plan was not found.',
    );
    expect((await admin.call(dialplans.get, { id: clone.body.id })).status).toBe(200);
  });
});

describe('validating a dial plan', () => {
  it('finds nothing in one that is finished', async () => {
    const { problemsOf, queueId } = await workspace();
    const nodes = [node('a', 'queue', { queueId }), node('z', 'hangup')];
    const edges = [edge('start', 'a'), ...['answered', 'timeout', 'full'].map((way) => edge('a', 'z', way))];
    expect(await problemsOf(nodes, edges)).toEqual({ valid: true, problems: [] });
  });

  it.each([
    [[], [], null, 'Nothing follows the start.'],
    [[node('a', 'dial')], [edge('start', 'a')], 'a', 'Please say whom it rings.'],
    [[node('a', 'queue')], [edge('start', 'a')], 'a', 'Please choose a queue.'],
    [[node('a', 'ivr')], [edge('start', 'a')], 'a', 'Please choose a menu.'],
    [[node('a', 'condition')], [edge('start', 'a')], 'a', 'Please say what it asks.'],
    [[node('a', 'playback', { type: 'file' })], [edge('start', 'a')], 'a', 'Please choose a sound.'],
    [[node('a', 'playback')], [edge('start', 'a')], 'a', 'Please write what callers hear.'],
    [[node('a', 'playback', { type: 'recording' })], [edge('start', 'a')], 'a', 'Please choose a recording.'],
    [[node('a', 'voicemail')], [edge('start', 'a')], 'a', 'Please choose a mailbox.'],
    [
      [node('a', 'condition', { condition: { type: 'holiday', place: 'NY', timeZone: '+05:00' } })],
      [edge('start', 'a')],
      'a',
      'The exchange does not know its time zone.',
    ],
    [[node('a', 'answer')], [edge('start', 'a'), edge('a', 'a')], 'a', 'The way comes back here'],
    [
      [node('a', 'answer')],
      [edge('start', 'a'), edge('a', 'start')],
      'a',
      'Nothing leads back to the start.',
    ],
    [
      [node('a', 'answer')],
      [edge('start', 'a'), edge('a', 'b')],
      'a',
      'Its way “next” leads to a node that is not there.',
    ],
    [
      [node('a', 'answer')],
      [edge('start', 'a'), edge('b', 'a')],
      null,
      'A connection comes from a node that is not there.',
    ],
    [[node('a', 'answer')], [edge('start', 'a'), edge('a', 'a', 'busy')], 'a', 'It has no way “busy”.'],
    [
      [node('a', 'answer'), node('b', 'hangup')],
      [edge('start', 'a'), { ...edge('start', 'b'), id: 'second' }],
      'start',
      'Its way “next” leads to two nodes.',
    ],
  ])('finds what is wrong: %#', async (nodes, edges, nodeId, text) => {
    const { problemsOf } = await workspace();
    const { valid, problems } = await problemsOf(nodes, edges);
    expect(valid).toBe(false);
    expect(problems).toContainEqual({
      nodeId: nodeId ?? (nodes.length === 0 ? 'start' : null),
      severity: 'error',
      text: expect.stringContaining(text),
    });
  });

  it('warns of nodes that nobody comes to and of ways without an end', async () => {
    const { problemsOf, queueId } = await workspace();
    const { valid, problems } = await problemsOf(
      [node('a', 'queue', { queueId }), node('lost', 'hangup')],
      [edge('start', 'a')],
    );
    expect(valid).toBe(true);
    expect(problems).toEqual([
      {
        nodeId: 'a',
        severity: 'warning',
        text: 'The call ends after “Answered”, “Timeout”, “Full”: nothing follows.',
      },
      { nodeId: 'lost', severity: 'warning', text: 'No caller comes here: no way leads to it.' },
    ]);
  });

  it('knows a menu’s ways by its keys', async () => {
    const { problemsOf, menuId } = await workspace();
    const menu = node('m', 'ivr', { ivrId: menuId });
    const { problems } = await problemsOf(
      [menu, node('z', 'hangup')],
      [edge('start', 'm'), edge('m', 'z', 'option-1'), edge('m', 'z', 'option-2')],
    );
    expect(problems.map(({ text }) => text)).toContain('It has no way “option-2”.');
    expect(problems.map(({ text }) => text)).not.toContain('It has no way “option-1”.');
  });
});

describe('the preview of a dial plan', () => {
  it('is readable, of the plan’s own contexts, and the same when it is asked again', async () => {
    const { admin, tenant, draw, queueId } = await workspace();
    const made = await draw(
      [
        node('a', 'answer', { delay: 2, playRinging: true }),
        node('q', 'queue', { queueId }),
        node('z', 'hangup', { reason: 'busy' }),
      ],
      [edge('start', 'a'), edge('a', 'q'), edge('q', 'z', 'timeout')],
    );
    const { id } = made.body;
    const { body } = await admin.call(dialplans.preview, { id });
    const plan = `t${tenant.id}-p${id.replace('dlp_', '')}`;
    expect(body.text).toContain(
      [
        `[${plan}-a]`,
        '; answer',
        'exten => s,1,Ringing()',
        ' same => n,Wait(2)',
        ' same => n,Answer()',
        ` same => n,Goto(${plan}-q,s,1)`,
      ].join('\n'),
    );
    expect(body.text).toContain(`exten => s,1,Hangup(17)`);
    for (const [, context] of body.text.matchAll(/^\[(.+)\]$/gm))
      expect(context).toMatch(new RegExp(`^${plan}(-|$)`));
    expect((await admin.call(dialplans.preview, { id })).body).toEqual(body);
  });

  it('is refused where nothing can be made of a node, naming it', async () => {
    const { admin, draw } = await workspace();
    const { body } = await draw([node('a', 'dial')], [edge('start', 'a')]);
    const { status, body: refused } = await admin.call(dialplans.preview, { id: body.id });
    expect([status, refused]).toEqual([
      409,
      { error: 'Please say whom it rings.', code: 'unfinished', details: { nodeId: 'a' } },
    ]);
  });
});

it('the capabilities of dial plans tell what the contract takes', async () => {
  const { agent } = await workspace();
  const { body } = await agent.call(system.dialplanCapabilities, {});
  expect(body.nodes.map(({ type }) => type)).toEqual([
    'start',
    'answer',
    'dial',
    'playback',
    'ivr',
    'queue',
    'condition',
    'voicemail',
    'hangup',
    'collect',
    'record',
    'language',
    'hours',
    'lookup',
    'webhook',
    'callback',
    'sms',
    'jump',
  ]);
  expect(body.nodes.find(({ type }) => type === 'hours')).toMatchObject({
    group: 'Routing',
    ports: ['open', 'closed', 'holiday'],
  });
  expect(body.exchange).toMatchObject({ recordings: true, asks: true, voicemail: true });
  expect(body.nodes.find(({ type }) => type === 'dial')).toEqual({
    type: 'dial',
    label: 'Dial',
    group: 'Call control',
    ports: ['answered', 'busy', 'noanswer', 'failed'],
  });
  expect(body.ranges).toEqual({
    answerDelay: { min: 0, max: 10, default: 0 },
    ringTimeout: { min: 5, max: 120, default: 30 },
    ivrRetries: { min: 1, max: 5, default: 3 },
    ivrTimeout: { min: 1, max: 30, default: 5 },
    queueWait: { min: 30, max: 3600, default: 300 },
    webhookTimeout: { min: 1, max: 5, default: 3 },
    collectDigits: { min: 1, max: 20, default: 4 },
    collectTimeout: { min: 1, max: 30, default: 5 },
    collectTries: { min: 1, max: 5, default: 3 },
    recordSeconds: { min: 5, max: 300, default: 60 },
  });
  expect(body.languages.map(({ value }) => value)).toEqual(['en', 'es', 'fr']);
  expect(body.voices).toEqual(['Joanna', 'Matthew', 'Amy', 'Brian', 'Lupe', 'Gabrielle']);
  expect(body.dialStrategies.map(({ value }) => value)).toEqual([
    'sequential',
    'simultaneous',
    'random',
    'roundrobin',
  ]);
});
