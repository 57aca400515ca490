/**
 * `npm run grants`: which permissions of the synthesized policies the tests of the whole product have used on this
 * machine, and why the others are there. Run it after those tests; it fails for an unused grant without a reason, and
 * for a reason that nothing needs any more. Ends with the line `N passed, N failed`.
 */
import { grantLine } from '#infra/local/iam/index.ts';
import { fits } from '#infra/local/iam/match.ts';
import { type Grant, policiesOf } from '#infra/local/iam/policies.ts';
import { readStacks, synthesize } from '#infra/local/template/synthesize.ts';
import { resolveTemplates } from '#infra/local/template/template.ts';
import { reasons } from './reasons.ts';
import { grantsUsed } from './used.ts';

const addresses = { publicUrl: 'http://public', sandboxUrl: 'http://sandbox', filesUrl: 'http://files' };
const place = { accountId: '000000000000', region: 'us-east-1', awsEndpoint: 'http://aws', cdnHost: 'cdn' };
const cloud = resolveTemplates(readStacks(await synthesize(console.log), addresses), place);
const used = grantsUsed();

interface Granted extends Grant {
  entry: string;
}
const entries = new Map(
  cloud
    .ofType('AWS::Lambda::Function')
    .map(({ name, metadata }) => [name, String(metadata['dealbell:entry'])]),
);
const granted: Granted[] = [...policiesOf(cloud)].flatMap(([name, grants]) =>
  grants.map((grant) => ({ ...grant, entry: entries.get(name)! })),
);
const reasonOf = ({ action, resource }: Grant) =>
  reasons.find((reason) => fits(reason.action, action) && fits(reason.resource ?? '*', resource));

/** What is granted to any function, however many have it: `cdk/functions.test.ts` holds which of them need it. */
const pairOf = ({ action, resource }: Pick<Grant, 'action' | 'resource'>) => `${action}\t${resource}`;
const usedPairs = new Set([...used].map((line) => line.split('\t').slice(1).join('\t')));
const pairs = new Map(granted.map((grant) => [pairOf(grant), grant]));
const unused = [...pairs.values()].filter((grant) => !usedPairs.has(pairOf(grant)));
const without = unused.filter((grant) => !reasonOf(grant));
const needed = new Set(unused.map(reasonOf));
const usedHere = granted.filter((grant) => used.has(grantLine(grant.entry, grant))).length;

console.log(
  `${granted.length} grants to ${entries.size} functions, of which tests used ${usedHere}; ${pairs.size} different permissions, of which some function used ${pairs.size - unused.length}.`,
);
for (const reason of reasons) {
  const many = unused.filter((grant) => reasonOf(grant) === reason).length;
  if (many > 0) console.log(`  ${many} × ${reason.action}: ${reason.why}`);
}
const stale = reasons.filter((one) => !one.atTimes && !needed.has(one));
for (const { action, resource } of stale)
  console.log(
    `The reason for ${action} ${resource ?? ''} is not needed any more: tests use it, or it is gone.`,
  );
for (const grant of without) console.log(`No test used ${pairOf(grant).replaceAll('\t', '  ')}`);
if (without.length > 0) console.log(`${without.length} permissions that no test used have no reason.`);
const failures = without.length + stale.length;
console.log(`${pairs.size - without.length} passed, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
