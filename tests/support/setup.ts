import { setIdentityCache } from '#functions/kernel/identity.ts';
import { owaspCost, setPasswordCost } from '#functions/users/passwords.ts';
import { delayIndexes } from './index-lag.ts';

// A password's hash costs a third of a second on purpose. Stories make hundreds of users; the tests of the
// hash itself use the real cost.
setPasswordCost({ ...owaspCost, ln: 10 });

// One process is all functions here, so that what one had read would stand for all; the cache has tests of its own.
setIdentityCache(0);

// Files that follow one another in a process begin with the same environment.
const shared = globalThis as { environmentOfTests?: NodeJS.ProcessEnv };
// The client that is delayed is the same for all of them: a second delay would come on top of the first.
if (process.env.INDEX_LAG_MS && !shared.environmentOfTests) delayIndexes(Number(process.env.INDEX_LAG_MS));
shared.environmentOfTests ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in shared.environmentOfTests)) delete process.env[name];
Object.assign(process.env, shared.environmentOfTests);
