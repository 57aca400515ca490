import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Guardian } from '../guardian.ts';
import { cacheDir, filesBelow, hashOf, projectRoot } from '../paths.ts';
import type { Stack, Template } from './types.ts';

/**
 * The template is synthesized once with these addresses and given the real ones when it is read, so that
 * another port needs no other template.
 */
const placeholders = {
  publicUrl: 'http://public.dealbell.invalid',
  sandboxUrl: 'http://sandbox.dealbell.invalid',
  filesUrl: 'http://files.dealbell.invalid',
  pushUrl: 'http://push.dealbell.invalid',
};

/** Mail to it is received by the sandbox, which stands in for SES. */
const mailInbound = 'reply.dealbell.test';

const context = { stage: 'dev', bundle: 'off', demo: 'true', mailInbound, ...placeholders };

/** Synthesized templates that are kept beside the newest. */
const keptTemplates = 3;

export interface Addresses {
  /** Where people reach the product. */
  publicUrl: string;
  /** Where functions reach the stand-ins for third parties. */
  sandboxUrl: string;
  /** Where a browser reaches the buckets. */
  filesUrl: string;
  /** Where functions and browsers reach the push channel. */
  pushUrl: string;
}

/** Everything that the CDK app reads: itself, the contract, the lock file, and which functions there are. */
function inputsHash(): string {
  const functions = filesBelow(join(projectRoot, 'functions'))
    .filter((file) => /\/functions\/[^/]+\/(index|worker)\.ts$/.test(file))
    .map((file) => file.slice(projectRoot.length));
  const files = [
    ...filesBelow(join(projectRoot, 'cdk')),
    ...filesBelow(join(projectRoot, 'shared', 'api')),
    ...filesBelow(join(projectRoot, 'shared', 'model')),
    ...filesBelow(join(projectRoot, 'events')),
    join(projectRoot, 'package-lock.json'),
    join(projectRoot, 'cdk.json'),
  ].filter((file) => !file.endsWith('.test.ts'));
  return hashOf(files, ...functions, JSON.stringify(context));
}

function runApp(outdir: string, guardian: Pick<Guardian, 'watch' | 'forget'> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settings = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = [
      '--disable-warning=ExperimentalWarning',
      join('cdk', 'app.ts'),
      '--output',
      outdir,
      ...settings,
    ];
    // `npm run synth` and the tests of cdk/ check CloudFormation's own rules, which would be half of the time here.
    const env = { ...process.env, CDK_VALIDATION: 'false' };
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { pid } = child;
    if (pid) guardian?.watch(pid);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (pid) guardian?.forget(pid);
      if (code === 0) resolve();
      else reject(new Error(`cdk/app.ts failed with code ${code}:\n${output.trim().slice(-4000)}`));
    });
  });
}

function forgetOld(folder: string): void {
  const dated = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => ({ path: join(folder, entry.name), used: statSync(join(folder, entry.name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path } of dated.slice(keptTemplates)) rmSync(path, { recursive: true, force: true });
}

/**
 * The folder with the synthesized templates; synthesizes only when something that the CDK app reads has changed.
 * @throws Error with the app's own output when it fails
 */
export async function synthesize(
  progress: (line: string) => void,
  guardian?: Pick<Guardian, 'watch' | 'forget'>,
): Promise<string> {
  const folder = join(cacheDir, 'templates');
  const outdir = join(folder, inputsHash());
  if (existsSync(join(outdir, 'manifest.json'))) {
    utimesSync(outdir, new Date(), new Date());
    return outdir;
  }
  progress('Synthesizing the description of the cloud');
  const temporary = join(folder, `.${basename(outdir)}-${process.pid}-${Date.now()}`);
  try {
    await runApp(temporary, guardian);
    if (!existsSync(outdir)) renameSync(temporary, outdir);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  forgetOld(folder);
  return outdir;
}

/** Reads all stacks' templates of a synthesized app, with the real addresses in them. */
export function readStacks(outdir: string, addresses: Addresses): Stack[] {
  return readdirSync(outdir)
    .filter((file) => file.endsWith('.template.json'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(outdir, file), 'utf8')
        .replaceAll(placeholders.publicUrl, addresses.publicUrl)
        .replaceAll(placeholders.sandboxUrl, addresses.sandboxUrl)
        .replaceAll(placeholders.filesUrl, addresses.filesUrl)
        // As http and as ws.
        .replaceAll(new URL(placeholders.pushUrl).host, new URL(addresses.pushUrl).host);
      return { name: file.slice(0, -'.template.json'.length), template: JSON.parse(text) as Template };
    });
}
