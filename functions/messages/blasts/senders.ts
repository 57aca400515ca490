import { blastsPage, isOver } from './store.ts';

/** Blasts that are looked through, newest first: one that goes on is never as old as so many others. */
const pages = 5;
const ofPage = 100;

/** The blast that goes out from a number now; undefined where none does. */
export async function blastSendingFrom(number: string): Promise<{ id: string; name: string } | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const { blasts, nextCursor } = await blastsPage(ofPage, cursor);
    const found = blasts.find((blast) => blast.from === number && !isOver(blast));
    if (found) return { id: found.id, name: found.name };
    if (!nextCursor) return undefined;
    cursor = nextCursor;
  }
  return undefined;
}
