import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#infra/local/paths.ts';

/** The bridge in a process of its own, as beside an Asterisk elsewhere. */
export interface BridgeProcess {
  process: ChildProcess;
  ended: Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** @throws Error when it ends before it is ready */
export async function startBridge(settingsFile: string, log: (line: string) => void): Promise<BridgeProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(projectRoot, 'infra/bridge/main.ts')],
    {
      cwd: projectRoot,
      // It ends with this process, however that ends.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, BRIDGE_SETTINGS: settingsFile, END_WITH_INPUT: '1' },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  await new Promise<void>((resolve, reject) => {
    const hear = (text: unknown) => {
      for (const line of String(text).trim().split('\n'))
        if (line === 'ready') resolve();
        else log(line);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error('The bridge ended before it was ready.')));
  });
  return { process: child, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
