import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazy, WhileLoading } from './lazy.tsx';

const shown = (Part: () => React.ReactNode) =>
  renderToStaticMarkup(
    <WhileLoading show={<i>Loading</i>}>
      <Part />
    </WhileLoading>,
  );

it('shows the placeholder until the part is there, and then the part at once', async () => {
  let loads = 0;
  const Part = lazy(async () => {
    loads++;
    return { default: () => <b>Part</b> };
  });
  expect(shown(Part)).toBe('<i>Loading</i>');
  await Promise.resolve();
  await Promise.resolve();
  expect(shown(Part)).toBe('<b>Part</b>');
  expect(loads).toBe(1);
});

it('asks again for a part that could not be loaded', async () => {
  let loads = 0;
  const Part = lazy(async () => {
    if (++loads === 1) throw new Error('no network');
    return { default: () => <b>Part</b> };
  });
  for (const expected of ['<i>Loading</i>', '<i>Loading</i>', '<b>Part</b>']) {
    expect(shown(Part)).toBe(expected);
    await new Promise((done) => setTimeout(done, 0));
  }
  expect(loads).toBe(2);
});

it('has no placeholder of a part around it', async () => {
  const Inner = lazy(() => new Promise<never>(() => undefined));
  const Outer = lazy(async () => ({ default: () => <Inner /> }));
  shown(Outer);
  await new Promise((done) => setTimeout(done, 0));
  expect(shown(Outer)).toBe('');
});
