import { expect, it, vi } from 'vitest';
import { hook, hooks } from './hook.ts';

it('does what the entry registered, with what it is given', async () => {
  const greeting = hook<[name: string], string>('greeting');
  const run = vi.fn(async (name: string) => `Hello ${name}`);
  greeting.register(run);
  expect(run).not.toHaveBeenCalled();
  expect(await greeting.run('Ann')).toBe('Hello Ann');
});

it('fails where the entry registered nobody, and names the hook', async () => {
  await expect(hook('greeting').run()).rejects.toThrow(
    'The entry of this function has to call greeting.register.',
  );
});

it('does several things under their names, and fails where nobody was registered', () => {
  const greetings = hooks<{ hello(name: string): string }>('greetings');
  expect(() => greetings.run.hello('Ann')).toThrow(
    'The entry of this function has to call greetings.register.',
  );
  greetings.register({ hello: (name) => `Hello ${name}` });
  expect(greetings.run.hello('Ann')).toBe('Hello Ann');
});
