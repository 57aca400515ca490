import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { variablesOf } from '#functions/messageTemplates/api.ts';
import { type Script, scriptLimits } from '#shared/model/script.ts';
import {
  changedSince,
  everyScript,
  findScript,
  type ScriptRecord,
  scriptRemoval,
  scriptWrite,
} from './store.ts';

type Fields = Pick<Script, 'name' | 'description' | 'steps'>;

export const view = ({ scriptId, ...script }: ScriptRecord): Script => ({ id: scriptId, ...script });

/** A script that is there. @throws 404 */
export async function scriptOr404(scriptId: string): Promise<ScriptRecord> {
  const script = await findScript(scriptId);
  if (!script) throw notFound('The script');
  return script;
}

/** By name. */
export async function listScripts(search = '') {
  const text = search.toLowerCase();
  const scripts = (await everyScript()).filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(text),
  );
  return { scripts: scripts.map(view).sort((one, other) => one.name.localeCompare(other.name)) };
}

/** @throws 400 for a text that cannot be read or names a variable that there is not */
function assertReadable(steps: Script['steps']): void {
  for (const { text } of steps) variablesOf('sms', text);
}

/** @throws 409 */
async function assertNameFree(name: string, others: readonly ScriptRecord[]): Promise<void> {
  const other = others.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (other) throw conflict(`There is a script named “${other.name}” already.`);
}

/** @throws 400; 409 for a name that another script has */
export async function createScript(fields: Fields): Promise<Script> {
  assertReadable(fields.steps);
  const others = await everyScript();
  await assertNameFree(fields.name, others);
  if (others.length >= scriptLimits.scripts)
    throw badRequest(`A workspace has at most ${scriptLimits.scripts} scripts.`);
  const now = clock.iso();
  const script = { ...fields, scriptId: newId('scr'), version: 1, createdAt: now, updatedAt: now };
  await commit(scriptWrite(undefined, script));
  return view(script);
}

/** @throws 400, 404; 409 for a taken name, or when the script has changed since `version` */
export async function updateScript(scriptId: string, changes: Partial<Fields>, version?: number) {
  const before = await scriptOr404(scriptId);
  if (version !== undefined && version !== before.version) throw changedSince;
  const given = givenOf(changes);
  if (given.steps) assertReadable(given.steps);
  if (given.name !== undefined)
    await assertNameFree(
      given.name,
      (await everyScript()).filter((one) => one.scriptId !== scriptId),
    );
  const after = { ...before, ...given, version: before.version + 1, updatedAt: clock.iso() };
  await commit(scriptWrite(before, after));
  return view(after);
}

/** @returns its name. @throws 404 */
export async function removeScript(scriptId: string): Promise<string> {
  const { name } = await scriptOr404(scriptId);
  await commit(scriptRemoval(scriptId));
  return name;
}
