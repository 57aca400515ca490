import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { scratchDir } from './aws-testing.ts';
import { BodyTooLarge, type EdgeRequest } from './edge.ts';
import { edgeHandler, listen } from './front-door.ts';
import { clearState, credentialsOf, demoOf, lockState, markSeeded } from './state.ts';

let scratch: ReturnType<typeof scratchDir>;
beforeEach(() => {
  scratch = scratchDir();
});
afterEach(() => scratch.remove());

/** Runs a script that imports from this folder; answers the process and its output so far. */
function run(script: string) {
  const source = `import { pathToFileURL } from 'node:url';\n${script}`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', source],
    {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const out = { text: '' };
  child.stdout.on('data', (data) => (out.text += data));
  // A failed test must not leave it running.
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, out };
}

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('the state folder', () => {
  it('belongs to one process at a time, and to the next when that one was killed', async () => {
    const { child, out } = run(`
      const { lockState } = await import(pathToFileURL('./state.ts'));
      lockState(${JSON.stringify(scratch.dir)});
      console.log('locked');
      setInterval(() => undefined, 1000);`);
    await expect.poll(() => out.text, { timeout: 5000 }).toContain('locked');
    expect(() => lockState(scratch.dir)).toThrow(
      `Another local cloud is running on ${scratch.dir} (process ${child.pid}); end that one first.`,
    );
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const lock = lockState(scratch.dir);
    expect(() => lockState(scratch.dir)).toThrow(/Another local cloud is running/);
    lock.release();
    lockState(scratch.dir).release();
  });

  it('keeps credentials and the demo password for its owner alone', () => {
    const { accessKeyId, secretAccessKey } = credentialsOf(scratch.dir);
    expect(credentialsOf(scratch.dir)).toEqual({ accessKeyId, secretAccessKey });
    const demo = demoOf(scratch.dir, undefined);
    expect(demo).toEqual({
      password: expect.stringMatching(/^Bell-[a-z]{4}-[a-z]{4}-\d{4}$/),
      seeded: false,
    });
    markSeeded(scratch.dir, demo);
    expect(demoOf(scratch.dir, 'another')).toEqual({ ...demo, seeded: true });
    for (const name of ['credentials.json', 'demo.json'])
      expect(statSync(join(scratch.dir, name)).mode & 0o777).toBe(0o600);
  });

  it('takes the demo password that is given at the first start', () => {
    expect(demoOf(scratch.dir, 'Given-1234').password).toBe('Given-1234');
  });

  it('is emptied but for its lock', () => {
    const lock = lockState(scratch.dir);
    mkdirSync(join(scratch.dir, 's3'));
    writeFileSync(join(scratch.dir, 's3', 'file'), '');
    clearState(scratch.dir);
    expect(existsSync(join(scratch.dir, 's3'))).toBe(false);
    expect(() => lockState(scratch.dir)).toThrow();
    lock.release();
  });
});

describe('the guardian', () => {
  it('ends what it watches when the local cloud is killed, and nothing else', async () => {
    const { child, out } = run(`
      import { spawn } from 'node:child_process';
      const { startGuardian } = await import(pathToFileURL('./guardian.ts'));
      const guardian = startGuardian();
      const start = () => { const one = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }); guardian.watch(one.pid); return one.pid; };
      const pids = [start(), start(), start()];
      guardian.forget(pids[1]);
      console.log(pids.join(' ') + ' end');
      setInterval(() => undefined, 1000);`);
    await expect.poll(() => out.text, { timeout: 5000 }).toContain('end');
    const [first, forgotten, last] = out.text.split(' ').map(Number) as [number, number, number];
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(first) || isRunning(last), { timeout: 5000 }).toBe(false);
    expect(isRunning(forgotten)).toBe(true);
    process.kill(forgotten, 'SIGKILL');
  });
});

describe('the front door', () => {
  const open = async (answer: (request: EdgeRequest) => Promise<object>) => {
    const door = await listen(
      edgeHandler(
        async (request) => {
          const body = Buffer.from(JSON.stringify(await answer(request)));
          return {
            status: 200,
            headers: { 'content-type': 'application/json' },
            cookies: ['a=1', 'b=2'],
            body,
          };
        },
        () => undefined,
      ),
      0,
    );
    return { ...door, origin: `http://localhost:${door.port}` };
  };

  it('hands on what was asked and answers under localhost', async () => {
    const door = await open(async ({ method, path, query, headers, body }) => ({
      method,
      path,
      query,
      headers,
      body: (await body(100)).toString(),
    }));
    const response = await fetch(`${door.origin}/a%20b?x=%2F&x=2`, {
      method: 'POST',
      body: 'text',
      headers: { 'X-One': '1' },
    });
    expect(await response.json()).toMatchObject({
      method: 'POST',
      path: '/a%20b',
      query: 'x=%2F&x=2',
      headers: { 'x-one': '1', 'content-length': '4' },
      body: 'text',
    });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    await door.close();
  });

  it('reads no further than the limit, and still answers', async () => {
    const door = await open(({ body }) =>
      body(10).then(
        () => ({}),
        (error) => ({ tooLarge: error instanceof BodyTooLarge }),
      ),
    );
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 50; at++) controller.enqueue(new Uint8Array(1000));
        controller.close();
      },
    });
    for (const body of ['x'.repeat(11), chunks]) {
      const response = await fetch(door.origin, { method: 'POST', body, duplex: 'half' } as RequestInit);
      expect(await response.json()).toEqual({ tooLarge: true });
    }
    await door.close();
  });

  it('says in one sentence that a port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(listen(() => undefined, port)).rejects.toThrow(
      `Port ${port} is in use; end what uses it, or choose another with PORT=3100 npm start.`,
    );
    taken.close();
  });
});
