import { PeopleHere } from '#web/ui/PeopleHere.tsx';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';

/** Who else has the project open. A click selects what they have selected. */
export function People() {
  const { presence, editor } = useEditorSession();
  const people = useSignal(presence.people).map((one) => ({
    ...one,
    selection: one.selection.filter((id) => editor.document.has(id)),
  }));
  return <PeopleHere people={people} thing="element" onShow={(ids) => editor.select([...ids])} />;
}
