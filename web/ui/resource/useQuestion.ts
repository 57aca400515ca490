import { useState } from 'react';

/**
 * A question about one thing, such as whether to remove it. `ask` opens it; `dialog` goes to a `ConfirmDialog`.
 * The thing is kept while the dialog fades out, so that its words do not change.
 *
 *     const removal = useQuestion<Webhook>();
 *     <Menu.Item onClick={() => removal.ask(webhook)}>Remove</Menu.Item>
 *     <ConfirmDialog {...removal.dialog} title={`Remove “${removal.about?.name}”?`} onConfirm={…}>
 */
export function useQuestion<Thing>() {
  const [about, setAbout] = useState<Thing>();
  const [opened, setOpened] = useState(false);
  const ask = (thing: Thing) => {
    setAbout(thing);
    setOpened(true);
  };
  return { about, ask, dialog: { opened, onClose: () => setOpened(false) } };
}
