import { destinationsOf, type ReadPlan } from '#shared/exchange/plan-text/read.ts';
import { jumped } from '#shared/model/dialplan/types/jump.ts';

/** What happens to a call at one node, as the bridge or the caller has it. */
export interface Happening {
  /** The way that the bridge names, or the one that a condition's expressions come to. */
  way?: string;
  /** The key that the caller presses; 't' for none, 'i' for one that does nothing. */
  key?: string;
}

const actionLimit = 200;

/**
 * Runs the contexts of a compiled plan as Asterisk does, from a context's extension `s` until the call comes to the `s` of another
 * context, or ends: for tests, on what the compiler writes and no more. A GotoIf is true where it compares with the way
 * that happens; one on the time or the caller is true where that way is `true`.
 * @returns the context that it comes to, 'end', or 'Stasis <its arguments>' where a key or a jump hands the call over
 */
export function runText(plan: ReadPlan, from: string, { way = '', key = 't' }: Happening): string {
  let [name, at] = ['s', 0];
  let tries = 0;
  for (let ran = 0; ran < actionLimit; ran++) {
    const extensions = plan.get(from)!;
    const action = extensions.get(name)?.[at];
    if (!action) return 'end';
    at++;
    const { application, arguments: given } = action;
    if (application === 'Hangup') return 'end';
    if (application === 'Stasis' && (name !== 's' || way === jumped)) return `Stasis ${given}`;
    if (given.startsWith('DEALBELL_TRY=$[')) tries++;
    if (application === 'WaitExten') {
      [name, at] = [extensions.has(key) ? key : 'i', 0];
      continue;
    }
    const isTrue = (): boolean => {
      const [condition = ''] = given.split('?');
      const tried = /DEALBELL_TRY\} >= (\d+)/.exec(condition)?.[1];
      if (tried) return tries >= Number(tried);
      // Of business hours: the extension that the way has.
      const own = destinationsOf(action)[0]!;
      if (own.length === 2 && extensions.has(own[0]!) && own[1] === '1') return own[0] === way;
      const compared = /DEALBELL_WAY\}" = "([\w-]+)"/.exec(condition)?.[1];
      return compared ? compared === way : way === 'true';
    };
    if (application === 'Goto' && given === 'closed,1' && way !== 'closed')
      throw new Error(`It has no way ${way}.`);
    const goes = application === 'Goto' || (application === 'GotoIf' && isTrue());
    if (!goes) continue;
    const place = destinationsOf(action)[0]!;
    const [label = '', extension = '', context = from] = place.toReversed();
    if (extension === 'end') return 'end';
    if (context !== from || (label === '1' && extension === 's')) return context;
    name = extension;
    const to = plan.get(context)!.get(extension)!;
    at = /^\d+$/.test(label) ? Number(label) - 1 : to.findIndex((one) => one.label === label);
    // Whoever asks to hear it again presses nothing after that.
    if (label === 'play') key = 't';
  }
  throw new Error('The call never comes out of the context.');
}
