import type { ProjectAnswer } from '#shared/api/content.ts';
import type { ProjectFields } from '#shared/model/content.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { FieldsConflict, type ProjectState, type SaveTransport } from '../editor/saving/queue.ts';

/** The part of a project's answer that the editor edits. */
export function stateOf(project: ProjectAnswer): ProjectState {
  const { name, description, status, canvasSize, canvasBackground, variables, version } = project;
  // No list of pages is an empty one, so that taking the second page back is a change that can be sent.
  const pages = project.pages ?? [];
  const fields: ProjectFields = {
    name,
    description,
    status,
    canvasSize,
    canvasBackground,
    pages,
    variables,
  };
  return { fields, version };
}

/** How the editor of one project reaches the server. */
export function saveTransport(projectId: string): SaveTransport {
  return {
    async saveFields(changes, version) {
      try {
        return stateOf(await api.content.update({ id: projectId, version, ...changes }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) throw new FieldsConflict(error.message);
        throw error;
      }
    },
    saveElements: async (edits) => (await api.content.saveElements({ id: projectId, edits })).results,
    loadFields: async () => stateOf(await api.content.get({ id: projectId })),
  };
}

/** No answer came: the network is gone, or the server is. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
