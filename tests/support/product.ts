import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { faultsFile } from '#infra/local/faults.ts';
import { keepGrantsUsed } from '#tests/grants/used.ts';
import { seededState, settled } from './seeded-state.ts';
import { stateFolder } from './temporary.ts';

const root = join(import.meta.dirname, '../..');

/** A first start builds what makes the demo tenant: half a minute, and some minutes on a busy machine. */
const startMs = 240_000;
/** Some fifty functions are built after the first start. */
const buildMs = 600_000;
const builtLine = /^Every function is built$/m;

export const demoPassword = 'a password for the tests';

/** Five ports in a row that are free now: the product takes its own and the four after it. */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    // Below 32,768, from where on systems give ports to whoever connects: one of those may be taken in between.
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all(
      [0, 1, 2, 3, 4].map(async (next) => {
        const server = createServer();
        try {
          await new Promise<void>((resolve, reject) => {
            server.once('error', reject);
            server.listen(first + next, '127.0.0.1', resolve);
          });
          return true;
        } catch {
          return false;
        } finally {
          server.close();
        }
      }),
    );
    if (free.every(Boolean)) return first;
  }
  throw new Error('No five free ports in a row were found.');
}

export interface ApiAnswer<T = Record<string, unknown>> {
  status: number;
  body: T;
}

export interface ProductOptions {
  /** False: as freshly deployed, with nobody in it but a link for the first admin in its output. */
  demo?: boolean;
  /** As `npm run dev` runs it. */
  dev?: boolean;
}

/** The whole product as `npm start` runs it, in a process and a state folder of its own. */
export class Product {
  readonly port: number;
  readonly stateDir: string;
  #child: ChildProcess | undefined;
  #output = '';

  readonly #options: ProductOptions;
  /** False for a product that another process has started. */
  readonly #own: boolean;
  /** The workspace that is signed in to; the demo tenant, unless a test file has one of its own (workspace.ts). */
  tenantId = 1;

  private constructor(port: number, stateDir: string, options: ProductOptions, own = true) {
    this.#options = options;
    this.#own = own;
    this.port = port;
    this.stateDir = stateDir;
  }

  static async start(options: ProductOptions = {}): Promise<Product> {
    const product = new Product(await freePorts(), stateFolder('dealbell-product-'), options);
    const { demo = true, dev = false } = options;
    // With Vite in front nothing is built beforehand.
    if (demo && !dev) cpSync(await Product.prepare(), product.stateDir, { recursive: true });
    await product.start();
    return product;
  }

  /** Builds the product and makes its demo tenant, unless both are there. @returns the folder with its state */
  static prepare(): Promise<string> {
    return seededState(Product.#seed);
  }

  /** A product that another process has started; it can be called and judged here, but not killed. */
  static attach(port: number, stateDir: string): Product {
    return new Product(port, stateDir, {}, false);
  }

  /** Starts the product with its demo tenant for the first time and ends it when all that follows has been worked. */
  static async #seed(stateDir: string): Promise<void> {
    const product = new Product(await freePorts(), stateDir, {});
    try {
      await product.start();
      await product.#says(builtLine, buildMs);
      await settled(stateDir, product.port + 1);
    } finally {
      await product.#end();
    }
    product.#throwFaults();
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Of its process while it runs; undefined where another process has started it. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What it has printed, for when something goes wrong. */
  get output(): string {
    return this.#output;
  }

  /** Starts it, again after a kill. @throws with what it printed when it is not ready in time */
  async start(): Promise<void> {
    const { demo = true, dev = false } = this.#options;
    const child = spawn(process.execPath, ['infra/local/start.ts', '--timings', ...(dev ? ['--dev'] : [])], {
      cwd: root,
      env: {
        ...cleanEnv(),
        PORT: String(this.port),
        DEALBELL_STATE_DIR: this.stateDir,
        DEMO_PASSWORD: demoPassword,
        ...(demo ? {} : { DEMO: 'off' }),
        WATCH: 'off',
        BUNDLES: 'deployed',
        END_WITH_INPUT: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        this.#output = (this.#output + chunk).slice(-20_000);
      });
    await this.#says(/^ready http/m, startMs);
  }

  async #says(line: RegExp, withinMs: number): Promise<void> {
    const end = Date.now() + withinMs;
    while (!line.test(this.#output)) {
      if (this.#child?.exitCode !== null || Date.now() > end)
        throw new Error(`The product did not start.\n${this.#output}`);
      await pause(50);
    }
  }

  /** Ends it as a power cut would: no handler of the process runs. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** What it has done, over all its starts, that AWS would have refused. */
  get faults(): string {
    const file = faultsFile(this.stateDir);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Ends it, unless another process has started it. @throws when it did what AWS would have refused */
  async stop(): Promise<void> {
    if (!this.#own) return this.#throwFaults();
    await this.#end();
    keepGrantsUsed(this.stateDir);
    try {
      this.#throwFaults();
    } finally {
      rmSync(this.stateDir, { recursive: true, force: true });
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  #throwFaults(): void {
    const { faults } = this;
    if (faults) throw new Error(`The product did what AWS would not do:\n${faults}`);
  }

  /** Signs in and answers a caller of the API. The users of all workspaces have the same password. */
  async signIn(username = 'agent', tenantId = this.tenantId): Promise<Caller> {
    const login = await this.call<{ token: string; refreshToken: string }>('POST', '/auth/login', {
      body: { username, password: demoPassword, tenantId },
    });
    if (login.status !== 200)
      throw new Error(`Signing in answered ${login.status}: ${JSON.stringify(login.body)}`);
    return new Caller(this, login.body.token);
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, token }: { body?: unknown; token?: string } = {},
  ): Promise<ApiAnswer<T>> {
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
}

export class Caller {
  readonly #product: Product;
  readonly token: string;

  constructor(product: Product, token: string) {
    this.#product = product;
    this.token = token;
  }

  /** Makes a call and answers its body. @throws when it did not succeed */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#product.call<T>(method, path, { body, token: this.token });
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** The environment without what the unit tests' cloud has put into it. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const names =
    /^(AWS_|DYNAMODB_ENDPOINT|TABLE_NAME|BUCKET_NAME|BUS_NAME|KEY_ID|SIGNING_SECRET|ORIGIN_SECRET|PUBLIC_URL|SANDBOX_URL|SANDBOX_SMTP_PORT|STAGE|SERVICE_NAME|POWERTOOLS_|\w+_QUEUE_URL|VITEST|NODE_ENV|NODE_OPTIONS)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.test(name)));
}
