/**
 * `npm run grants`: which permissions of the synthesized policies the tests of the whole product have used on this
 * machine, and why the others are there. Run it after those tests; it fails for an unused permission without a reason,
 * and for a reason that fits nothing granted. Ends with the line `N passed, N failed`.
 *
 * `npm run grants -- --forget` begins the record again, so that what earlier runs used does not count.
 */
import { grantLine } from '#infra/local/iam/index.ts';
import { type Grant, policiesOf } from '#infra/local/iam/policies.ts';
import { readStacks, synthesize } from '#infra/local/template/synthesize.ts';
import { resolveTemplates } from '#infra/local/template/template.ts';
import { judge } from './judge.ts';
import { reasons } from './reasons.ts';
import { forgetGrantsUsed, grantsUsed } from './used.ts';

if (process.argv.includes('--forget')) {
  forgetGrantsUsed();
  process.exit();
}

const addresses = {
  publicUrl: 'http://public',
  sandboxUrl: 'http://sandbox',
  filesUrl: 'http://files',
  pushUrl: 'http://push',
};
const place = { accountId: '000000000000', region: 'us-east-1', awsEndpoint: 'http://aws', cdnHost: 'cdn' };
const cloud = resolveTemplates(readStacks(await synthesize(console.log), addresses), place);
const used = grantsUsed();

const entries = new Map(
  cloud
    .ofType('AWS::Lambda::Function')
    .map(({ name, metadata }) => [name, String(metadata['dealbell:entry'])]),
);
const granted: (Grant & { entry: string })[] = [...policiesOf(cloud)].flatMap(([name, grants]) =>
  grants.map((grant) => ({ ...grant, entry: entries.get(name)! })),
);
const usedHere = granted.filter((grant) => used.has(grantLine(grant.entry, grant))).length;
const { permissions, unused, withoutReason, obsolete, explained } = judge(granted, used, reasons);

console.log(
  `${granted.length} grants to ${entries.size} functions, of which tests used ${usedHere}; ${permissions.length} different permissions, of which some function used ${permissions.length - unused.length}.`,
);
for (const reason of reasons) {
  const many = explained.get(reason);
  if (many) console.log(`  ${many} × ${reason.action}: ${reason.why}`);
  else console.log(`  Used this time: ${reason.action} ${reason.resource ?? ''}`);
}
for (const { action, resource = '' } of obsolete)
  console.log(`FAILED grants > the reason for ${action} ${resource} fits nothing that is granted`);
for (const { action, resource } of withoutReason)
  console.log(
    `FAILED grants > no test used ${action} on ${resource}, and tests/grants/reasons.ts has no reason`,
  );
const failures = withoutReason.length + obsolete.length;
console.log(`${permissions.length - withoutReason.length} passed, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
