import type { RepPhoto } from '#shared/model/rep-photo.ts';
import { api } from '#web/app/api.ts';

/** What an element that shows this photo, and no other rep's, is told. */
export const elementProperties = ({ previewUrls, repName, repEmail }: RepPhoto) => ({
  imageUrl: previewUrls.large,
  repName,
  repEmail,
  autoFill: false,
});

export const countUse = ({ id }: RepPhoto): void =>
  void api.repPhotos.trackUse({ id, kind: 'view', feature: 'contentCreator' }).catch(() => undefined);

/** Puts a photo on top of a project, in its middle. */
export async function putIntoProject(projectId: string, photo: RepPhoto): Promise<void> {
  const [{ newElement }, project] = await Promise.all([
    import('#shared/scene/registry.ts'),
    api.content.get({ id: projectId }),
  ]);
  const { width, height } = project.canvasSize;
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('sales_rep_photo', {
    id: 'elm_new',
    x: 0,
    y: 0,
    layerOrder: Math.max(0, ...project.elements.map(({ layerOrder }) => layerOrder + 1)),
  });
  await api.content.createElement({
    id: projectId,
    element: {
      ...element,
      position: {
        ...element.position,
        x: Math.round((width - element.size.width) / 2),
        y: Math.round((height - element.size.height) / 2),
      },
      properties: { ...element.properties, ...elementProperties(photo) },
    },
  });
  countUse(photo);
}
