import { conflict } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit, onRefused } from '#functions/kernel/table.ts';
import type { Variable } from '#shared/model/content.ts';
import { systemVariables } from '#shared/scene/variables.ts';
import { allVariables, insertVariable } from './store.ts';

/** The standard variables, which every tenant has, and the tenant's own. */
export async function listVariables(category?: string): Promise<Variable[]> {
  const own = (await allVariables()).filter(({ isSystemVariable }) => !isSystemVariable);
  const names = new Set(own.map(({ name }) => name));
  const standard = systemVariables.filter(({ name }) => !names.has(name));
  return [...standard, ...own].filter((variable) => !category || variable.category === category);
}

/** @throws 409 where the tenant has a variable of that name */
export async function createVariable(fields: Omit<Variable, 'id' | 'isSystemVariable'>): Promise<Variable> {
  const variable: Variable = { ...fields, id: newId('var'), isSystemVariable: false };
  await commit(insertVariable(variable)).catch((error) =>
    onRefused(error, () => conflict(`There is a variable named ${variable.name} already.`)),
  );
  return variable;
}

/** Makes the standard variables that are missing; safe to call any number of times. */
export async function initializeSystem(): Promise<{ variables: number; created: number }> {
  const present = new Set((await allVariables()).map(({ name }) => name));
  let created = 0;
  for (const variable of systemVariables.filter(({ name }) => !present.has(name))) {
    await commit(insertVariable({ ...variable }))
      .then(() => created++)
      .catch((error) => {
        // Another call made it a moment ago.
        if (!(error instanceof ConditionFailed)) throw error;
      });
  }
  return { variables: present.size + created, created };
}
