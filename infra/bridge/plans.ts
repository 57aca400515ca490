import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { planTextProblems } from '#shared/exchange/plan-text/check.ts';
import { type PlanFile, type PlanPlacing, planFile, planFileBytes } from '#shared/exchange/plans.ts';
import { recordingsOf } from '#shared/model/dialplan/steps.ts';
import { type Ari, AriError } from './ari.ts';
import { fetchFile } from './fetch.ts';
import type { Journal } from './journal.ts';
import { Refusal } from './refusal.ts';
import type { BridgeSettings } from './settings.ts';
import { hasRecording } from './sounds.ts';

/** A dial plan that serves calls, as the journal keeps it. */
export interface ServingPlan extends PlanFile {
  sha256: string;
}

interface Parts {
  ari: Ari;
  journal: Journal;
  settings: Pick<BridgeSettings, 'folder'>;
  log(line: string): void;
}

/** Where plans lie that Asterisk reads: extensions.conf includes every `.conf` of it. */
export const plansFolder = (bridgeFolder: string): string => join(bridgeFolder, 'plans');

/** An include that matches no file keeps Asterisk's whole dial plan from loading, so one is always there. */
export function makePlansFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'none.conf'), '; Dial plans that were deployed lie beside this file.\n');
}

const keyOf = (tenant: number, planId: string) => `${tenant} ${planId}`;
const contextOf = (tenant: number, planId: string) => `t${tenant}-p${planId.replace(/^dlp_/, '')}`;

const fetchPlan = (url: string): Promise<Buffer> =>
  fetchFile(url, planFileBytes).catch((error: Error) => {
    throw new Refusal('down', `The plan could not be fetched: ${error.message}.`);
  });

/** @throws Refusal for what is not the file that was meant, or no plan of this tenant's */
function checkedFile(bytes: Buffer, sha256: string, tenant: number, planId: string): PlanFile {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Refusal('invalid_input', 'The plan that was fetched is not the one that was meant.');
  const read = planFile.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!read.success) throw new Refusal('invalid_input', z.prettifyError(read.error));
  const { context, marker, text } = read.data;
  if (context !== contextOf(tenant, planId))
    throw new Refusal('invalid_input', 'The context of the plan is not its own.');
  const [problem] = planTextProblems(text, context);
  if (problem) throw new Refusal('invalid_input', `Asterisk would not run the plan: ${problem}`);
  if (!text.includes(`exten => ${marker},1,Hangup()`))
    throw new Refusal('invalid_input', 'The plan does not have its marker.');
  return read.data;
}

/**
 * Dial plans on Asterisk. The journal says which text of a plan serves; the files, and what Asterisk has read of them,
 * are brought to that after a failure and after every start. A text is written into the journal once Asterisk has shown
 * that it runs it, so that a kill at any step leaves the one before.
 */
export class Plans {
  readonly #parts: Parts;
  readonly #folder: string;
  readonly #serving = new Map<string, ServingPlan>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#folder = plansFolder(parts.settings.folder);
    for (const { tenant, name, value } of parts.journal.all<ServingPlan>('plan'))
      this.#serving.set(keyOf(tenant, name), value);
    makePlansFolder(this.#folder);
  }

  find(tenant: number, planId: string): ServingPlan | undefined {
    return this.#serving.get(keyOf(tenant, planId));
  }

  /** One change after another: Asterisk reads all plans at once. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#work.then(work, work);
    this.#work = mine.catch(() => undefined);
    return mine;
  }

  /** Has a plan serve from now on. The same file again does nothing. @throws Refusal; what served before serves then */
  async put(tenant: number, planId: string, { url, sha256 }: PlanPlacing): Promise<void> {
    if (this.find(tenant, planId)?.sha256 === sha256 && this.#parts.ari.connected) return;
    if (!this.#parts.ari.connected) throw new Refusal('down', 'Asterisk is not connected.');
    const file = checkedFile(await fetchPlan(url), sha256, tenant, planId);
    const missing = recordingsOf(file.steps).find(
      (id) => !hasRecording(this.#parts.settings.folder, tenant, id),
    );
    if (missing)
      throw new Refusal(
        'wrong_state',
        `The exchange does not have the recording ${missing} that the plan plays.`,
      );
    await this.#inTurn(async () => {
      try {
        this.#write(file);
        await this.#reload();
        if (!(await this.#runs(file)))
          throw new Refusal('wrong_state', 'Asterisk does not run the plan that it was given.');
        this.#parts.journal.put('plan', tenant, planId, { ...file, sha256 });
        this.#serving.set(keyOf(tenant, planId), { ...file, sha256 });
      } catch (error) {
        await this.#restore();
        if (error instanceof Refusal) throw error;
        if (error instanceof AriError && error.status >= 503)
          throw new Refusal('down', 'Asterisk went away while it was given the plan.');
        throw new Refusal('down', `The plan could not be put in place: ${(error as Error).message}.`);
      }
    });
  }

  /** Takes a plan away; false where there is none. A caller in it hears the call end at the next node. */
  remove(tenant: number, planId: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.#parts.journal.remove('plan', tenant, planId)) return false;
      this.#serving.delete(keyOf(tenant, planId));
      await this.#restore();
      return true;
    });
  }

  /** Brings Asterisk to what the journal says, after either was away. */
  reconcile(): Promise<void> {
    return this.#inTurn(() => this.#restore());
  }

  #write({ context, text }: Pick<PlanFile, 'context' | 'text'>): void {
    const path = join(this.#folder, `${context}.conf`);
    const opened = openSync(`${path}.new`, 'w', 0o644);
    try {
      writeFileSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(`${path}.new`, path);
  }

  /** The files as the journal has them. False where they were so already. */
  #writeServing(): boolean {
    const wanted = new Map([...this.#serving.values()].map((plan) => [`${plan.context}.conf`, plan]));
    let isChanged = false;
    for (const name of readdirSync(this.#folder)) {
      if (name === 'none.conf' || wanted.has(name)) continue;
      rmSync(join(this.#folder, name));
      isChanged ||= name.endsWith('.conf');
    }
    for (const [name, plan] of wanted) {
      if (textOf(join(this.#folder, name)) === plan.text) continue;
      this.#write(plan);
      isChanged = true;
    }
    return isChanged;
  }

  async #restore(): Promise<void> {
    const { ari, log } = this.#parts;
    try {
      const isChanged = this.#writeServing();
      if (!ari.connected) return;
      // Asterisk may have read a file that was taken back before it was reloaded.
      if (isChanged || !(await this.#allRun())) await this.#reload();
    } catch (error) {
      log(`Dial plans could not be brought to what serves: ${(error as Error).message}`);
    }
  }

  async #allRun(): Promise<boolean> {
    for (const plan of this.#serving.values()) if (!(await this.#runs(plan))) return false;
    return true;
  }

  async #reload(): Promise<void> {
    await this.#parts.ari.request('PUT', 'asterisk/modules/pbx_config.so');
  }

  /** Whether Asterisk has the very text: a function of its dial plan is asked, which needs a channel. */
  async #runs({ context, marker }: Pick<PlanFile, 'context' | 'marker'>): Promise<boolean> {
    const { ari } = this.#parts;
    const [channelId, otherChannelId] = [`plan-${randomUUID()}`, `plan-${randomUUID()}`];
    await ari.request('POST', 'channels/create', {
      endpoint: 'Local/s@dealbell-plan/n',
      app: 'dealbell',
      channelId,
      otherChannelId,
    });
    try {
      const answer = await ari.request('GET', `channels/${channelId}/variable`, {
        variable: `DIALPLAN_EXISTS(${context},${marker},1)`,
      });
      return (answer as { value: string }).value === '1';
    } finally {
      await ari.attempt('DELETE', `channels/${channelId}`);
    }
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
