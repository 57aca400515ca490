import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends processes that this one started when this one is gone, even by kill -9: a shell that is told their ids
 * through a pipe, and ends those that are left when the pipe closes.
 */
const script = `
trap '' INT TERM HUP
pids=""
while read -r action pid; do
  case "$action" in
    watch) pids="$pids $pid" ;;
    forget)
      rest=""
      for one in $pids; do [ "$one" = "$pid" ] || rest="$rest $one"; done
      pids="$rest" ;;
  esac
done
for one in $pids; do kill -9 "$one" 2>/dev/null; done
`;

export interface Guardian {
  watch(pid: number): void;
  forget(pid: number): void;
  /** Ends what is still watched, and the guardian. */
  close(): Promise<void>;
}

export function startGuardian(): Guardian {
  // In a session of its own, so that Ctrl+C in the terminal does not reach it.
  const shell: ChildProcess = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  const pipe = shell.stdin!;
  (pipe as unknown as { unref(): void }).unref();
  pipe.on('error', () => undefined);
  return {
    watch: (pid) => pipe.write(`watch ${pid}\n`),
    forget: (pid) => pipe.write(`forget ${pid}\n`),
    close: () =>
      new Promise((resolve) => {
        if (shell.exitCode !== null) return resolve();
        shell.ref();
        shell.once('exit', () => resolve());
        pipe.end();
      }),
  };
}
