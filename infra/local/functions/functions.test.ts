import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../paths.ts';
import type { Properties, Resource } from '../template/types.ts';
import { cdkBundler } from './bundler.ts';
import { createFunctions, type Functions, type FunctionsOptions } from './index.ts';
import { readable } from './logs.ts';

let dir: string;
let opened: Functions[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'functions-')));
});
afterEach(async () => {
  for (const functions of opened) await functions.stop();
  opened = [];
  rmSync(dir, { recursive: true, force: true });
});

const write = (name: string, source: string) => {
  mkdirSync(join(dir, 'src'), { recursive: true });
  writeFileSync(join(dir, 'src', name), source);
};

/** A host with functions of these sources, and what it wrote on the terminal. */
function host(
  sources: Record<string, string>,
  properties: Properties = {},
  options: Partial<FunctionsOptions> = {},
) {
  const terminal: string[] = [];
  const functions = createFunctions({
    stateDir: dir,
    buildDir: join(dir, 'build'),
    functions: Object.entries(sources).map(([name, source]): Resource => {
      write(`${name}.ts`, source);
      return {
        stack: 'Test',
        logicalId: name,
        type: 'AWS::Lambda::Function',
        ref: name,
        name,
        arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
        properties: { Handler: 'index.handler', MemorySize: 256, Timeout: 10, ...properties },
        metadata: { 'dealbell:entry': relative(projectRoot, join(dir, 'src', `${name}.ts`)) },
      };
    }),
    env: { AWS_REGION: 'us-east-1' },
    bundler: cdkBundler,
    terminal: (line) => terminal.push(line),
    ...options,
  });
  opened.push(functions);
  const call = async (name: string, payload: unknown = {}) => {
    const result = await functions.invoke(name, payload);
    return result.ok ? JSON.parse(result.payload) : result.failure;
  };
  return { functions, terminal, call };
}

describe('an invocation', () => {
  it('hands over event and context and answers what the handler returned', async () => {
    const { call } = host({
      one: `export const handler = async (event, context) => ({ event, name: context.functionName,
        memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis(), id: context.awsRequestId });`,
    });
    const answer = await call('arn:aws:lambda:us-east-1:000000000000:function:one', { a: ['é', 1] });
    expect(answer).toMatchObject({ event: { a: ['é', 1] }, name: 'one', memory: '256' });
    expect(answer.left).toBeGreaterThan(5_000);
    expect(answer.left).toBeLessThanOrEqual(10_000);
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await call('one', null)).toMatchObject({ event: null });
  });

  it('gives each function an environment of its own', async () => {
    const source = `export const handler = async () => {
      const before = process.env.MARK; process.env.MARK = 'mine'; return { before, stage: process.env.STAGE, region: process.env.AWS_REGION, shell: process.env.VITEST };
    };`;
    const { call } = host({ one: source, two: source }, { Environment: { Variables: { STAGE: 'dev' } } });
    expect(await call('one')).toEqual({ stage: 'dev', region: 'us-east-1' });
    expect(await call('one')).toMatchObject({ before: 'mine' });
    expect(await call('two')).not.toHaveProperty('before');
    expect(process.env.MARK).toBeUndefined();
  });

  it('reports what the handler throws, and goes on', async () => {
    const { call } = host({
      one: `export const handler = async ({ fail }) => { if (fail) throw new TypeError('no such lead'); return 'fine'; };`,
    });
    expect(await call('one', { fail: true })).toMatchObject({
      errorType: 'TypeError',
      errorMessage: 'no such lead',
    });
    expect(await call('one')).toBe('fine');
  });

  it('ends a function that crashes or leaves the process, and starts it again', async () => {
    const { call } = host({
      one: `let calls = 0;
        export const handler = ({ how }) => {
          calls += 1;
          if (how === 'exit') process.exit(3);
          if (how === 'crash') return new Promise(() => setTimeout(() => { throw new RangeError('later'); }));
          return calls;
        };`,
    });
    expect(await call('one')).toBe(1);
    expect(await call('one', { how: 'crash' })).toMatchObject({
      errorType: 'RangeError',
      errorMessage: 'later',
    });
    expect(await call('one')).toBe(1);
    expect(await call('one', { how: 'exit' })).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await call('one')).toBe(1);
  });

  it('ends a function at its time-out, with the processes it started', async () => {
    const children: [number, boolean][] = [];
    const source = `import { spawn } from 'node:child_process';
      export const handler = async ({ hang }) => { if (!hang) return 'fine'; spawn('sleep', ['600']); for (;;) await new Promise((r) => setTimeout(r, 10)); };`;
    const { call } = host(
      { one: source },
      { Timeout: 1 },
      { child: (pid, running) => children.push([pid, running]) },
    );
    const failure = await call('one', { hang: true });
    expect(failure).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringMatching(/Task timed out after 1\.00 seconds$/),
    });
    const pid = children[0]![0];
    await expect.poll(() => children.some(([one, running]) => one === pid && !running)).toBe(true);
    await expect.poll(() => /^State:\s+[ZX]/m.test(statusOf(pid))).toBe(true);
    expect(await call('one')).toBe('fine');
  });

  it('refuses payloads above 6 MB, in and out', async () => {
    const { call, functions } = host({ one: `export const handler = ({ size }) => 'x'.repeat(size ?? 0);` });
    await expect(functions.invoke('one', 'x'.repeat(6 * 1024 * 1024))).rejects.toThrow(/too large/);
    expect(await call('one', { size: 6 * 1024 * 1024 + 200 })).toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });

  it('names the functions that there are when asked for another', async () => {
    const { functions } = host({ one: `export const handler = () => 1;` });
    await expect(functions.invoke('two', {})).rejects.toThrow('There is no function two; there are one.');
  });
});

/** A process as the kernel tells of it; one that is gone counts as ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State:\tX (gone)';
  }
}

describe('concurrency', () => {
  it('works one call at a time in an environment, and starts another when calls wait', async () => {
    // Each call stays until two environments have one, however slowly this machine starts the second.
    const source = `import { mkdirSync, readdirSync } from 'node:fs';
      const environment = crypto.randomUUID();
      export const handler = async ({ seen }) => {
        mkdirSync(\`\${seen}/\${environment}\`, { recursive: true });
        while (readdirSync(seen).length < 2) await new Promise((r) => setTimeout(r, 5));
        return environment;
      };`;
    const { call } = host({ one: source });
    const payload = { seen: join(dir, 'seen') };
    const answers = await Promise.all([call('one', payload), call('one', payload)]);
    expect(new Set(answers).size).toBe(2);
  });

  it('keeps to the reserved concurrency', async () => {
    const source = `const environment = crypto.randomUUID();
      let running = 0;
      export const handler = async () => {
        running += 1;
        const seen = running;
        await new Promise((r) => setTimeout(r, 120));
        running -= 1;
        return { seen, environment };
      };`;
    const { call } = host({ one: source }, { ReservedConcurrentExecutions: 1 });
    const answers = await Promise.all([call('one'), call('one'), call('one')]);
    expect(answers.map(({ seen }) => seen)).toEqual([1, 1, 1]);
    expect(new Set(answers.map(({ environment }) => environment)).size).toBe(1);
  });

  it('gives back the memory of a function that has had no call for a while', async () => {
    const source = `const environment = crypto.randomUUID(); export const handler = async () => environment;`;
    const { call } = host({ one: source }, {}, { idle: { extraIdleMs: 1, lastIdleMs: 2 } });
    const first = await call('one');
    await expect.poll(() => call('one'), { interval: 50, timeout: 5_000 }).not.toBe(first);
  });
});

describe('builds', () => {
  it('is live at the next call after an edit of anything it imports', async () => {
    const { call } = host({ one: `import { word } from './word.ts'; export const handler = () => word;` });
    write('word.ts', `export const word = 'old';`);
    expect(await call('one')).toBe('old');
    write('word.ts', `export const word = 'new one';`);
    await expect.poll(() => call('one')).toBe('new one');
  });

  it('tells the compiler’s message once, and heals by itself', async () => {
    const { call, terminal } = host({ one: `export const handler = () => 1;` });
    expect(await call('one')).toBe(1);
    write('one.ts', `export const handler = () => {;`);
    await expect.poll(() => call('one')).toMatchObject({ errorType: 'Runtime.BuildFailed' });
    await call('one');
    expect(terminal.filter((line) => line.includes('does not build'))).toHaveLength(1);
    expect(terminal.join()).toMatch(/one\.ts:1:\d+/);
    write('one.ts', `export const handler = () => 'healed';`);
    await expect.poll(() => call('one')).toBe('healed');
  });

  it('heals when a file appears that was missing', async () => {
    const { call } = host({ one: `import { word } from './later.ts'; export const handler = () => word;` });
    expect(await call('one')).toMatchObject({ errorType: 'Runtime.BuildFailed' });
    write('later.ts', `export const word = 'there';`);
    await expect.poll(() => call('one'), { timeout: 5000 }).toBe('there');
  });

  it('keeps no compiler for a bundle that was replaced only because it is of an earlier start', async () => {
    const answering = (text: string) => `export const handler = async () => '${text}';`;
    const before = host({ one: answering('before') });
    expect(await before.call('one')).toBe('before');
    await before.functions.stop();
    let open = 0;
    const bundler: FunctionsOptions['bundler'] = async (entry, folder) => {
      const made = await cdkBundler(entry, folder);
      open += 1;
      const dispose = async () => {
        await made.dispose();
        open -= 1;
      };
      return { ...made, dispose };
    };
    const after = host({ one: answering('after') }, {}, { bundler });
    expect(await after.call('one')).toBe('after');
    expect(open).toBe(0);
  });

  it('takes up the bundle of the last start where nothing has changed', async () => {
    const sources = { one: `export const handler = () => 1;` };
    expect(await host(sources).call('one')).toBe(1);
    const bundler = () => Promise.reject(new Error('It was built again.'));
    const again = createFunctions({ ...hostOptions('one'), bundler });
    opened.push(again);
    expect(await again.invoke('one', {})).toMatchObject({ ok: true, payload: '1' });
  });

  /** The options of `host` for a function whose source is written already. */
  function hostOptions(name: string): FunctionsOptions {
    return {
      stateDir: join(dir, 'other'),
      buildDir: join(dir, 'build'),
      functions: [
        {
          stack: 'Test',
          logicalId: name,
          type: 'AWS::Lambda::Function',
          ref: name,
          name,
          arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
          properties: {},
          metadata: { 'dealbell:entry': relative(projectRoot, join(dir, 'src', `${name}.ts`)) },
        },
      ],
      env: {},
      bundler: cdkBundler,
      terminal: () => undefined,
    };
  }
});

describe('logs', () => {
  it('keeps all lines in a file and shows errors on the terminal', async () => {
    const { call, terminal, functions } = host({
      one: `export const handler = () => { console.log('plain'); console.error('alarming'); console.log(JSON.stringify({ level: 'WARN', message: 'structured' })); };`,
    });
    await call('one');
    await expect.poll(() => terminal.length).toBe(2);
    expect(terminal.join('\n')).toMatch(/alarming[\s\S]*structured/);
    const file = join(
      dir,
      'logs',
      `${relative(projectRoot, join(dir, 'src', 'one')).replaceAll('/', '-')}.log`,
    );
    await functions.stop();
    expect(readFileSync(file, 'utf8')).toMatch(/plain[\s\S]*alarming|alarming[\s\S]*plain/);
  });
});

describe('a structured line on the terminal', () => {
  const frames = [
    'node_modules/a/b.js:1:2',
    'functions/kernel/queue.ts:94:31',
    'functions/system/index.ts:7:1',
  ];
  const line = {
    level: 'ERROR',
    message: 'It failed.',
    timestamp: '2026-11-30T12:00:00.000Z',
    service: 'watcher',
    sampling_rate: 0,
    queue: 'messages',
    waiting: 3,
    error: {
      name: 'TimeoutError',
      message: 'too long',
      stack: frames.map((at) => `at x (/app/${at})`).join('\n'),
    },
  };

  it('says what failed, with which fields, why, and where in our own sources', () => {
    expect(readable(JSON.stringify(line))).toBe(
      'ERROR It failed. queue=messages waiting=3 – TimeoutError: too long (functions/kernel/queue.ts:94)',
    );
  });

  it('ends with the message where no error is told', () => {
    expect(readable('{"level":"WARN","message":"Late.","error":null}')).toBe('WARN Late.');
  });

  it('stays as it is where it is none', () => {
    expect(readable('{"level":"WARN" and more')).toBe('{"level":"WARN" and more');
  });
});

describe('asynchronous invocations', () => {
  const failing = `import { appendFileSync } from 'node:fs';
    export const handler = ({ file }) => { appendFileSync(file, 'x'); throw new Error('never'); };`;
  const attemptsIn = (file: string) => {
    try {
      return readFileSync(file, 'utf8').length;
    } catch {
      return 0;
    }
  };

  it('are tried three times, a minute and two minutes apart, and then go to the dead letters', async () => {
    let now = Date.parse('2026-11-20T08:00:00Z');
    const sent: [string, string][] = [];
    const file = join(dir, 'attempts');
    const queue = 'arn:aws:sqs:us-east-1:000000000000:dead';
    const { functions, terminal } = host(
      { one: failing },
      { DeadLetterConfig: { TargetArn: queue } },
      {
        now: () => now,
        destination: async (arn, body) => void sent.push([arn, body]),
      },
    );
    // When the next one is due is counted from the failure, which is told a moment behind the attempt.
    const failed = (attempts: number) =>
      expect
        .poll(() => {
          functions.asyncQueue.tick();
          return terminal.filter((line) => line.includes('Error: never')).length;
        })
        .toBe(attempts);
    functions.invokeAsync('one', { file });
    await failed(1);
    for (const [seconds, attempts] of [
      [59, 1],
      [1, 2],
      [119, 2],
      [1, 3],
    ] as const) {
      now += seconds * 1000;
      await failed(attempts);
      expect(attemptsIn(file)).toBe(attempts);
      await expect.poll(() => functions.asyncQueue.size).toBe(attempts === 3 ? 0 : 1);
    }
    expect(sent).toEqual([[queue, JSON.stringify({ file })]]);
  });

  it('outlive the process that took them', async () => {
    const file = join(dir, 'attempts');
    const source = `import { appendFileSync } from 'node:fs'; export const handler = ({ file }) => appendFileSync(file, 'x');`;
    const before = host({ one: source }, { ReservedConcurrentExecutions: 0 });
    before.functions.invokeAsync('one', { file });
    await before.functions.stop();
    const after = host({ one: source }, {}, { now: () => Date.now() + 600_000 });
    expect(after.functions.asyncQueue.size).toBe(1);
    after.functions.asyncQueue.tick();
    await expect.poll(() => attemptsIn(file), { timeout: 10_000 }).toBe(1);
    await expect.poll(() => after.functions.asyncQueue.size, { timeout: 10_000 }).toBe(0);
  });
});
