import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { changingCalls } from './calls.ts';
import { changeProblems } from './rule.ts';
import { parseFile } from './syntax.ts';

const imports = `import { api, query } from '#web/app/api.ts'; import { Button, Menu } from '@mantine/core';`;

/** What the rule says of these files, each by its path below web/features. */
const problemsOf = (sources: Record<string, string>) =>
  changeProblems(
    Object.entries(sources).map(([name, text]) => parseFile(`web/features/${name}`, `${imports}\n${text}`)),
    changingCalls(api),
  );

const problemsOfOne = (text: string) => problemsOf({ 'leads/Page.tsx': text });

describe('calls that change something', () => {
  const calls = changingCalls(api);

  it('are those that a workspace whose trial is over is refused, and those of one’s own account', () => {
    expect(calls.get('leads.create')).toBe('workspace');
    expect(calls.get('users.changePassword')).toBe('account');
  });

  it('are not those that read, be they a POST, nor what anybody may call, nor the operator’s', () => {
    for (const name of ['leads.list', 'leads.query', 'auth.login', 'platform.suspend'])
      expect(calls.has(name), name).toBe(false);
  });
});

describe('a control that changes the workspace', () => {
  it('is found without its mark, and not with it', () => {
    const page = (mark: string) =>
      `export const Page = () => <Button ${mark} onClick={() => void api.leads.remove({ id: '1' })} />;`;
    expect(problemsOfOne(page(''))).toEqual([
      'web/features/leads/Page.tsx:2: onClick of <Button> changes the workspace; it needs data-changes.',
    ]);
    expect(problemsOfOne(page('data-changes'))).toEqual([]);
    expect(problemsOfOne(page('data-changes="account"'))).toHaveLength(1);
  });

  it('is found through a mutation, a function and the form that calls it', () => {
    const page = `export function Page() {
      const save = useMutation(query.leads.update.mutationOptions());
      async function submit(values) { await save.mutateAsync(values); }
      return <form onSubmit={form.onSubmit(submit)}><Button type="submit" loading={save.isPending} /></form>;
    }`;
    expect(problemsOfOne(page)).toEqual([expect.stringContaining('onSubmit of <form>')]);
  });

  it('is found through a hook of another file, by the member that changes alone', () => {
    const hook = `export function useLeads() {
      return { remove: (id) => api.leads.remove({ id }), reload: () => api.leads.list({}) };
    }`;
    const page = `import { useLeads } from './useLeads.ts';
    export function Page() {
      const actions = useLeads();
      return <><Button onClick={() => actions.reload()} /><Menu.Item onClick={() => actions.remove('1')} /></>;
    }`;
    expect(problemsOf({ 'leads/useLeads.ts': hook, 'leads/Page.tsx': page })).toEqual([
      expect.stringContaining('onClick of <Menu.Item>'),
    ]);
  });

  it('is found through the props of a component, in the file where it stands', () => {
    const row = `export const Row = ({ onRemove, onOpen }) => (
      <><Button onClick={onOpen} /><Button onClick={() => onRemove('1')} /></>
    );`;
    const page = `import { Row } from './Row.tsx';
    export const Page = () => <Row onOpen={() => open()} onRemove={(id) => api.leads.remove({ id })} />;`;
    expect(problemsOf({ 'leads/Page.tsx': page, 'leads/Row.tsx': row })).toEqual([
      expect.stringContaining('web/features/leads/Row.tsx:3: onClick of <Button>'),
    ]);
  });

  it('is found where things are dropped', () => {
    const page = (mark: string) =>
      `export const Page = () => <section ${mark} onDrop={() => void api.leads.update({ id: '1' })} />;`;
    expect(problemsOfOne(page(''))).toHaveLength(1);
    expect(problemsOfOne(page('data-changes="drag"'))).toEqual([]);
  });
});

it('a control of one’s own account has a mark of its own', () => {
  const page = (mark: string) =>
    `export const Page = () => <Button ${mark} onClick={() => void api.auth.endOtherSessions({})} />;`;
  expect(problemsOfOne(page('data-changes'))).toEqual([
    expect.stringContaining('it needs data-changes="account"'),
  ]);
  expect(problemsOfOne(page('data-changes="account"'))).toEqual([]);
});

it('what only reads, closes or was handed a call by somebody else needs no mark', () => {
  const page = `const downloadFrom = async (ask) => { const { url } = await ask(); open(url); };
  export const Page = ({ onClose }) => <>
    <Button onClick={() => void downloadFrom(() => api.calls.export({}))} />
    <Button onClick={onClose} />
    <Button data-changes onClick={() => void downloadFrom(() => api.content.exportSubmissions({}))} />
  </>;`;
  expect(problemsOfOne(page)).toEqual([]);
});
