import { createProject, hiddenProjects, removeProject } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { newElement } from '#shared/scene/registry.ts';
import { partsOf } from './store.ts';

/** A message that no emergency shows yet may be about to be shown; ms. */
const graceMs = 10 * 60_000;

/** As large as the words allow on 1920 × 1080: long messages are read from afar, too. */
const fontSizeFor = (words: string) =>
  Math.round(Math.max(72, Math.min(190, 1900 / Math.sqrt(words.length + 8))));

/** Letters of the message in the sign's name. */
const namedLength = 90;

/** What the sign is called. An end that has no room is seen to be missing. */
function nameFor(message: string): string {
  const words = message.replace(/\s+/g, ' ').trim();
  const isWhole = words.length <= namedLength;
  return `Emergency: ${isWhole ? words : `${words.slice(0, namedLength - 1).trimEnd()}…`}`;
}

/** Makes a sign of one message, large and white on red, which no list of projects names. */
export async function createMessageProject(message: string): Promise<string> {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'elm_message', x: 120, y: 140, layerOrder: 0 });
  const { id } = await createProject(
    {
      name: nameFor(message),
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: { type: 'solid', color: '#b3122a' },
    },
    [
      {
        ...element,
        size: { width: 1680, height: 800 },
        styles: {
          ...element.styles,
          fontSize: fontSizeFor(message),
          fontWeight: 700,
          color: '#ffffff',
          verticalAlign: 'middle',
        },
        properties: { ...element.properties, text: message, textAlign: 'center' },
      },
    ],
    { purpose: 'emergency' },
  );
  return id;
}

/** Removes the projects of messages whose emergency is over: of the one that has just ended, and what a kill left. */
export async function removePastMessages(endedProjectId: string): Promise<void> {
  const standing = new Set((await partsOf('emergency')).map(({ body }) => body.projectId));
  const isPast = ({ projectId, createdAt }: { projectId: string; createdAt: string }) =>
    !standing.has(projectId) &&
    (projectId === endedProjectId || Date.parse(createdAt) < clock.now() - graceMs);
  for (const project of await hiddenProjects())
    if (isPast(project)) await removeMessageProject(project.projectId);
}

/** One that is gone already, or cannot go now, is no reason for the emergency not to end. */
export async function removeMessageProject(projectId: string): Promise<void> {
  try {
    await removeProject(projectId);
  } catch (error) {
    log.warn('The sign of a message could not be removed.', { projectId, error: error as Error });
  }
}
