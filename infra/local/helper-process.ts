import { type ChildProcess, fork } from 'node:child_process';
import type { Guardian } from './guardian.ts';
import { projectRoot } from './paths.ts';

export interface HelperOptions {
  /** The file that calls `answerRequests`. */
  script: URL;
  /** Shown before what the process writes to its error stream. */
  name: string;
  guardian: Guardian;
  /** The process ends when it has had nothing to do for this long; ms. Without it, it stays until it is closed. */
  idleMs?: number;
  env?: Record<string, string>;
  log(line: string): void;
}

interface Question {
  id: number;
  request: unknown;
}

interface Reply {
  id: number;
  answer?: unknown;
  error?: string;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Work in a process of its own, which is started when there is some and ends soon after: what a compiler keeps in
 * memory goes with it, and the local cloud answers while it works.
 */
export class HelperProcess<Request, Answer> {
  private readonly options: HelperOptions;
  private readonly waiting = new Map<number, Waiting>();
  private child: ChildProcess | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private lastId = 0;
  private closed = false;

  constructor(options: HelperOptions) {
    this.options = options;
  }

  /** @throws Error with the message of what the handler threw, or when the process ends before it has answered */
  ask(request: Request): Promise<Answer> {
    if (this.closed) return Promise.reject(new Error(`${this.options.name} is closed.`));
    clearTimeout(this.idleTimer);
    const child = this.running();
    const question: Question = { id: ++this.lastId, request };
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(question.id, { resolve: resolve as (answer: unknown) => void, reject });
      // A process that cannot be reached has ended or is about to, which rejects what is waiting.
      child.send(question, () => undefined);
    });
  }

  /** Whether there is a process at the moment. */
  get active(): boolean {
    return this.child !== undefined && !this.closed;
  }

  /** Ends the process, whatever it is doing. */
  close(): Promise<void> {
    this.closed = true;
    return this.end();
  }

  private running(): ChildProcess {
    if (this.child) return this.child;
    const { script, name, guardian, env, log } = this.options;
    const child = fork(script, {
      cwd: projectRoot,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    });
    this.child = child;
    const { pid } = child;
    if (pid) guardian.watch(pid);
    child.stderr?.on('data', (data) => log(`[${name}] ${String(data).trim()}`));
    child.on('message', (reply) => this.hear(reply as Reply));
    const ended = () => {
      if (pid) guardian.forget(pid);
      if (this.child === child) this.forgetChild();
    };
    child.once('exit', ended);
    child.once('error', ended);
    return child;
  }

  private hear({ id, answer, error }: Reply): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    const { idleMs } = this.options;
    if (this.waiting.size === 0 && idleMs !== undefined)
      this.idleTimer = setTimeout(() => void this.end(), idleMs).unref();
    if (error === undefined) waiting.resolve(answer);
    else waiting.reject(new Error(error));
  }

  /** The next request gets a process of its own; what this one has not answered has failed. */
  private forgetChild(): void {
    this.child = undefined;
    for (const { reject } of this.waiting.values())
      reject(new Error(`The process of ${this.options.name} ended before it was done.`));
    this.waiting.clear();
  }

  private end(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { child } = this;
    this.forgetChild();
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      // Its channel closes, and it ends by itself with the processes it has; SIGKILL would leave those behind.
      if (child.connected) child.disconnect();
      setTimeout(() => child.kill('SIGKILL'), 1_000).unref();
    });
  }
}

/** In the helper: answers each request with what the handler returns or throws. */
export function answerRequests<Request, Answer>(handler: (request: Request) => Promise<Answer>): void {
  process.on('message', ({ id, request }: Question) => {
    const reply = (rest: Omit<Reply, 'id'>) => process.connected && process.send?.({ id, ...rest });
    handler(request as Request).then(
      (answer) => reply({ answer }),
      (error: Error) => reply({ error: error.message }),
    );
  });
  // Ctrl+C reaches all processes of the terminal; the local cloud decides when this one ends.
  process.on('SIGINT', () => undefined);
  // The local cloud needs it no more, or is gone: so is the reason to work.
  process.on('disconnect', () => process.exit(0));
}
