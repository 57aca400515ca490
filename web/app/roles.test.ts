import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/*
 * A permission may be given to one user and taken from another: a screen that asks for a role shows what the server
 * refuses, and hides what it allows. Screens ask useMay() instead.
 */

const roles = 'admin|agent|vendor|operator';
/** `x.role === …`, `role !== …`, and any comparison with a role's name. */
const comparisons = [
  /\brole\s*[!=]==?/,
  /[!=]==?\s*[\w.?]*\brole\b/,
  new RegExp(`[!=]==?\\s*['"](?:${roles})['"]`),
  new RegExp(`['"](?:${roles})['"]\\s*[!=]==?`),
  /\bisLimitedRole\b/,
];

/** Where a role itself is shown or chosen, and asks for no right; by file, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'app/session-store.ts': 'Checks that what is stored in the browser has a role.',
  'app/standing/use-standing.ts': 'The server holds the operator up in no workspace, by the role too.',
  'app/use-may.ts': 'The one rule of whose leads one sees, which the server keeps by the role too.',
  'features/agent-groups/GroupPanel.tsx': 'The part that somebody has in a group, which gives no right.',
  'features/agent-groups/index.tsx': 'The part that somebody has in a group, which gives no right.',
  'features/users/badges.tsx': 'Draws the role of a user in a list.',
  'features/users/PermissionsEditor.tsx': 'Says how the role of the user who is edited counts.',
  'features/sign-in/SetupPage.tsx': 'Names the two accounts that are made at once.',
  'phone/own-call.ts': 'Asks what had a call made: a journey, a webhook or an agent.',
  'features/content/editor/typing/TextBar.tsx': "Asks for an element's ARIA role.",
};

const source = new URL('..', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);
const comparesRole = (path: string): boolean => {
  const text = readFileSync(new URL(path, source), 'utf8');
  return comparisons.some((comparison) => comparison.test(text));
};

describe('the screens', () => {
  it('compare no role but where a role is shown or chosen', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter(comparesRole).sort()).toEqual(Object.keys(exceptions).sort());
  });
});
