import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Functions, resultOf } from './functions/index.ts';
import { projectRoot } from './paths.ts';
import { demoOf, markSeeded } from './state.ts';
import type { CloudDescription } from './template/template.ts';

const entry = 'functions/demo/index.ts';

export interface DemoOptions {
  stateDir: string;
  description: CloudDescription;
  functions: Functions;
  /** Taken at the first start. */
  password?: string;
  progress(line: string): void;
}

/** How to try the demo's webhook: its address, its token, and a number, with when it may be texted if not now. */
export interface Automation {
  url: string;
  token: string;
  phone: string;
  textedFrom: string | null;
}

export interface Demo {
  password: string;
  automation: Automation;
  /** It was made at this start. */
  isNew: boolean;
}

/** Makes the demo tenant, once for a state folder. @returns undefined when there is no demo function */
export async function ensureDemo(options: DemoOptions): Promise<Demo | undefined> {
  const { stateDir, description, functions } = options;
  const found = description
    .ofType('AWS::Lambda::Function')
    .find(({ metadata }) => metadata['dealbell:entry'] === entry);
  if (!found || !existsSync(join(projectRoot, entry))) return undefined;
  const demo = demoOf(stateDir, options.password);
  const { password, seeded } = demo;
  if (!seeded) options.progress('Making the demo tenant');
  const { automation } = resultOf(
    'The demo function',
    await functions.invoke(found.arn, { password, seeded }),
  ) as { automation: Automation };
  if (!seeded) markSeeded(stateDir, demo);
  else if (options.password && options.password !== demo.password)
    options.progress('DEMO_PASSWORD is taken at the first start only; the password is the one of then.');
  return { password, automation, isNew: !seeded };
}
