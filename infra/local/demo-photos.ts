import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

/** Faces of the demo's people, drawn for it: by the name of their user. */
const people = [
  { username: 'agent', repName: 'Maya Chen', repTitle: 'Senior closer' },
  { username: 'admin', repName: 'Alex Morgan', repTitle: 'Sales manager' },
];

/**
 * Gives the demo's people their photos, as an admin would, so that the first sale that is won shows a face. It goes by the
 * product's own calls because reading a photo takes a library that the demo's function does without.
 * @throws where a call does not answer as it should
 */
export async function addDemoPhotos(origin: string, password: string): Promise<void> {
  const called = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${origin}/api${path}`, { method: 'POST', ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const { token } = await called<{ token: string }>('/auth/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, tenantId: 1 }),
  });
  for (const { username, repName, repTitle } of people) {
    const picture = await readFile(join(projectRoot, `infra/local/portraits/${username}.webp`));
    const form = new FormData();
    form.set('photo', new File([new Uint8Array(picture)], `${username}.webp`, { type: 'image/webp' }));
    for (const [name, value] of Object.entries({
      repEmail: `${username}@brightside.example`,
      repName,
      repTitle,
      replace: 'true',
    }))
      form.set(name, value);
    await called('/sales-rep-photos', { headers: { authorization: `Bearer ${token}` }, body: form });
  }
}
