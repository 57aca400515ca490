import { z } from 'zod';
import { contentName, element, project } from '../model/content.ts';
import { contentVersion } from '../model/content-version.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const one = { id: id('prj'), versionId: id('ver') };
const path = '/content/projects/{id}/versions/{versionId}';

/** What was saved of a project, to be looked at, compared and had back. */
export const versions = {
  listVersions: route(
    'GET',
    '/content/projects/{id}/versions',
    'content.view',
    "A project's versions, newest first",
  )
    .input(z.strictObject({ id: one.id, ...pageQuery(50, 200) }))
    .output(z.object({ versions: z.array(contentVersion), pagination: pageInfo })),
  keepVersion: route(
    'POST',
    '/content/projects/{id}/versions',
    'content.edit',
    'Keep what is saved now as a version; where nothing has changed since the last one, that one is answered',
  )
    .input(
      z.strictObject({
        id: one.id,
        name: contentName.optional(),
        restoredFrom: one.versionId.optional().describe('the version that was brought back'),
      }),
    )
    .output(contentVersion),
  getVersion: route('GET', path, 'content.view', 'A version with what it draws')
    .input(z.strictObject(one))
    .output(
      contentVersion.extend({
        canvasSize: project.shape.canvasSize,
        canvasBackground: project.shape.canvasBackground,
        pages: project.shape.pages,
        variables: project.shape.variables,
        elements: z.array(element),
      }),
    ),
  nameVersion: route(
    'PUT',
    path,
    'content.edit',
    'Name a version, so that it is kept; null takes the name away',
  )
    .input(z.strictObject({ ...one, name: contentName.nullable() }))
    .output(contentVersion),
  removeVersion: route('DELETE', path, 'content.edit', 'Remove a version')
    .input(z.strictObject(one))
    .output(message),
};
