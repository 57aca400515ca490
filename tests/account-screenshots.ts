import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* `npm run screenshots:accounts`: the pictures of docs/sign-in.md and docs/operator.md. */

const root = join(import.meta.dirname, '..');

/** The browser tests that show them, each after it has checked what is there. */
const tests = [
  'account-mails',
  'operator',
  'rights-at-once',
  'second-factor-required',
  'sign-in.test',
  'standing',
];

/** Names in docs/screenshots, and what the tests above call the same state. */
const pictures = {
  'trial-unverified': 'unverified-light-1440',
  'trial-unverified-phone': 'unverified-light-390',
  invitation: 'accept-light-1440',
  'invitation-phone': 'accept-light-390',
  'password-reset': 'reset-light-1440',
  'password-reset-phone': 'reset-light-390',
  'two-step': 'two-step-scan-light-1440',
  'second-step-set-up': 'add-factor-light-1440',
  passkeys: 'passkeys-light-1440',
  demoted: 'demoted-light-1440',
  'demoted-phone': 'demoted-light-390',
  removed: 'removed-light-1440',
  'removed-phone': 'removed-light-390',
  operator: 'operator-light-1440',
  'operator-limits': 'operator-limits-light-1440',
  'trial-over': 'trial-over-light-1440',
  'trial-over-phone': 'trial-over-light-390',
};

/** Replaces the pictures. @throws when a test fails, and replaces none */
function takePictures(): void {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-pictures-'));
  try {
    const args = ['infra/run.mjs', 'tests/run.ts', '--project', 'e2e', ...tests];
    const env = { ...process.env, TEST_FILES: 'all', PICTURES: folder };
    const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    if (status !== 0) throw new Error('A browser test failed; no picture was replaced.');
    for (const [name, taken] of Object.entries(pictures))
      copyFileSync(join(folder, `${taken}.png`), join(root, 'docs/screenshots', `${name}.png`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

takePictures();
