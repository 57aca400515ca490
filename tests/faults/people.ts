import type { Caller, Product } from '#tests/support/product.ts';

/** Makes a lead of each number, named Ann0, Ann1 and so on. @returns their ids, in the order of the numbers */
export async function leadsOf(caller: Caller, phones: readonly string[]): Promise<string[]> {
  const leadIds: string[] = [];
  for (let from = 0; from < phones.length; from += 50) {
    const leads = phones
      .slice(from, from + 50)
      .map((phone, n) => ({ firstName: `Ann${from + n}`, phones: [phone] }));
    const { results } = await caller.ask<{ results: { id: string }[] }>('POST', '/leads/bulk', { leads });
    leadIds.push(...results.map(({ id }) => id));
  }
  return leadIds;
}

/** The texts that have come to a number, as the sandbox's telephone shows them. */
export async function textsOf(product: Product, number: string): Promise<string[]> {
  const sandbox = `http://127.0.0.1:${product.port + 3}/sandbox/phone.json`;
  const answer = await fetch(`${sandbox}?number=${encodeURIComponent(number)}`);
  return ((await answer.json()) as { messages: { body: string }[] }).messages.map(({ body }) => body);
}
