import { writeFileSync } from 'node:fs';
import { runYear } from './year.ts';

/** One year in a process of its own, since the clients of the cloud are kept as long as one lives. */
const [leads, kills, out] = process.argv.slice(2);
const log = (line: string) => console.log(`${Number(kills) > 0 ? 'killed' : 'undisturbed'}: ${line}`);
writeFileSync(out!, JSON.stringify(await runYear({ leads: Number(leads), kills: Number(kills), log })));
process.exit(0);
