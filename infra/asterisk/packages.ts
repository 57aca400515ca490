import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Older versions lack the outbound ARI websocket, or the mending of CVE-2026-57191. */
const minimumAsterisk = '1:22.10.1';

/** Asterisk with the sound files of its announcements, in every language that calls may speak. */
const packages = [
  'asterisk',
  'asterisk-core-sounds-en-wav',
  'asterisk-core-sounds-es-wav',
  'asterisk-core-sounds-fr-wav',
];

const archiveKeys = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The suite of Debian that has Asterisk 22. */
const suite = 'sid';

/** What of the packages nobody reads here. */
const unused = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/perl', 'usr/share/i18n'];

/** Asterisk cannot be had on this machine; the message is a sentence for whoever started it. */
export class CannotInstall extends Error {}

/** The address of Debian's mirror that this machine's own apt uses. */
export function mirrorOf(sources: readonly string[]): string | undefined {
  for (const source of sources)
    for (const line of source.split('\n')) {
      const words = line.trim().split(/\s+/);
      const of = words[0] === 'URIs:' || words[0] === 'deb' ? words.slice(1) : [];
      const address = of.find((word) => /^https?:\/\//.test(word) && /\/debian\/?$/.test(word));
      if (address) return address;
    }
  return undefined;
}

function aptSources(): string[] {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(list|sources)$/.test(name))
    : [];
  return ['/etc/apt/sources.list', ...files.map((name) => join(folder, name))]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
}

async function step(what: string, command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: string | number };
    if (code === 'ENOENT')
      throw new CannotInstall(`There is no ${command} here; ${what} needs Debian's tools.`);
    const last = stderr?.trim().split('\n').at(-1) ?? String(error);
    throw new CannotInstall(`Debian's packages cannot be reached: ${what} failed (${last}).`);
  }
}

/** An apt of our own: it reads and writes nothing of the machine's, and needs no root. */
async function privateApt(folder: string, mirror: string): Promise<string[]> {
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'parts'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'state/status'), '');
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${archiveKeys}] ${mirror} ${suite} main\n`);
  return [
    `Dir::State=${folder}/state`,
    `Dir::State::status=${folder}/state/status`,
    `Dir::Cache=${folder}/cache`,
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    `Dir::Etc::sourceparts=${folder}/parts`,
    `Dir::Etc::preferencesparts=${folder}/parts`,
    // A mirror that is a copy of an earlier day is as good; what is signed is still checked.
    'Acquire::Check-Valid-Until=false',
    'Acquire::Retries=2',
    'Acquire::http::Timeout=20',
    'APT::Install-Recommends=0',
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
  ].flatMap((option) => ['-o', option]);
}

/** A file beside what was unpacked, with Asterisk's version and the packages that were asked for. */
const installedFile = 'installed';

const hasAll = (folder: string): boolean =>
  existsSync(join(folder, installedFile)) &&
  readFileSync(join(folder, installedFile), 'utf8').split('\n')[1] === packages.join(' ');

/**
 * Unpacks Asterisk with all that it needs into `folder`, from Debian's packages and without root. What is
 * there already stays.
 * @throws CannotInstall
 */
export async function install(folder: string, progress: (line: string) => void): Promise<void> {
  if (hasAll(folder)) return;
  if (!existsSync(archiveKeys))
    throw new CannotInstall(`Asterisk comes from Debian's packages, and ${archiveKeys} is not here.`);
  const mirror = mirrorOf(aptSources());
  if (!mirror)
    throw new CannotInstall("Asterisk comes from Debian's packages, and apt here names no mirror.");
  const work = `${folder}.work`;
  rmSync(work, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const apt = await privateApt(join(work, 'apt'), mirror);
  progress("Reading the list of Debian's packages");
  await step('reading the list of packages', 'apt-get', [...apt, 'update']);
  const shown = await step('looking for Asterisk', 'apt-cache', [...apt, 'show', 'asterisk']);
  const version = /^Version: (\S+)/m.exec(shown)?.[1] ?? '0';
  await run('dpkg', ['--compare-versions', version, 'ge', minimumAsterisk]).catch(() => {
    throw new CannotInstall(`Debian's Asterisk is ${version}; ${minimumAsterisk} or later is needed.`);
  });
  progress(`Downloading Asterisk ${version}`);
  await step('downloading', 'apt-get', [...apt, '-y', 'install', '--download-only', ...packages]);
  const archives = join(work, 'apt/cache/archives');
  const debs = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  progress(`Unpacking ${debs.length} packages`);
  const tree = join(work, 'tree');
  mkdirSync(tree);
  for (const deb of debs) await step(`unpacking ${deb}`, 'dpkg-deb', ['-x', join(archives, deb), tree]);
  for (const part of unused) rmSync(join(tree, part), { recursive: true, force: true });
  // As asterisk-core-sounds-en does it: what a language does not have is heard in English.
  symlinkSync('en_US_f_Allison', join(tree, 'usr/share/asterisk/sounds/en'));
  writeFileSync(join(tree, installedFile), `${version}\n${packages.join(' ')}\n`);
  renameSync(tree, folder);
  rmSync(work, { recursive: true, force: true });
}
