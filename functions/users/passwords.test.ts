import { expect, it, onTestFinished } from 'vitest';
import { hashPassword, isOutdated, isPassword, owaspCost, setPasswordCost } from './passwords.ts';

const atCost = (ln: number) => onTestFinished(setPasswordCost({ ...owaspCost, ln }));

it('hashes as OWASP asks: N=2^17, r=8, p=1, and says so in the hash', async () => {
  onTestFinished(setPasswordCost(owaspCost));
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword('correct horse', hash)).toBe(true);
  expect(await isPassword('correct horsf', hash)).toBe(false);
});

it('salts: one password never gives the same hash twice', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

it('takes as long for a user who does not exist', async () => {
  atCost(15);
  const hash = await hashPassword('right');
  const time = async (stored: string | undefined) => {
    const start = performance.now();
    await isPassword('wrong', stored);
    return performance.now() - start;
  };
  // In turns, and the best of each: what else the machine does is the same for both.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 8; run++) {
    known = Math.min(known, await time(hash));
    unknown = Math.min(unknown, await time(undefined));
  }
  expect(unknown).toBeGreaterThan(known * 0.6);
  expect(unknown).toBeLessThan(known * 1.7);
});

it('knows a hash made by a cheaper setting, and still takes the password', async () => {
  atCost(8);
  const old = await hashPassword('old');
  expect(isOutdated(old)).toBe(false);
  atCost(10);
  expect(isOutdated(old)).toBe(true);
  expect(await isPassword('old', old)).toBe(true);
});

it('takes the same characters composed otherwise', async () => {
  const hash = await hashPassword('cafe\u0301-pass');
  expect(await isPassword('caf\u00e9-pass', hash)).toBe(true);
});
